import { z, type output } from 'zod';
import { confirmProposal, rejectProposal } from '../../db/administration/perform';
import { findProposal, listProposals, type Proposal } from '../../db/administration/proposals';
import type { OperatorActor } from '../../domain/auth/actor';
import { missingRole, OPERATOR_ROLES } from '../../domain/auth/operator-roles';
import { ProposalRecord, ProposalWord } from '../../domain/auth/proposal-schema';
import { DomainError } from '../../domain/errors';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import { ID_PREFIXES } from '../../domain/ids';
import type { Queryable } from '../../db/database';
import { endpoint, type Reply, type ResponseRecord } from '../endpoint';
import { onePage, replyWithPage } from '../page';
import type { Services } from '../services';
import { operation } from './common';

const PATH = '/v1/operator/proposals';
const Params = z.object({ proposalId: pathId('proposal') });
const ONE = { 200: { description: 'The proposal', schema: ProposalRecord } };

/** The answer of an act that waits for a second person. */
export const PROPOSED: ResponseRecord = {
  description: 'A proposal that a second person must confirm',
  schema: ProposalRecord,
};

function proposalView(proposal: Proposal): output<typeof ProposalRecord> {
  const { id, act, subject, person, role, status, before, after, reason, proposedBy, decidedBy } = proposal;
  return {
    ...{
      id,
      act,
      subject,
      person,
      role,
      status,
      before: { ...before },
      after: { ...after },
      reason,
      proposedBy,
      decidedBy,
    },
    proposedAt: proposal.proposedAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
  };
}

/** @returns the 202 of an act that waits for a second person */
export function replyProposed(proposal: Proposal): Reply {
  return { status: 202, data: proposalView(proposal), headers: { Location: `${PATH}/${proposal.id}` } };
}

/** The reply to a repeat whose first request was stored as a proposal; null for any other subject. */
export function recoverProposal(database: Queryable, subject: string): Promise<Reply> | null {
  if (!subject.startsWith(ID_PREFIXES.proposal)) return null;
  return findProposal(database, subject).then((found) => {
    if (found === null) throw unknown();
    return replyProposed(found);
  });
}

const unknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such proposal.');

/** Source: docs/GAPS.md#A3 */
export const listOpenProposals = endpoint({
  ...operation(...OPERATOR_ROLES),
  operationId: 'listProposals',
  summary: 'List proposals that your roles may confirm, newest first',
  method: 'get',
  path: PATH,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(ProposalRecord),
  errors: [],
  async handle({ principal: { roles }, query: { limit, cursor: after } }, { database }) {
    return replyWithPage(await listProposals(database, { roles, after, limit: limit + 1 }), limit, proposalView);
  },
});

/** Source: docs/GAPS.md#A3 */
export const showProposal = endpoint({
  ...operation(...OPERATOR_ROLES),
  operationId: 'getProposal',
  summary: 'Read a proposal with old and new values and its outcome',
  method: 'get',
  path: `${PATH}/{proposalId}`,
  params: Params,
  responses: ONE,
  errors: ['NOT_FOUND'],
  async handle({ principal, params }, { database }) {
    const found = await findProposal(database, params.proposalId);
    if (found === null) throw unknown();
    if (!principal.roles.includes(found.role)) throw missingRole([found.role], 'This operator key');
    return { status: 200, data: proposalView(found) };
  },
});

/** What the words about a proposal have in common. */
const WORD = {
  ...operation(...OPERATOR_ROLES),
  method: 'post',
  params: Params,
  body: ProposalWord,
  idempotent: true,
  responses: ONE,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE', 'IN_PROGRESS'],
} as const;

interface WordCall {
  actor: OperatorActor;
  params: { proposalId: string };
  body: output<typeof ProposalWord>;
}

async function decideProposal(
  by: typeof confirmProposal,
  call: WordCall,
  { database, vault }: Pick<Services, 'database' | 'vault'>,
): Promise<Reply> {
  const word = { id: call.params.proposalId, actor: call.actor, reason: call.body.reason };
  return { status: 200, data: proposalView(await by({ database, vault: () => vault }, word)) };
}

/** Source: docs/GAPS.md#A3 */
export const confirmOpenProposal = endpoint({
  ...WORD,
  operationId: 'confirmProposal',
  summary: "Confirm and carry out another person's proposal of the last 24 hours",
  path: `${PATH}/{proposalId}/confirm`,
  handle: (call, services) => decideProposal(confirmProposal, call, services),
});

/** Source: docs/GAPS.md#A3 */
export const rejectOpenProposal = endpoint({
  ...WORD,
  operationId: 'rejectProposal',
  summary: 'Reject a proposal, or withdraw your own',
  path: `${PATH}/{proposalId}/reject`,
  handle: (call, services) => decideProposal(rejectProposal, call, services),
});
