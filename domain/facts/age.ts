import { ALL_FACTS } from './index';
import type { Fact, Facts } from './read-facts';

/** Within these days a person has to look a fact up again. Source: docs/GAPS.md#H0 */
const CHECKED_WITHIN_DAYS = 365;
const SEEN_AHEAD_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How old the facts of a kind are, and which of them need a person. */
export interface FactsAge {
  kind: string;
  count: number;
  /** Of these facts nothing was established. */
  unknown: number;
  /** The day on which the fact that was looked up longest ago was looked up. */
  oldestCheck: string;
  /** Ran out, run out within 30 days, or were last looked up more than 365 days ago; in words. */
  due: string[];
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Sentences that a fact runs out soon, or was last checked too long ago; empty if neither. */
function factWarnings({ key, knownUntil, checkedAt }: Fact<unknown>, today: string): string[] {
  const runsOut = knownUntil !== null && knownUntil <= dayAfter(today, SEEN_AHEAD_DAYS);
  const isOld = dayAfter(checkedAt, CHECKED_WITHIN_DAYS) < today;
  return [
    ...(runsOut ? [`${key} ${knownUntil <= today ? 'ran' : 'runs'} out on ${knownUntil}`] : []),
    ...(isOld ? [`${key} was last looked up on ${checkedAt}`] : []),
  ];
}

/**
 * How old the facts of each kind are, how many are unknown, and which need a look-up.
 * @param today ISO calendar date
 */
export function factsAges(kinds: readonly Facts<unknown>[], today: string): FactsAge[] {
  return kinds.map(({ kind, facts }) => {
    const current = facts.filter(({ until }) => until === null || until > today);
    return {
      kind,
      count: facts.length,
      unknown: current.filter(({ value }) => value === null).length,
      oldestCheck: facts.map(({ checkedAt }) => checkedAt).sort()[0] ?? today,
      due: current.flatMap((fact) => factWarnings(fact, today)),
    };
  });
}

/** Ages of everything that ships. @param today ISO calendar date */
export function factAges(today: string): FactsAge[] {
  return factsAges(ALL_FACTS, today);
}

/** What a person has to look up again, each with its kind. @param today ISO calendar date */
export function factsDue(today: string): string[] {
  return factAges(today).flatMap(({ kind, due }) => due.map((one) => `${kind}: ${one}`));
}
