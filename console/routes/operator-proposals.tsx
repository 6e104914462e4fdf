import { confirmProposal, rejectProposal } from '../../db/administration/perform';
import { listProposals } from '../../db/administration/proposals';
import { readApprovals } from '../../db/administration/approvals';
import { DomainError } from '../../domain/errors';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { PROPOSALS, Proposals } from '../pages/operator-proposals';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { operatorOf, userOf } from './user-of';

const PAGE = 25;
const MAX_REASON = 500;
const PROPOSAL_ID = /^prop_[0-9a-z]{26}$/;

async function list(visit: Visit, fault: DomainError | null = null): Promise<Answer> {
  const { parts, context, formToken } = visit;
  const { id, operatorRoles: roles } = userOf(visit);
  const asked = new URLSearchParams(context.querystring);
  const after = idOfCursor(asked.get('cursor'), PROPOSAL_ID);
  const isProposed = asked.get('done') === 'proposed';
  const [rows, approvals] = await Promise.all([
    listProposals(parts.database, { roles, after, limit: PAGE + 1 }),
    readApprovals(parts.database),
  ]);
  const body = <Proposals {...{ page: pageOf(rows, PAGE), approvals, formToken, fault, personId: id, isProposed }} />;
  return { kind: 'page', title: 'Proposals', body, status: fault?.status ?? 200 };
}

async function decide(visit: Visit): Promise<Answer> {
  const { parts, params, form } = visit;
  const reason = (form.get('reason') ?? '').trim().slice(0, MAX_REASON);
  const word = { id: params['id'] ?? '', actor: operatorOf(visit), ...(reason === '' ? {} : { reason }) };
  const place = { database: parts.database, vault: () => parts.vault };
  try {
    await (form.get('decision') === 'confirm' ? confirmProposal(place, word) : rejectProposal(place, word));
  } catch (fault) {
    if (!(fault instanceof DomainError)) throw fault;
    return list(visit, fault);
  }
  parts.wake();
  return { kind: 'redirect', location: PROPOSALS };
}

/** Source: docs/GAPS.md#A3 */
export const OPERATOR_PROPOSAL_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: PROPOSALS, access: 'operator', handle: (visit) => list(visit) },
  { method: 'post', path: `${PROPOSALS}/:id`, access: 'operator', handle: decide },
];
