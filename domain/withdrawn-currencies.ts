import WITHDRAWN from './withdrawn-currencies.json';

/** A currency that has ended. Each fact names where it was looked up, and when. */
interface WithdrawnCurrency {
  /** ISO 4217 code. */
  code: string;
  /** Calendar date: the last day on which accounts were kept in it. */
  lastDay: string;
  /** ISO 4217 code of what came in its place. */
  successor: string;
  source: string;
  checkedAt: string;
}

const BY_CODE: ReadonlyMap<string, WithdrawnCurrency> = new Map(WITHDRAWN.map((one) => [one.code, one]));

/**
 * @param date calendar date on which it is to be paid; null: whatever the date, of a code that is known no more
 * @returns in words that follow the name of the field, that nothing can be paid in the currency on that day; else null
 * Source: docs/GAPS.md#G6
 */
export function withdrawnMessage(currency: string, date: string | null): string | null {
  const found = BY_CODE.get(currency);
  if (found === undefined || (date !== null && date <= found.lastDay)) return null;
  return `is withdrawn: the last day of ${currency} was ${found.lastDay}, its successor is ${found.successor}`;
}
