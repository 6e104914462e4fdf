import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';

/** Adds an audit entry that the data of one side of an account were exported. Source: docs/GAPS.md#A3 */
export function recordExport(database: Queryable, { tenant, actor }: { tenant: Tenant; actor: Actor }): Promise<void> {
  const { accountId, environment } = tenant;
  return appendAuditEntry(database, {
    actor,
    act: 'account.exported',
    subject: accountId,
    accountId,
    detail: { environment },
  });
}
