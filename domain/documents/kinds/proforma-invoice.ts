import { z } from 'zod';
import { CalendarDate, optional } from '../../schema-tools';
import { Amount, BESIDE_OTHERS, DocumentNumber, ShortText } from '../fields';
import { currencyDigits, toMinor } from '../../money';
import { FindingList, type Findings } from '../rules/finding';
import { checkAmount, checkInvoice, invoiceTotals } from '../rules/invoice';
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

/** An invoice's checks, and those of the terms of an offer. */
function checkProforma(data: ProformaInvoiceData): Findings {
  const list = new FindingList();
  const findings = checkInvoice(data);
  list.faults.push(...findings.faults);
  list.warnings.push(...findings.warnings);
  const digits = currencyDigits(data.currency) ?? 2;
  if (data.validUntil !== undefined && data.validUntil < data.invoiceDate) {
    list.fault('validUntil', 'order', 'must not be before invoiceDate');
  }
  if (data.deposit !== undefined && checkAmount(list, 'deposit', data.deposit, digits) && list.faults.length === 0) {
    const { grandTotalMinor } = invoiceTotals(data, digits);
    if (toMinor(data.deposit, digits) > grandTotalMinor) list.fault('deposit', 'sum', 'must not exceed the total');
  }
  return list;
}

/** Proforma invoice. Source: docs/GAPS.md#D3 */
export const proformaInvoice = defineKind('proforma_invoice', ProformaInvoiceData, {
  numberOf: (data) => data.proformaNumber ?? data.invoiceNumber ?? '',
  check: checkProforma,
});
