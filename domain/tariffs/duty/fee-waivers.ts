import { factAt, US_FEE_WAIVERS } from '../../facts';

/** Why the merchandise processing fee is not taken of goods, or may not be. */
export interface Waiver {
  agreement: string;
  /** What grants it; null: whether anything does is not established. */
  law: string | null;
}

/** What a waiver depends on in an agreement between origin and destination. */
interface Granting {
  name: string;
  applicable: boolean;
}

/** The waiver of the processing fee by an agreement: by origin, or only if the preference is claimed. */
function waiverOf(name: string, isClaimed: boolean, date: string): Waiver[] {
  const fact = factAt(US_FEE_WAIVERS, name, date);
  const value = fact?.value ?? null;
  if (value === null) return fact !== null && isClaimed ? [{ agreement: name, law: null }] : [];
  const isWaived = value.of === 'origin' || (value.of === 'claim' && isClaimed);
  return isWaived ? [{ agreement: name, law: value.law }] : [];
}

/**
 * @param isClaimed whether the importer claims a preference, and so that the goods originate
 * @returns null where the fee is due whatever agreements there are
 * Source: docs/GAPS.md#H9
 */
export function processingWaiver(grants: readonly Granting[], isClaimed: boolean, date: string): Waiver | null {
  const waivers = grants.filter(({ applicable }) => applicable).flatMap(({ name }) => waiverOf(name, isClaimed, date));
  return waivers.find(({ law }) => law !== null) ?? waivers[0] ?? null;
}
