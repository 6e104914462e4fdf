import { createHash } from 'node:crypto';
import { canonicalJson } from '../../canonical-json';

/** What will be paid: the members that its hash covers. Amounts are in the currency's major unit. */
export interface Paid {
  instructionId: string;
  amount: number;
  currency: string;
  /** Calendar date, or null. */
  valueDate: string | null;
  uetr: string;
  chargeBearer: string | null;
  beneficiary: object;
  debtor: object | null;
  purpose: object;
  remittance: object | null;
}

/** The names of people, accounts and purposes, as they are sealed. */
interface PaidParties {
  beneficiary: object;
  debtor?: object | null | undefined;
  purpose: object;
  remittance?: object | null | undefined;
}

/** @returns what will be paid of a payment */
export function paidOf(
  terms: Pick<Paid, 'instructionId' | 'amount' | 'currency' | 'valueDate' | 'uetr' | 'chargeBearer'>,
  { beneficiary, debtor = null, purpose, remittance = null }: PaidParties,
): Paid {
  const { instructionId, amount, currency, valueDate, uetr, chargeBearer } = terms;
  const parties = { beneficiary, debtor, purpose, remittance };
  return { instructionId, amount, currency, valueDate, uetr, chargeBearer, ...parties };
}

/**
 * @returns SHA-256 of the form of RFC 8785, in hexadecimal digits
 * Source: docs/GAPS.md#P17
 */
export function hashOfPaid(paid: Paid): string {
  return createHash('sha256').update(canonicalJson(paid)).digest('hex');
}

/** Collects the scalars of a value by dotted path, without null. */
function collectLeaves(value: unknown, path: string, found: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) {
    if (value !== null && value !== undefined) found.set(path, value);
    return;
  }
  for (const [name, member] of Object.entries(value))
    collectLeaves(member, path === '' ? name : `${path}.${name}`, found);
}

/** @returns paths of the members in which two payments differ, without their values: some name people and accounts */
export function differencesOfPaid(then: Paid, now: Paid): string[] {
  const [before, after] = [new Map<string, unknown>(), new Map<string, unknown>()];
  collectLeaves(then, '', before);
  collectLeaves(now, '', after);
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}
