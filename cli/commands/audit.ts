import type { Command } from 'commander';
import { listAuditEntries, type AuditRecord } from '../../db/auth/audit-log';
import { verifyAuditLog } from '../../db/auth/verify-audit-log';
import { printResult, UsageError } from '../context';
import { accountOf } from './account-of';
import { addResult } from './answer';

function lineOf({ at, actor, actorName, act, subject, detail }: AuditRecord): string {
  const name = actorName === null ? '' : ` (${actorName})`;
  return `${at.toISOString()} ${actor}${name} ${act} ${subject} ${JSON.stringify(detail)}`;
}

/** Adds `corridor audit …`. Source: docs/GAPS.md#A3 */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit');
  const list = audit
    .command('list')
    .description('List the newest 100 entries, newest first')
    .option('--account <name>', 'only those of an account, by its name or id');
  addResult<{ account?: string }>(list, async ({ database, options: { account } }) => {
    const accountId = account === undefined ? null : (await accountOf(database, account)).id;
    const data = await listAuditEntries(database, accountId);
    return [{ data }, data.map(lineOf)];
  });
  const verify = audit
    .command('verify')
    .description('Verify the hash chain; fails if an entry was changed, removed or inserted');
  addResult(verify, async ({ database }) => {
    const verdict = await verifyAuditLog(database);
    printResult(verify, { ...verdict, intact: verdict.brokenAt === null });
    if (verdict.brokenAt === null) return null;
    throw new UsageError(`The audit log was changed: entry ${verdict.brokenAt} does not fit the one before it.`);
  });
}
