import type { Fact, Facts } from './read-facts';

/** The days, if any, from which a fact is not known or its value has ended. */
function endOf({ value, from, knownUntil }: Fact<unknown>): string[] {
  const ends = value === null && from !== null ? [from] : [];
  return knownUntil === null ? ends : [knownUntil, ...ends];
}

/** The row of a kind in the table: its counts, when the first fact ends, and the oldest and newest check. */
function kindRow({ kind, facts }: Facts<unknown>): string {
  const keys = new Set(facts.map(({ key }) => key)).size;
  const unknown = facts.filter(({ value }) => value === null).length;
  const ends = facts.flatMap(endOf).sort();
  const checks = facts.map(({ checkedAt }) => checkedAt).sort();
  const cells = [kind, keys, facts.length, unknown, ends[0] ?? '', checks[0] ?? '', checks.at(-1) ?? ''];
  return `| ${cells.join(' | ')} |`;
}

/** Rows of the days on which facts end, which are then to be looked up again. */
function endRows({ kind, facts }: Facts<unknown>): { end: string; row: string }[] {
  const byEnd = new Map<string, string[]>();
  for (const fact of facts) {
    for (const end of endOf(fact)) byEnd.set(end, [...(byEnd.get(end) ?? []), fact.key]);
  }
  return [...byEnd].map(([end, keys]) => ({ end, row: `| ${end} | ${kind} | ${[...new Set(keys)].join(', ')} |` }));
}

function sourcesOf({ kind, facts }: Facts<unknown>): string {
  const sources = [...new Set(facts.map(({ source }) => source))].sort();
  return [`## ${kind}`, '', ...sources.map((source) => `- ${source}`)].join('\n');
}

/**
 * The page docs/internal/FACTS.md: how many facts of each kind there are, until when they are known, and when they
 * were checked.
 */
export function factsPage(kinds: readonly Facts<unknown>[]): string {
  return [
    '# Facts of the world',
    '',
    'Made from `domain/facts/` by `UPDATE_FACTS=1 npm test -- test/invariants/facts.test.ts`. "Not established" counts facts of which nothing',
    'is known; "known until" is the first day on which that holds for one of the kind. What that means: [H0](../GAPS.md#H0).',
    '',
    '| Kind | Subjects | Facts | Not established | Known until | First looked up | Last looked up |',
    '|---|---|---|---|---|---|---|',
    ...kinds.map(kindRow),
    '',
    '## What runs out',
    '',
    'From this day on nothing is known of the subject, until somebody looks it up again.',
    '',
    '| From | Kind | Subjects |',
    '|---|---|---|',
    ...kinds
      .flatMap(endRows)
      .sort((one, other) => (one.end < other.end ? -1 : 1))
      .map((ending) => ending.row),
    '',
    ...kinds.flatMap((kind) => [sourcesOf(kind), '']),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
