import type { Command } from 'commander';
import { changeBlockedCountry, listBlockedCountries } from '../../db/compliance/screening-rules';
import { utcDate } from '../../domain/calendar-dates';
import { isBankingCountry } from '../../domain/countries';
import { blockSource } from '../../domain/payments/routing/sanctioned-countries';
import { actor } from '../actor';
import { UsageError } from '../context';
import { addResult } from './answer';
import { givenReason } from './values';

const OWN_DECISION = 'decided by an operator; the reason is in the audit log';

/** @returns where the block of each country comes from, by its code */
function sourcesOf(blocked: readonly string[]): Record<string, string> {
  const today = utcDate(new Date());
  return Object.fromEntries(blocked.map((country) => [country, blockSource(country, today) ?? OWN_DECISION]));
}

/** Adds `corridor countries …`: blocked countries. Source: docs/GAPS.md#P13 */
export function addCountryCommands(program: Command): void {
  const countries = program.command('countries');
  addResult(countries.command('list').description('Blocked countries, each with its source'), async ({ database }) => {
    const blocked = await listBlockedCountries(database);
    const sources = sourcesOf(blocked);
    const lines = Object.entries(sources).map(([country, source]) => `${country}: ${source}`);
    return [{ blocked, sources }, lines.length === 0 ? ['No country is blocked.'] : lines];
  });
  for (const [name, isBlocked] of [
    ['block', true],
    ['unblock', false],
  ] as const) {
    const command = countries
      .command(name)
      .argument('<country>', 'ISO 3166-1 alpha-2 code')
      .description(isBlocked ? 'Block payments to a country' : 'Unblock payments to a country')
      .requiredOption('--reason <text>', 'reason, for the audit log');
    addResult<{ reason: string }>(command, async ({ database, id, options }) => {
      const country = id.toUpperCase();
      if (!isBankingCountry(country)) throw new UsageError(`"${id}" is no ISO 3166-1 alpha-2 code.`);
      const wanted = { isBlocked, reason: givenReason(options.reason), actor: actor() };
      return { country, blocked: isBlocked, changed: await changeBlockedCountry(database, country, wanted) };
    });
  }
}
