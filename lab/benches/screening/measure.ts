import { NameIndex } from '../../../domain/compliance/name-index';
import {
  screenParty,
  type ScreenedParty,
  type ScreeningDecision,
  type ScreeningRules,
} from '../../../domain/compliance/screen';
import type { ReadList } from './lists';

/** Scores below are not asked for: no threshold lies there. */
const LEAST_SCORE = 0.5;

/** A question to the lists, with what they answered. */
export interface Answer {
  /** What a person sees who is told of the answer. */
  name: string;
  score: number;
  decision: ScreeningDecision;
  /** Whether the entry that was meant is among the answers. */
  isMeant: boolean;
}

export function indexOf(lists: readonly ReadList[]): NameIndex {
  const index = new NameIndex();
  for (const { id, entries } of lists) for (const entry of entries) index.add(id, entry);
  return index;
}

/** @returns what a payment to that name would meet: no country is blocked */
export function rulesOf(index: NameIndex): ScreeningRules {
  return { editions: [], hasOfficialList: true, index, blockedCountries: new Set() };
}

/** Asks for a name; `meant` is the entry that ought to be found. */
export function ask(index: NameIndex, name: string, meant?: { listId: string; entryId: string }): Answer {
  return answerOf(index, { name, countries: [] }, meant);
}

/** Asks for the name of a bank. */
export function askBank(index: NameIndex, name: string): Answer {
  return answerOf(index, { name, countries: [], isBank: true });
}

function answerOf(index: NameIndex, party: ScreenedParty, meant?: { listId: string; entryId: string }): Answer {
  const { name } = party;
  const { decision, candidates } = screenParty(party, rulesOf(index));
  const isMeant = candidates.some(({ editionId, entryId }) => editionId === meant?.listId && entryId === meant.entryId);
  const score = candidates[0]?.score ?? index.find(name, LEAST_SCORE)[0]?.score ?? 0;
  return { name, decision, isMeant, score };
}

/** @returns per cent of the answers that are so, to two digits */
export function percentOf(answers: readonly Answer[], isSo: (answer: Answer) => boolean): number {
  return Number(((100 * answers.filter(isSo).length) / Math.max(1, answers.length)).toFixed(2));
}

export const isFound = ({ decision }: Answer): boolean => decision !== 'clear';
export const isBlocked = ({ decision }: Answer): boolean => decision === 'blocked';
export const isGrey = ({ decision }: Answer): boolean => decision === 'review';

/** What every threshold would find of the aliases, and flag of the ordinary names: a receiver operating curve in lines. */
export function curveOf(aliases: readonly Answer[], ordinary: readonly Answer[]): string[] {
  const thresholds = Array.from({ length: 10 }, (_, at) => 0.5 + at * 0.05);
  return thresholds.map((threshold) => {
    const isAbove = ({ score }: Answer): boolean => score >= threshold;
    const [found, flagged] = [percentOf(aliases, isAbove), percentOf(ordinary, isAbove)];
    return `From a score of ${threshold.toFixed(2)}: ${found} % of the spellings found, ${flagged} % of the people flagged.`;
  });
}

const FOLDS = 5;

/**
 * @param most share of ordinary names that may be flagged, 0..1
 * @returns recall in per cent on a fifth of the aliases at the threshold that the other ordinary names allow, averaged
 */
export function crossValidated(aliases: readonly Answer[], ordinary: readonly Answer[], most: number): string {
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const known = ordinary.filter((_answer, at) => at % FOLDS !== fold).map(({ score }) => score);
    const threshold = known.sort((left, right) => right - left)[Math.floor(known.length * most)] ?? 1;
    const isAbove = ({ score }: Answer): boolean => score > threshold;
    const flagged = ordinary.filter((_answer, at) => at % FOLDS === fold);
    const held = aliases.filter((_answer, at) => at % FOLDS === fold);
    return { found: percentOf(held, isAbove), flagged: percentOf(flagged, isAbove) };
  });
  const mean = (of: (fold: { found: number; flagged: number }) => number): string =>
    (folds.reduce((sum, fold) => sum + of(fold), 0) / FOLDS).toFixed(1);
  return (
    `Threshold chosen on four fifths, judged by the last (${FOLDS} folds, ${(100 * most).toFixed(1)} % flagged allowed): ` +
    `${mean(({ found }) => found)} % found, ${mean(({ flagged }) => flagged)} % flagged.`
  );
}
