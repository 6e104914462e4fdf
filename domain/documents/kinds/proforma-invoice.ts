import { z } from 'zod';
import { CalendarDate, optional, sound } from '../../schema-tools';
import { Amount, BESIDE_OTHERS, DocumentNumber, ShortText } from '../fields';
import { toMinor } from '../../money';
import { FindingList, type Findings } from '../rules/finding';
import { checkInvoice } from '../rules/invoice';
import { checkAmount } from '../rules/sums';
import { invoiceMembers } from './invoice-parts';
import { defineKind } from './kind';

/**
 * Data of a proforma invoice: an invoice's, numbered by `proformaNumber` or `invoiceNumber`.
 * Source: docs/GAPS.md#D3
 */
export const ProformaInvoiceData = z
  .object({
    proformaNumber: optional(DocumentNumber),
    invoiceNumber: optional(DocumentNumber),
    ...invoiceMembers,
    validUntil: optional(CalendarDate),
    leadTime: optional(ShortText),
    deposit: optional(Amount),
  })
  .superRefine((data, context) => {
    if (data.proformaNumber !== undefined || data.invoiceNumber !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['proformaNumber'],
      message: 'is required, unless invoiceNumber is given',
      params: { code: 'required' },
    });
  }, BESIDE_OTHERS);
export type ProformaInvoiceData = z.output<typeof ProformaInvoiceData>;

/** What the checks of an offer look at beside those of an invoice, each member as far as it is sound. */
const SentTerms = z.object({
  invoiceDate: sound(CalendarDate),
  validUntil: sound(optional(CalendarDate)),
  deposit: sound(optional(Amount)),
});

/** An invoice's checks, and those of the terms of an offer. */
function checkProforma(data: unknown): Findings {
  const list = new FindingList();
  const { faults, warnings, grandTotalMinor, digits } = checkInvoice(data);
  list.faults.push(...faults);
  list.warnings.push(...warnings);
  const { invoiceDate = null, validUntil, deposit } = SentTerms.safeParse(data).data ?? {};
  if (validUntil && invoiceDate !== null && validUntil < invoiceDate) {
    list.fault('validUntil', 'order', 'must not be before invoiceDate');
  }
  if (!deposit || digits === null || !checkAmount(list, 'deposit', deposit, digits)) return list;
  if (grandTotalMinor !== null && toMinor(deposit, digits) > grandTotalMinor) {
    list.fault('deposit', 'sum', 'must not exceed the total');
  }
  return list;
}

/** Proforma invoice. Source: docs/GAPS.md#D3 */
export const proformaInvoice = defineKind('proforma_invoice', ProformaInvoiceData, {
  numberOf: (data) => data.proformaNumber ?? data.invoiceNumber ?? '',
  check: checkProforma,
});
