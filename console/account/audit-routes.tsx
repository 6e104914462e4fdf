import { listAccountAuditEntries, listAuditEntries, type AuditRecord } from '../../db/auth/audit-log';
import type { ListPage } from '../../domain/list-order';
import { listRoutes, type List } from '../list';
import type { ConsoleRoute } from '../route';
import { userOf } from '../user-of';
import type { Visit } from '../visit';
import { AUDIT, AuditLog, detailText } from './audit-page';

/**
 * Entries of the audit log that the visitor may see: all of them for operators, those of the account for its members.
 */
function listVisibleEntries(visit: Visit, page: ListPage): Promise<AuditRecord[]> {
  const { database } = visit.parts;
  const { accountId } = userOf(visit);
  return accountId === null
    ? listAuditEntries(database, null, page)
    : listAccountAuditEntries(database, accountId, page);
}

const LIST: List<Visit, object, AuditRecord> = {
  name: 'audit-log',
  ids: /^\d{1,18}$/,
  size: 100,
  read: listVisibleEntries,
  columns: {
    place: ({ id }) => id,
    time: ({ at }) => at,
    actor: ({ actor }) => actor,
    actor_name: ({ actorName }) => actorName,
    act: ({ act }) => act,
    subject: ({ subject }) => subject,
    subject_ends_in: ({ subjectHint }) => subjectHint,
    detail: ({ detail }) => detailText(detail),
  },
};

/** Source: docs/GAPS.md#A3 */
export const AUDIT_ROUTES: readonly ConsoleRoute[] = listRoutes(
  { path: AUDIT, access: 'insider' },
  LIST,
  ({ words }, { page, query }) => ({
    title: words.layout.places.audit,
    body: <AuditLog page={page} query={query} />,
  }),
);
