import { ACCOUNT_NUMBERS, type NumberForm } from '../../facts/corridors';
import { isRightBy371 } from '../../weights-371';
import { isMeantAsIban } from './bank-account';

/** The member that a form of account numbers is about. */
export const ACCOUNT_NUMBER = 'beneficiary.bankAccount.accountNumber';

/**
 * Why an account number does not have a form, or null. Whether an IBAN is valid is checked elsewhere.
 * @param given account number, however it is grouped
 * Source: docs/GAPS.md#corridors
 */
export function numberFault(
  form: NumberForm,
  given: string,
  country: string,
): { code: string; message: string } | null {
  const code = 'account_number';
  if (form === 'iban') return isMeantAsIban(given, country) ? null : { code, message: 'must be an IBAN' };
  const digits = given.replace(/[ -]/g, '');
  if (form === 'clabe') {
    if (!/^[0-9]{18}$/.test(digits)) return { code, message: 'must be a CLABE of 18 digits' };
    return isRightBy371(digits) ? null : { code, message: 'is a CLABE with a wrong check digit' };
  }
  const { least, most } = form;
  if (/^[0-9]+$/.test(digits) && digits.length >= least && digits.length <= most) return null;
  // An IBAN has the number in it.
  if (isMeantAsIban(given, country)) return null;
  return { code, message: `must have ${lengthText(form)} digits` };
}

function lengthText({ least, most }: Exclude<NumberForm, string>): string {
  if (least === most) return String(most);
  return least === 1 ? `at most ${most}` : `${least} to ${most}`;
}

/** @returns whether it was looked for how accounts are found in that country, and not established. Source: docs/GAPS.md#corridors */
export function isAccountUnknown(country: string): boolean {
  return ACCOUNT_NUMBERS.facts.some(({ key, value }) => value === null && key === `account_${country.toLowerCase()}`);
}

/** How accounts are found in the countries of which that is known, as rules of corridors. */
export const ACCOUNT_RULES = ACCOUNT_NUMBERS.facts.flatMap(({ key: id, value, from }) => {
  if (value === null) return [];
  const { currencies, countries, number, fields, why, title, url } = value;
  const where = { countries, ...(currencies === undefined ? {} : { currencies }) };
  const facts = { fields: number === null ? fields : [ACCOUNT_NUMBER, ...fields], why, since: from };
  return [{ id, ...where, ...facts, ...(number === null ? {} : { number }), source: { title, url } }];
});
