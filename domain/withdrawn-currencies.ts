import { WITHDRAWN_CURRENCIES } from './facts/withdrawn';
import { addDays } from './calendar-dates';

/** First day without it and successor, by ISO 4217 code. */
const ENDED: ReadonlyMap<string, { from: string; successor: string }> = new Map(
  WITHDRAWN_CURRENCIES.facts.flatMap(({ key, from, value }) => {
    const successor = value?.successor ?? null;
    return from === null || successor === null ? [] : [[key, { from, successor }]];
  }),
);

/**
 * @param date calendar date on which it is to be paid; null: whatever the date, of a code that is known no more
 * @returns in words that follow the name of the field, that nothing can be paid in the currency on that day; else null
 * Source: docs/GAPS.md#G6
 */
export function withdrawnMessage(currency: string, date: string | null): string | null {
  const found = ENDED.get(currency);
  if (found === undefined || (date !== null && date < found.from)) return null;
  return `is withdrawn: the last day of ${currency} was ${addDays(found.from, -1)}, its successor is ${found.successor}`;
}
