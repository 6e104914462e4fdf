import type { Command } from 'commander';
import { findAccount } from '../../db/auth/accounts';
import { listAuditEntries, type AuditRecord } from '../../db/auth/audit-log';
import { verifyAuditLog } from '../../db/auth/verify-audit-log';
import { contextOf, isJson, printResult, UsageError, withDatabase } from '../context';

function lineOf({ at, actor, actorName, act, subject, detail }: AuditRecord): string {
  const name = actorName === null ? '' : ` (${actorName})`;
  return `${at.toISOString()} ${actor}${name} ${act} ${subject} ${JSON.stringify(detail)}`;
}

async function list(options: { account?: string }, command: Command): Promise<void> {
  const { account } = options;
  const data = await withDatabase(contextOf(command), async (database) => {
    if (account === undefined) return listAuditEntries(database, null);
    const found = await findAccount(database, account);
    if (found === null) throw new UsageError(`There is no account ${account}.`);
    return listAuditEntries(database, found.id);
  });
  if (isJson(command)) {
    printResult(command, { data });
    return;
  }
  for (const entry of data) console.log(lineOf(entry));
}

async function verify(_options: object, command: Command): Promise<void> {
  const verdict = await withDatabase(contextOf(command), (database) => verifyAuditLog(database));
  printResult(command, { ...verdict, intact: verdict.brokenAt === null });
  if (verdict.brokenAt !== null) {
    throw new UsageError(`The audit log was changed: entry ${verdict.brokenAt} does not fit the one before it.`);
  }
}

/** `corridor audit …` Source: docs/GAPS.md#A3 */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit');
  audit
    .command('list')
    .description('List the newest 100 entries, newest first')
    .option('--account <name>', 'only those of an account, by its name or id')
    .option('--json', 'print one JSON object')
    .action(list);
  audit
    .command('verify')
    .description('Verify the hash chain; fails if an entry was changed, removed or inserted')
    .option('--json', 'print one JSON object')
    .action(verify);
}
