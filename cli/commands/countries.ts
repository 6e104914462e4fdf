import type { Command } from 'commander';
import { changeBlockedCountry, listBlockedCountries } from '../../db/compliance/screening-rules';
import { utcDate } from '../../domain/calendar-dates';
import { isBankingCountry } from '../../domain/countries';
import { blockSource } from '../../domain/payments/routing/sanctioned-countries';
import { actor } from '../actor';
import { contextOf, printResult, UsageError, withDatabase } from '../context';
import { givenReason, printLines } from './values';

function change(isBlocked: boolean) {
  return async (code: string, { reason }: { reason: string }, command: Command): Promise<void> => {
    const country = code.toUpperCase();
    if (!isBankingCountry(country)) throw new UsageError(`"${code}" is no ISO 3166-1 alpha-2 code.`);
    const wanted = { isBlocked, reason: givenReason(reason), actor: actor() };
    const changed = await withDatabase(contextOf(command), (database) =>
      changeBlockedCountry(database, country, wanted),
    );
    printResult(command, { country, blocked: isBlocked, changed });
  };
}

const OWN_DECISION = 'decided by an operator; the reason is in the audit log';

/** @returns where the block of each country comes from, by its code */
function sourcesOf(blocked: readonly string[]): Record<string, string> {
  const today = utcDate(new Date());
  return Object.fromEntries(blocked.map((country) => [country, blockSource(country, today) ?? OWN_DECISION]));
}

/** `corridor countries …`: countries that nothing is paid to. Source: docs/GAPS.md#P13 */
export function addCountryCommands(program: Command): void {
  const countries = program.command('countries');
  countries
    .command('list')
    .description('Blocked countries, each with its source')
    .option('--json', 'print one JSON object')
    .action(async (_options: object, command: Command) => {
      const blocked = await withDatabase(contextOf(command), listBlockedCountries);
      const sources = sourcesOf(blocked);
      const lines = Object.entries(sources).map(([country, source]) => `${country}: ${source}`);
      printLines(command, { blocked, sources }, lines.length === 0 ? ['No country is blocked.'] : lines);
    });
  for (const [name, isBlocked] of [
    ['block', true],
    ['unblock', false],
  ] as const) {
    countries
      .command(name)
      .argument('<country>', 'ISO 3166-1 alpha-2 code')
      .description(isBlocked ? 'Block payments to a country' : 'Unblock payments to a country')
      .requiredOption('--reason <text>', 'reason, for the audit log')
      .option('--json', 'print one JSON object')
      .action(change(isBlocked));
  }
}
