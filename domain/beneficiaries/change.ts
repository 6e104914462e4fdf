import { canonicalJson } from '../canonical-json';
import { compactAccountNumber } from '../payments/instruction/bank-account';
import { correctedAccount, withoutAbsent } from '../payments/instruction/resubmission';
import type { BeneficiaryPatch, KeptBeneficiary, KeptChange } from './beneficiary-schema';

/** How long payments to changed bank details are held, unless another member confirms the change. Source: docs/GAPS.md#P16 */
export const HOLD_HOURS = 72;

/**
 * A saved payee with a change, to be validated like a new one: `null` clears, and a code of a bank that cannot be right
 * in another country than before is dropped.
 * Source: docs/GAPS.md#P16
 */
export function patchedBeneficiary(before: KeptBeneficiary, patch: BeneficiaryPatch): object {
  const { bankAccount = {}, ...rest } = patch;
  const correctedBank = correctedAccount(before.bankAccount, withoutAbsent(bankAccount));
  return { ...before, ...withoutAbsent(rest), bankAccount: correctedBank };
}

type Account = KeptBeneficiary['bankAccount'];

type Numbered = Pick<Account, 'accountNumber' | 'country'>;

/** A text that is equal for the same bank details, however the account number is spaced. */
function comparableAccount(account: Account): string {
  const { bankName = '', swiftBic = '', clearing, country } = account;
  return JSON.stringify([
    compactAccountNumber(account.accountNumber),
    bankName,
    swiftBic,
    clearing?.scheme,
    clearing?.code,
    country,
  ]);
}

/** @returns whether these are other bank details than before, so that payments to them are held */
export function isOtherAccount(before: Account, after: Account): boolean {
  return comparableAccount(before) !== comparableAccount(after);
}

/** @returns whether the number, or its country, is another one than before, whatever is said of the bank */
export function isOtherNumber(before: Numbered, after: Numbered): boolean {
  const [from, to] = [before, after].map(({ accountNumber }) => compactAccountNumber(accountNumber));
  return from !== to || before.country !== after.country;
}

/** Of more changes within the time of a hold, those in the middle are forgotten. */
const MAX_REPLACED = 50;

/**
 * @param settled the newest version that was confirmed or is old enough
 * @param before the version that is replaced now
 * @returns what is kept of all versions that a later one may be compared with
 */
export function replacedBy(
  change: KeptChange | null,
  settled: number,
  before: KeptChange['replaced'][number],
): KeptChange['replaced'] {
  const open = (change?.replaced ?? []).filter(({ version }) => version >= settled);
  return [...open.slice(0, 1), ...open.slice(1).slice(1 - MAX_REPLACED), before];
}

/** @returns the bank details of that version, or of the one kept before it */
export function replacedAt({ replaced }: KeptChange, settled: number): Account | null {
  return (replaced.findLast(({ version }) => version <= settled) ?? replaced[0])?.bankAccount ?? null;
}

/** @returns whether a change leaves every member as it is */
export function isSameBeneficiary(before: object, after: object): boolean {
  return canonicalJson(before) === canonicalJson(after);
}

/** @returns the beneficiary as a payment has it */
export function paidBeneficiary({ label: _label, ...beneficiary }: KeptBeneficiary): Omit<KeptBeneficiary, 'label'> {
  return beneficiary;
}
