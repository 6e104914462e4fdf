import { isCreditorReference } from '../instruction/remittance';
import { compactAccountNumber } from '../instruction/bank-account';

/** A payee's reference as banks carry it. */
export interface TypedReference {
  /** Without groups and separators. */
  reference: string;
  /** `SCOR` is a code of ISO 20022, `QRR` a proprietary type of Swiss banks. */
  type: 'SCOR' | 'QRR';
  /** Who defines the reference, where that is not ISO 11649. */
  issuer: string | null;
}

/** Table of modulo 10, recursive. Source: Swiss Payment Standards, "QR reference" */
const CARRY = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** @returns whether it has 27 digits, the last of which is the check digit by modulo 10, recursive */
export function isQrReference(reference: string): boolean {
  const digits = reference.replaceAll(' ', '');
  if (!/^\d{27}$/.test(digits)) return false;
  const carry = [...digits.slice(0, -1)].reduce((rest, digit) => CARRY[(rest + Number(digit)) % 10] ?? 0, 0);
  return (10 - carry) % 10 === Number(digits.at(-1));
}

/** @returns whether it is an IBAN of Switzerland or Liechtenstein with an institution of 30000 to 31999 */
export function isQrIban(accountNumber: string): boolean {
  return /^(CH|LI)\d{2}3[01]/.test(compactAccountNumber(accountNumber));
}

/** Source: Febelfin, structured communication of 12 digits */
function isBelgian(digits: string): boolean {
  return /^\d{12}$/.test(digits) && (Number(digits.slice(0, 10)) % 97 || 97) === Number(digits.slice(10));
}

/** Whether a reference has a valid Finnish check digit. Source: Finance Finland, weights 7, 3, 1 */
function isFinnish(digits: string): boolean {
  if (!/^\d{4,20}$/.test(digits)) return false;
  const body = [...digits.slice(0, -1)].reverse();
  const sum = body.reduce((all, digit, index) => all + Number(digit) * ([7, 3, 1][index % 3] ?? 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** References of a country's own, by the first letters of the IBAN. */
const NATIONAL: Readonly<Record<string, { issuer: string | null; isOne(compact: string): boolean }>> = {
  BE: { issuer: 'BBA', isOne: isBelgian },
  FI: { issuer: null, isOne: isFinnish },
  SI: { issuer: null, isOne: (compact) => /^SI\d{2}/.test(compact) },
  HR: { issuer: null, isOne: (compact) => /^HR\d{2}/.test(compact) },
};

/**
 * A payee's reference with its type; null where no type is known.
 * @param accountNumber of the payee
 * Source: ISO 11649; docs/GAPS.md#P23
 */
export function typedReference(reference: string, accountNumber: string): TypedReference | null {
  if (isCreditorReference(reference)) return { reference: reference.replaceAll(' ', ''), type: 'SCOR', issuer: null };
  const country = compactAccountNumber(accountNumber).slice(0, 2);
  if ((country === 'CH' || country === 'LI') && isQrReference(reference)) {
    return { reference: reference.replaceAll(' ', ''), type: 'QRR', issuer: null };
  }
  const national = Object.hasOwn(NATIONAL, country) ? NATIONAL[country] : undefined;
  const compact = reference.replace(/[ +/*]/g, '').toUpperCase();
  return national?.isOne(compact) === true ? { reference: compact, type: 'SCOR', issuer: national.issuer } : null;
}
