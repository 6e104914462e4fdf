import { z } from 'zod';
import { DocumentNumber } from '../fields';
import { checkInvoice } from '../rules/invoice';
import { invoiceMembers } from './invoice-parts';
import { defineKind } from './kind';

/** Data of a commercial invoice. Source: specification, "Document"; docs/GAPS.md#D3 */
export const CommercialInvoiceData = z.object({ invoiceNumber: DocumentNumber, ...invoiceMembers });
export type CommercialInvoiceData = z.output<typeof CommercialInvoiceData>;

/** Commercial invoice. Source: specification, "Document" */
export const commercialInvoice = defineKind('commercial_invoice', CommercialInvoiceData, {
  numberOf: (data) => data.invoiceNumber,
  check: checkInvoice,
});
