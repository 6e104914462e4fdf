import { amountFault, fromMinor, toMinor } from '../../money';
import type { FindingList } from './finding';

/** A sum in minor units, of the parts as stated and of the correct parts; null where a part is unknown. */
export interface Sums {
  statedMinor: bigint | null;
  dueMinor: bigint | null;
}

/** Notes a fault for too many decimals or significant digits. @returns whether the amount is valid */
export function checkAmount(list: FindingList, field: string, amount: number, digits: number): boolean {
  const fault = amountFault(Math.abs(amount), digits, 'zero');
  if (fault === null) return true;
  const message = fault === 'decimals' ? `has more than ${digits} decimals` : 'has more than 15 significant digits';
  list.fault(field, fault, message);
  return false;
}

/** @returns the amount in minor units, null where it is absent or unsound; what is unsound is noted */
export function minorOf(
  list: FindingList,
  field: string,
  amount: number | null | undefined,
  digits: number,
): bigint | null {
  if (amount === null || amount === undefined || !checkAmount(list, field, amount, digits)) return null;
  return toMinor(amount, digits);
}

/** @returns the sum of minor units, null where a part is not known */
export function addUp(parts: readonly (bigint | null)[]): bigint | null {
  return parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n);
}

/** @returns both sums of several parts */
export function addSums(parts: readonly Sums[]): Sums {
  return {
    statedMinor: addUp(parts.map(({ statedMinor }) => statedMinor)),
    dueMinor: addUp(parts.map(({ dueMinor }) => dueMinor)),
  };
}

/**
 * Notes a fault for an amount that is neither the sum of the stated parts nor the correct sum; a part that is wrong is
 * noted elsewhere. Nothing is noted where an amount or a sum is unknown.
 * @param sums `what` names the sum in the message
 */
export function compareSum(
  list: FindingList,
  field: string,
  amount: bigint | null,
  sums: Sums & { what: string },
  digits: number,
): void {
  const { statedMinor, dueMinor, what } = sums;
  if (amount === null || statedMinor === null || dueMinor === null) return;
  if (amount === statedMinor || amount === dueMinor) return;
  list.fault(field, 'sum', `must be ${what}, which is ${fromMinor(dueMinor, digits).toFixed(digits)}`);
}
