import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';
import { isRightByMod97 } from '../../iso-7064';
import { findIbanFormat, ibanFormatOf } from './iban-registry';

/** What is wrong with an IBAN. Source: ISO 13616 */
export type AccountFault = 'iban_registry' | 'iban_length' | 'iban_structure' | 'iban_checksum' | 'iban_country';

/** Two letters and two digits, and as many characters as the shortest IBANs that were ever in use. */
const IBAN_SHAPE = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{7,}$/;
const CHECK_DIGITS = /^[0-9]{2}$/;

/** @returns the number without its grouping, in capital letters: equal numbers are equal texts */
export function compactAccountNumber(accountNumber: string): string {
  return accountNumber.replace(/[ -]/g, '').toUpperCase();
}

/**
 * The account number as machines write an IBAN, when it is meant as one: it begins with the letters of the IBANs of its
 * country, or has the shape of an IBAN.
 * @param country country of the bank account
 * @returns null when it is another kind of number
 * Source: docs/GAPS.md#P2
 */
function asIban(accountNumber: string, country: string): string | null {
  const text = compactAccountNumber(accountNumber);
  const format = ibanFormatOf(country);
  const beginsAsThere = format !== null && text.startsWith(format.prefix);
  return beginsAsThere || IBAN_SHAPE.test(text) ? text : null;
}

/** @returns whether the account number is meant as an IBAN; it need not be a right one */
export function isMeantAsIban(accountNumber: string, country: string): boolean {
  return asIban(accountNumber, country) !== null;
}

/**
 * MOD 97-10 over the characters behind the first four, then those. The digits are made as 98 less a remainder, so 00, 01
 * and 99 never come about.
 * Source: ISO 13616
 */
function hasRightCheckDigits(iban: string): boolean {
  if (['00', '01', '99'].includes(iban.slice(2, 4))) return false;
  return isRightByMod97(iban.slice(4) + iban.slice(0, 4));
}

/** @returns whether the check digits inside of the national part are right, for countries whose rule is known */
function hasRightNationalDigits(iban: string): boolean {
  return !validateIBAN(iban).errorCodes.includes(ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
}

/** Whether banks of a country that is not in the registry give out numbers that are made like IBANs. */
function hasNumbersLikeIban(country: string): boolean {
  const { chars = null, IBANRegistry: isRegistered = false } = countrySpecs[country] ?? {};
  return chars !== null && !isRegistered;
}

/**
 * The fault of an account number that is meant as an IBAN; null when it has none, or is not meant as an IBAN.
 * @param country country of the bank account
 * Source: docs/GAPS.md#P2
 */
export function ibanFault(accountNumber: string, country: string): AccountFault | null {
  const iban = asIban(accountNumber, country);
  if (iban === null) return null;
  const format = findIbanFormat(iban.slice(0, 2));
  if (format === null) {
    const prefix = iban.slice(0, 2);
    if (!hasNumbersLikeIban(prefix)) return 'iban_registry';
    if (!CHECK_DIGITS.test(iban.slice(2, 4)) || !hasRightCheckDigits(iban)) return 'iban_checksum';
    return prefix === country ? null : 'iban_country';
  }
  if (iban.length !== format.length) return 'iban_length';
  if (!CHECK_DIGITS.test(iban.slice(2, 4)) || !format.bban.test(iban.slice(4))) return 'iban_structure';
  if (!hasRightCheckDigits(iban) || !hasRightNationalDigits(iban)) return 'iban_checksum';
  return ibanFormatOf(country) === format ? null : 'iban_country';
}

/** Shape of ISO 9362: party prefix, country, suffix, optional branch. */
export const BIC_PATTERN = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** @returns the country part of a BIC */
export function bicCountry(bic: string): string {
  return bic.slice(4, 6);
}

/** @returns the account number with all but its last four characters hidden. Source: docs/GAPS.md#P8 */
export function maskAccountNumber(accountNumber: string): string {
  const compact = accountNumber.replace(/[ -]/g, '');
  return compact.length <= 4 ? '****' : `****${compact.slice(-4)}`;
}

/** What of a beneficiary is masked. */
interface Numbered {
  bankAccount: { accountNumber: string };
  identifiers?: { number: string }[] | undefined;
}

/** The beneficiary with account numbers and identifiers masked. Source: docs/GAPS.md#P8 */
export function maskBeneficiary<Shown extends Numbered>(beneficiary: Shown): Shown {
  const { bankAccount, identifiers } = beneficiary;
  const accountNumber = maskAccountNumber(bankAccount.accountNumber);
  const masked = identifiers?.map((one) => ({ ...one, number: maskAccountNumber(one.number) }));
  return {
    ...beneficiary,
    bankAccount: { ...bankAccount, accountNumber },
    ...(masked === undefined ? {} : { identifiers: masked }),
  };
}
