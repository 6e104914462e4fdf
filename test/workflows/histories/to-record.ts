import type { Scenario } from './scenario';

/**
 * What `npm run record-histories` records: an existing history is made anew only by name, since a history that is recorded
 * again proves nothing about the workflows that began before.
 * @param recorded names of the histories of the release in hand
 * @param named names of scenarios, separated by commas
 * @throws Error when there is no scenario of a name
 */
export function toRecord(
  scenarios: readonly Scenario[],
  recorded: ReadonlySet<string>,
  named: string | undefined,
): Scenario[] {
  const names = new Set((named ?? '').split(',').filter((name) => name !== ''));
  const unknown = [...names].filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}.`);
  return scenarios.filter(({ name }) => names.has(name) || !recorded.has(name));
}
