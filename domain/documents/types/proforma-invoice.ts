import { z } from 'zod';
import { CalendarDate, optional } from '../../schema-tools';
import { Amount, DocumentNumber, ShortText } from '../fields';
import { invoiceMembers } from './invoice-parts';

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
      message: 'is required',
      params: { code: 'required' },
    });
  });
export type ProformaInvoiceData = z.output<typeof ProformaInvoiceData>;
