import { listAccountAuditEntries, listAuditEntries, type AuditRecord } from '../../db/auth/audit-log';
import type { ListPage } from '../../domain/list-order';
import { idOfCursor, pageOf } from '../../domain/schema-tools';
import { listFile } from '../list-file';
import { orderOf } from '../list-order';
import type { ConsoleRoute } from '../route';
import { userOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { AUDIT, AuditLog, detailText } from './audit-page';

const PAGE = 100;
/** The place of an entry. */
const PLACE = /^\d{1,18}$/;

/** Operators see the entries of everybody, people of an account those that they may see of it. */
function entriesOf(visit: Visit, page: ListPage): Promise<AuditRecord[]> {
  const { database } = visit.parts;
  const { accountId } = userOf(visit);
  return accountId === null
    ? listAuditEntries(database, null, page)
    : listAccountAuditEntries(database, accountId, page);
}

async function list(visit: Visit): Promise<Answer> {
  const query = visit.context.querystring;
  const after = idOfCursor(new URLSearchParams(query).get('cursor'), PLACE);
  const page = pageOf(await entriesOf(visit, { after, order: orderOf(visit), limit: PAGE + 1 }), PAGE);
  return { kind: 'page', title: visit.words.layout.places.audit, body: <AuditLog page={page} query={query} /> };
}

const COLUMNS = ['place', 'time', 'actor', 'actor_name', 'act', 'subject', 'subject_ends_in', 'detail'];

function cellsOf({ id, at, actor, actorName, act, subject, subjectHint, detail }: AuditRecord) {
  return [id, at.toISOString(), actor, actorName, act, subject, subjectHint, detailText(detail)];
}

async function file(visit: Visit): Promise<Answer> {
  const order = orderOf(visit);
  return listFile({
    ...{ name: 'audit-log', visit, columns: COLUMNS, cells: cellsOf },
    read: (page) => entriesOf(visit, { ...page, order }),
  });
}

/** Source: docs/GAPS.md#A3 */
export const AUDIT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: AUDIT, access: 'insider', handle: list },
  { method: 'get', path: `${AUDIT}/file`, access: 'insider', handle: file },
];
