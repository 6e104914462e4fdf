import type { DataOf, DocumentContent, DocumentType } from '../../registry';
import { billOfLading } from './bill-of-lading';
import { certificateOfOrigin } from './certificate-of-origin';
import { commercialInvoice } from './commercial-invoice';
import { packingList } from './packing-list';
import { proformaInvoice } from './proforma-invoice';
import type { SheetView } from './view';

/** Each type has a view of its own; all share one sheet. */
const TEMPLATES: { [Type in DocumentType]: (data: DataOf<Type>) => SheetView } = {
  commercial_invoice: commercialInvoice,
  packing_list: packingList,
  certificate_of_origin: certificateOfOrigin,
  bill_of_lading: billOfLading,
  proforma_invoice: proformaInvoice,
};

/** The view of a document. */
export function viewOf<Type extends DocumentType>(content: DocumentContent<Type>): SheetView {
  return TEMPLATES[content.type](content.data);
}
