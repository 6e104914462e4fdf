import { confirmOpenProposal, rejectOpenProposal } from '../../api/operator/proposals';
import { listProposals } from '../../db/administration/proposals';
import { readApprovals } from '../../db/administration/approvals';
import { DomainError } from '../../domain/errors';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { runOperation } from '../operation';
import { PROPOSALS, Proposals } from './proposals-page';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { userOf } from '../user-of';

/** Answer to an act: leads to the proposals if a second person must confirm it. */
export function doneOrProposed(status: number, done: Answer): Answer {
  return status === 202 ? { kind: 'done', notice: { name: 'proposed' }, location: PROPOSALS } : done;
}

const PAGE = 25;

async function showProposals(visit: Visit, fault: DomainError | null = null): Promise<Answer> {
  const { parts, context, formToken } = visit;
  const { id, operatorRoles: roles } = userOf(visit);
  const asked = new URLSearchParams(context.querystring);
  const after = idOfCursor(asked.get('cursor'), 'proposal');
  const [rows, approvals] = await Promise.all([
    listProposals(parts.database, { roles, after, limit: PAGE + 1 }),
    readApprovals(parts.database),
  ]);
  const body = <Proposals {...{ page: pageOf(rows, PAGE), approvals, formToken, fault, personId: id }} />;
  return { kind: 'page', title: 'Proposals', body, status: fault?.status ?? 200 };
}

async function decideProposal(visit: Visit): Promise<Answer> {
  const { form } = visit;
  const reason = (form.get('reason') ?? '').trim();
  const record = form.get('decision') === 'confirm' ? confirmOpenProposal : rejectOpenProposal;
  try {
    await runOperation(visit, record, { body: reason === '' ? {} : { reason } });
  } catch (fault) {
    if (!(fault instanceof DomainError)) throw fault;
    return showProposals(visit, fault);
  }
  const isConfirmed = record === confirmOpenProposal;
  return {
    kind: 'done',
    notice: { name: isConfirmed ? 'proposal-confirmed' : 'proposal-rejected' },
    location: PROPOSALS,
  };
}

/** Source: docs/GAPS.md#A3 */
export const OPERATOR_PROPOSAL_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: PROPOSALS, access: 'operator', handle: (visit) => showProposals(visit) },
  { method: 'post', path: `${PROPOSALS}/:proposalId`, access: 'operator', handle: decideProposal },
];
