import type { Command } from 'commander';
import {
  ERASURE_SUBJECTS,
  eraseSubject,
  type ErasureResult,
  type ErasureSubject,
} from '../../db/erasure/erase-subject';
import { actor } from '../actor';
import { UsageError } from '../context';
import { addResult } from './answer';
import { performCommand } from './guarded';

type Options = Partial<Record<ErasureSubject, string>> & { reason: string };

/**
 * The one subject that the options name.
 * @throws UsageError unless there is exactly one
 */
function subjectOf(options: Options): { subject: ErasureSubject; id: string } {
  const named = ERASURE_SUBJECTS.flatMap((subject) => {
    const id = options[subject];
    return id === undefined ? [] : [{ subject, id }];
  });
  const [only] = named;
  if (only === undefined || named.length > 1) {
    throw new UsageError(
      'Name one subject: --instruction ID, --document ID, --user ID, --shipment ID or --beneficiary ID.',
    );
  }
  return only;
}

/** @returns null where it is proposed: an operator's may need a second person */
async function eraseUser(userId: string, reason: string, command: Command): Promise<ErasureResult | null> {
  const done = await performCommand(command, 'operator.erased', { userId, reason }, { reason });
  return done?.result ?? null;
}

/** Adds `corridor erasure …`. Source: docs/GAPS.md#erasure */
export function addErasureCommands(program: Command): void {
  const run = program
    .command('erasure')
    .command('run')
    .description('Erase the personal data of one subject permanently; amounts, statuses, ids and hashes stay')
    .option('--instruction <id>', 'a payment that has its outcome')
    .option('--document <id>', 'a document')
    .option('--user <id>', 'a person who uses the console')
    .option('--shipment <id>', 'a shipment')
    .option('--beneficiary <id>', 'a saved beneficiary')
    .requiredOption('--reason <text>', 'reason, such as the number of the request; stored for ever, so give no name');
  addResult<Options>(run, async ({ database, options }) => {
    const { subject, id } = subjectOf(options);
    const reason = options.reason.trim();
    if (reason === '') throw new UsageError('Give a reason without a name: --reason TEXT');
    const result =
      subject === 'user'
        ? await eraseUser(id, reason, run)
        : await eraseSubject(database, { subject, id, reason, actor: actor() });
    if (result === null) return null;
    if (result.kind === 'unknown') throw new UsageError(`There is no ${subject} ${id}.`);
    if (result.kind === 'refused') throw new UsageError(result.reason);
    const { kind, removed, related } = result;
    const erased = kind === 'erased';
    const note = erased ? null : 'It was erased before; there was nothing left to erase.';
    const counts = Object.entries(removed).filter(([, count]) => count > 0);
    return [
      { subject, id, erased, removed, related, note },
      [
        `${subject} ${id}: ${note ?? `erased (${counts.map(([name, count]) => `${name} ${count}`).join(', ')})`}`,
        ...(related.length === 0 ? [] : [`documents that may contain the same people: ${related.join(', ')}`]),
      ],
    ];
  });
}
