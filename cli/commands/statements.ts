import path from 'node:path';
import type { Command } from 'commander';
import { findPartner } from '../../db/payments/dispatch/partners';
import { listJudgedEntries, type JudgedEntry } from '../../db/payments/settlement/read-statements';
import { readCover } from '../../db/payments/settlement/cover';
import { insertStatement } from '../../db/payments/settlement/insert-statement';
import { judgeStatement } from '../../db/payments/settlement/judge-statement';
import { ImportRefused } from '../../domain/imports/drafts';
import { hashFile } from '../../importers/read-file';
import { readCamtFile } from '../../importers/statements/camt';
import { actor } from '../actor';
import type { CoverLine } from '../../domain/payments/settlement/cover';
import { UsageError } from '../context';
import { tableOf, terminalWidth, type Column } from '../table';
import { addResult } from './answer';

/** Entries to review, shown to people; JSON output has all. */
const MAX_SHOWN = 20;

function countOf(entries: readonly JudgedEntry[], verdict: JudgedEntry['verdict']): number {
  return entries.filter((entry) => entry.verdict === verdict).length;
}

const COVER_COLUMNS: readonly Column<CoverLine>[] = [
  { title: 'PARTNER', of: ({ partner }) => partner.name },
  { title: 'SIDE', of: ({ environment }) => environment },
  { title: 'DAY', isWhole: true, of: ({ day }) => day },
  { title: 'CURRENCY', isWhole: true, of: ({ currency }) => currency },
  { title: 'TO SEND', align: 'right', isWhole: true, of: ({ toSend }) => toSend.amount },
  { title: 'NOT BOOKED', align: 'right', isWhole: true, of: ({ unbooked }) => unbooked.amount },
  { title: 'BALANCE', align: 'right', isWhole: true, of: ({ balance }) => balance?.amount },
  { title: 'OF', isWhole: true, of: ({ balance }) => balance?.on },
  { title: 'LEFT', align: 'right', isWhole: true, of: ({ left }) => left },
  { title: 'COVERED', of: ({ covered, because }) => because?.replace('_', ' ') ?? covered },
];

/** Adds `corridor statements cover`. Source: docs/GAPS.md#cover */
function addCover(statements: Command): void {
  const command = statements
    .command('cover')
    .description('Show what is due today at each partner, and whether the balances that its bank has sent cover it');
  addResult(command, async ({ database }) => {
    const lines = await readCover(database, new Date());
    const none = 'Nothing is due today, and no bank has sent a balance.';
    return [{ lines }, lines.length === 0 ? [none] : tableOf(lines, COVER_COLUMNS, terminalWidth())];
  });
}

/** Adds `corridor statements …`. */
export function addStatementCommands(program: Command): void {
  const statements = program.command('statements');
  addCover(statements);
  const command = statements
    .command('import')
    .description('Compare a statement (camt.053) or notification (camt.054) with the payments that its references name')
    .argument('<file>', 'the message of ISO 20022, as XML')
    .requiredOption('--partner <id>', 'the partner whose payments the bank made');
  addResult<{ partner: string }>(command, async ({ database, vault, id: name, options: { partner: partnerId } }) => {
    const file = { name: path.basename(name), path: path.resolve(name) };
    const statement = await readCamtFile(file).catch((fault: unknown) => {
      throw fault instanceof ImportRefused ? new UsageError(fault.message) : fault;
    });
    const kept = { ...statement, partnerId, fileHash: await hashFile(file) };
    const opened = await vault();
    if ((await findPartner(database, partnerId)) === null) throw new UsageError(`There is no partner ${partnerId}.`);
    const { id } = await insertStatement(database, kept, { actor: actor(), comparedBy: 'caller', vault: opened });
    await judgeStatement(database, id);
    const entries = await listJudgedEntries(database, id);
    const [confirmed, contradicted] = [countOf(entries, 'confirmed'), countOf(entries, 'contradicted')];
    const [notBooked, unmatched] = [countOf(entries, 'not_booked'), countOf(entries, 'unmatched')];
    const odd = entries.filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unmatched');
    return [
      { id, confirmed, contradicted, notBooked, unmatched, entries },
      [
        `${id}: ${confirmed} confirmed, ${contradicted} contradicted, ${notBooked} not booked yet, ${unmatched} unmatched`,
        ...odd.slice(0, MAX_SHOWN).map(({ line, verdict, amount, currency, references, instructionId, fault }) => {
          const what = fault ?? `${amount} ${currency}`;
          return `line ${line}: ${verdict}, ${what}, ${instructionId ?? (references.join(' ') || 'no reference')}`;
        }),
      ],
    ];
  });
}
