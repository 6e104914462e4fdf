import { z } from 'zod';
import { DocumentNumber } from '../fields';
import { invoiceMembers } from './invoice-parts';

/** Data of a commercial invoice. Source: specification, "Document"; docs/GAPS.md#D3 */
export const CommercialInvoiceData = z.object({ invoiceNumber: DocumentNumber, ...invoiceMembers });
export type CommercialInvoiceData = z.output<typeof CommercialInvoiceData>;
