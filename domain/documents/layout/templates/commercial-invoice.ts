import type { CommercialInvoiceData } from '../../kinds/commercial-invoice';
import { labelsOf } from '../labels';
import { invoiceView } from './invoice';
import type { SheetView } from './view';

/** Source: specification, "Document" */
export function commercialInvoice(data: CommercialInvoiceData): SheetView {
  const locale = data.locale ?? 'en';
  const title = labelsOf(locale).commercial_invoice;
  const { invoiceNumber: number, dueDate, deliveryDate } = data;
  return invoiceView(data, { title, number, mark: null, dueDate, deliveryDate, boxes: [], totals: [] }, locale);
}
