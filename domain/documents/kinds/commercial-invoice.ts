import { z } from 'zod';
import { addDays } from '../../calendar-dates';
import { CalendarDate, optional, sound } from '../../schema-tools';
import { checkFacturX } from '../factur-x/check';
import { DocumentNumber } from '../fields';
import { FindingList, type Findings } from '../rules/finding';
import { checkInvoice } from '../rules/invoice';
import { invoiceMembers } from './invoice-parts';
import { defineKind, type CheckFacts } from './kind';

/** Data of a commercial invoice. Source: specification, "Document"; docs/GAPS.md#D3 */
export const CommercialInvoiceData = z.object({
  invoiceNumber: DocumentNumber,
  ...invoiceMembers,
  dueDate: optional(CalendarDate),
  deliveryDate: optional(CalendarDate),
});
export type CommercialInvoiceData = z.output<typeof CommercialInvoiceData>;

/** What the checks of a demand for payment look at beside those of an invoice, each member as far as it is sound. */
const SentTerms = z.object({
  invoiceDate: sound(CalendarDate),
  dueDate: sound(optional(CalendarDate)),
  paymentTerms: sound(z.string()),
});

/** Terms such as "Net 30", in days after the date of the invoice. */
const NET_DAYS = /^\s*net\s+(\d{1,3})(\s+days)?\s*$/i;

/** Checks that the due date is not before the invoice date and fits terms such as `net 30 days`. */
function checkDueDate(list: FindingList, data: unknown): void {
  const { invoiceDate = null, dueDate, paymentTerms } = SentTerms.safeParse(data).data ?? {};
  if (!dueDate || invoiceDate === null) return;
  if (dueDate < invoiceDate) {
    list.fault('dueDate', 'order', 'must not be before invoiceDate');
    return;
  }
  const days = NET_DAYS.exec(paymentTerms ?? '')?.[1];
  const expected = days === undefined ? dueDate : addDays(invoiceDate, Number(days));
  if (dueDate !== expected) list.warn('dueDate', 'payment_terms', `is not that of paymentTerms, which is ${expected}`);
}

/** An invoice's checks, those of its due date, and those of its electronic form where the account wants it. */
function checkCommercial(data: unknown, { invoiceFormat }: CheckFacts): Findings {
  const { faults, warnings } = checkInvoice(data);
  const list = new FindingList();
  list.faults.push(...faults);
  list.warnings.push(...warnings);
  checkDueDate(list, data);
  if (invoiceFormat === 'factur-x') checkFacturX(list, data);
  return list;
}

/** Commercial invoice. Source: specification, "Document" */
export const commercialInvoice = defineKind('commercial_invoice', CommercialInvoiceData, {
  numberOf: (data) => data.invoiceNumber,
  check: checkCommercial,
});
