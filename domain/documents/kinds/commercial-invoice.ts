import { z } from 'zod';
import { addDays } from '../../calendar-dates';
import { CalendarDate, optional, sound } from '../../schema-tools';
import { DocumentNumber } from '../fields';
import { FindingList, type Findings } from '../rules/finding';
import { checkInvoice } from '../rules/invoice';
import { invoiceMembers } from './invoice-parts';
import { defineKind } from './kind';

/** Data of a commercial invoice. Source: specification, "Document"; docs/GAPS.md#D3 */
export const CommercialInvoiceData = z.object({
  invoiceNumber: DocumentNumber,
  ...invoiceMembers,
  dueDate: optional(CalendarDate),
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

/** An invoice's checks, and those of the day on which it is due. */
function checkCommercial(data: unknown): Findings {
  const { faults, warnings } = checkInvoice(data);
  const list = new FindingList();
  list.faults.push(...faults);
  list.warnings.push(...warnings);
  const { invoiceDate = null, dueDate, paymentTerms } = SentTerms.safeParse(data).data ?? {};
  if (!dueDate || invoiceDate === null) return list;
  if (dueDate < invoiceDate) {
    list.fault('dueDate', 'order', 'must not be before invoiceDate');
    return list;
  }
  const days = NET_DAYS.exec(paymentTerms ?? '')?.[1];
  const expected = days === undefined ? dueDate : addDays(invoiceDate, Number(days));
  if (dueDate !== expected) list.warn('dueDate', 'payment_terms', `is not that of paymentTerms, which is ${expected}`);
  return list;
}

/** Commercial invoice. Source: specification, "Document" */
export const commercialInvoice = defineKind('commercial_invoice', CommercialInvoiceData, {
  numberOf: (data) => data.invoiceNumber,
  check: checkCommercial,
});
