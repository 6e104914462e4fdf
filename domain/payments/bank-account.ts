import { countrySpecs, electronicFormatIBAN, isValidIBAN } from 'ibantools';

export type AccountFault = 'iban_length' | 'iban_checksum' | 'iban_country';

/** @returns the account number as an IBAN would be written by machines, or null when it does not look like one */
function asIban(accountNumber: string): string | null {
  const text = electronicFormatIBAN(accountNumber);
  if (text === null || !/^[A-Z]{2}[0-9]{2}/.test(text)) return null;
  const registered = Object.entries(countrySpecs).find(([country]) => country === text.slice(0, 2))?.[1];
  return registered?.IBANRegistry === true ? text : null;
}

/** @returns whether the account number looks like an IBAN of a country in the IBAN registry */
export function looksLikeIban(accountNumber: string): boolean {
  return asIban(accountNumber) !== null;
}

/**
 * What is wrong with an account number that looks like an IBAN; null when nothing is, or it does not look like one.
 * @param country country of the bank account
 * Source: docs/GAPS.md#P2
 */
export function ibanFault(accountNumber: string, country: string): AccountFault | null {
  const iban = asIban(accountNumber);
  if (iban === null) return null;
  const length = ibanLength(iban.slice(0, 2));
  if (length !== null && length !== iban.length) return 'iban_length';
  if (!isValidIBAN(iban)) return 'iban_checksum';
  return iban.slice(0, 2) === country ? null : 'iban_country';
}

/** @returns the length of the country's IBANs, or null when it is not in the IBAN registry */
export function ibanLength(country: string): number | null {
  const spec = Object.entries(countrySpecs).find(([code]) => code === country)?.[1];
  return spec?.IBANRegistry === true ? (spec.chars ?? null) : null;
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
