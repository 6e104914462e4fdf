import { findProposal } from '../../../db/payments/instruction/find-proposal';
import type { Tenant } from '../../../domain/auth/tenant';
import { DomainError, invalidRequest } from '../../../domain/errors';
import { proposalMarks } from '../../../domain/payments/instruction/proposal';
import { ProposalRequest, ProposedPayment } from '../../../domain/payments/instruction/proposal-schema';
import { memberOf } from '../../../domain/unknown-value';
import { endpoint, type Reply } from '../../endpoint';
import type { Services } from '../../services';
import { createPayment, creationFaults } from './create-instruction';
import { withUnmet, storedAnswer } from './created-answer';
import { resolveInstruction } from './saved-beneficiary';

/** Adds the hash that a person signs, and the address of the page to sign it, to the reply of a creation. */
function withSignUrl(reply: Reply, { environment }: Tenant, { settings }: Pick<Services, 'settings'>): Reply {
  const { data } = reply;
  const page = `/console/${environment}/payments/${String(memberOf(data, 'instructionId'))}`;
  const signed = { hash: memberOf(data, 'approval', 'hash'), signUrl: settings.publicUrl + page };
  return { ...reply, data: { ...(data as object), ...signed } };
}

/** The proposal that a DUPLICATE names; null for other faults, and where that payment is no proposal. */
async function findProposedMeanwhile(fault: unknown, tenant: Tenant, services: Services): Promise<Reply | null> {
  const id = fault instanceof DomainError && fault.code === 'DUPLICATE' ? fault.extra?.['instructionId'] : null;
  if (typeof id !== 'string') return null;
  const reply = await storedAnswer(id, tenant, services);
  return memberOf(reply.data, 'approval', 'creator') === undefined ? null : reply;
}

/**
 * Prepares a payment that members approve before it is sent, whatever the rules of the account. Its references follow from
 * its content: a caller that repeats itself, under whatever key, gets the same payment.
 * Source: docs/GAPS.md#agents
 */
export const proposePayment = endpoint({
  operationId: 'proposePayment',
  summary: 'Propose a payment for people to approve',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/proposals',
  access: { kind: 'client', scope: 'payments:propose' },
  limit: 'createInstruction',
  envelope: 'wrapped',
  body: ProposalRequest,
  isForAgents: true,
  responses: {
    201: { description: 'The payment, which waits for approvals; the same for equal content', schema: ProposedPayment },
  },
  errors: ['DUPLICATE', 'COMPLIANCE_BLOCK'],
  furtherFaults: (body, call, services) => creationFaults(body, call, services),
  async handle(call, services) {
    const { tenant, keyId: agent } = call.principal;
    const whole = await resolveInstruction(call.body, tenant, services);
    if (whole === null) throw invalidRequest(await creationFaults(call.body, call, services));
    const { recentReferences, ...marks } = proposalMarks(whole.body, tenant, call.receivedAt);
    const earlier = await findProposal(services.database, tenant, recentReferences);
    const propose = async (): Promise<Reply> => {
      const { saved } = whole;
      const { reply } = await createPayment({ ...whole.body, ...marks }, call, services, { saved, agent });
      return reply;
    };
    const reply =
      earlier === null
        ? await propose().catch(async (fault: unknown) => {
            const first = await findProposedMeanwhile(fault, tenant, services);
            if (first === null) throw fault;
            return first;
          })
        : await storedAnswer(earlier, tenant, services);
    return withUnmet(withSignUrl(reply, tenant, services), whole.body, services);
  },
});
