import { z } from 'zod';
import { isRightByMod97 } from '../../iso-7064';
import { optional, printable } from '../../schema-tools';

/** What ISO 20022 has room for in `Ustrd`. */
const MAX_TEXT = 140;
/** What ISO 20022 has room for in `Ref` of `CdtrRefInf`. */
export const MAX_REFERENCE = 35;

/** Letters, check digits, which are 02 to 98, and up to 21 characters of the creditor's own. */
const CREDITOR_REFERENCE = /^RF(?!00|01|99)[0-9]{2}[A-Z0-9]{1,21}$/;

/**
 * @param reference in electronic form, or in groups with blanks between them
 * @returns whether it is a creditor reference whose check digits are right
 * Source: ISO 11649
 */
export function isCreditorReference(reference: string): boolean {
  const text = reference.replaceAll(' ', '');
  return CREDITOR_REFERENCE.test(text) && isRightByMod97(text.slice(4) + text.slice(0, 4));
}

/** @returns whether a payee's reference is right; only one that begins with RF can be wrong. Source: docs/GAPS.md#P2 */
export function isRightReference(reference: string): boolean {
  return !reference.startsWith('RF') || isCreditorReference(reference);
}

/** The fault of a reference that is not right. */
export const WRONG_REFERENCE = {
  error: 'begins with RF, but is no creditor reference with right check digits (ISO 11649)',
  params: { code: 'creditor_reference' },
};

/** Remittance information for the payee. Source: docs/GAPS.md#P2 */
export const Remittance = z
  .object({
    text: optional(printable(MAX_TEXT).meta({ description: 'For the payee to read, such as `Invoice 1001`' })),
    reference: optional(
      printable(MAX_REFERENCE).refine(isRightReference, WRONG_REFERENCE).meta({
        description:
          "The payee's own reference; one that begins with RF must be a creditor reference with right check digits",
      }),
    ),
  })
  .meta({ id: 'Remittance', description: 'Remittance information for the payee' });
