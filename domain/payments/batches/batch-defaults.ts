import { isObject, memberOf } from '../../unknown-value';

/** What a batch says for those of its rows that do not say it themselves. Source: docs/GAPS.md#P18 */
export interface BatchDefaults {
  /** As in a creation, or its code alone. */
  purpose?: unknown;
  valueDate?: unknown;
  debtor?: unknown;
}

/** What a row of a bank's message is taken for that has no purpose, as its schema allows. */
const ASSUMED_PURPOSE = 'trade_settlement';

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/**
 * Adds the defaults of a batch to an item: purpose, value date and debtor, where it has none of its own.
 * @param item body of a creation as it was sent
 * @param isMessage whether it is of a message of a bank, in which a purpose is optional
 * @returns the item, and whether its purpose is assumed
 */
export function completeItem(
  item: unknown,
  { purpose, valueDate, debtor }: BatchDefaults,
  isMessage: boolean,
): { item: unknown; isPurposeAssumed: boolean } {
  if (!isObject(item) || Array.isArray(item)) return { item, isPurposeAssumed: false };
  const given = typeof purpose === 'string' ? { code: purpose } : purpose;
  const lacksPurpose = isAbsent(memberOf(item, 'purpose'));
  const isPurposeAssumed = isMessage && lacksPurpose && isAbsent(given);
  const said = { purpose: isPurposeAssumed ? { code: ASSUMED_PURPOSE } : given, valueDate, debtor };
  const added = Object.entries(said).filter(([name, value]) => !isAbsent(value) && isAbsent(memberOf(item, name)));
  return { item: added.length === 0 ? item : { ...item, ...Object.fromEntries(added) }, isPurposeAssumed };
}
