import type { Command } from 'commander';
import { archivingRule, LEAST_MONTHS } from '../../db/archive/archive-payments';
import { applyRetention } from '../../db/retention/apply-retention';
import { MAX_ARCHIVE_MONTHS } from '../../process/settings';
import { addResult } from './answer';
import { wholeNumberBetween } from './values';

/** Adds `corridor archive run`: moves old payments to the archive. Source: docs/GAPS.md#archive */
export function addArchiveCommands(program: Command): void {
  const command = program
    .command('archive')
    .command('run')
    .description('Move payments that ended long ago to the archive; they are still found by id')
    .option(
      '--months <n>',
      `whole months without a change, ${LEAST_MONTHS} or more`,
      wholeNumberBetween(LEAST_MONTHS, MAX_ARCHIVE_MONTHS),
      LEAST_MONTHS,
    );
  addResult<{ months: number }>(command, async ({ database, options: { months } }) => {
    const rules = [archivingRule(months)];
    let archived = 0;
    // A payment that another one instructs again goes in the pass after that one has gone.
    for (let moved = -1; moved !== 0;) {
      const counts = await applyRetention(database, { rules });
      moved = counts['archivedPayments'] ?? 0;
      archived += moved;
    }
    return { archived, months };
  });
}
