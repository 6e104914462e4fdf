import type { DocumentContent } from '../../../domain/documents/registry';
import { billOfLading } from './bill-of-lading';
import { certificateOfOrigin } from './certificate-of-origin';
import { commercialInvoice } from './commercial-invoice';
import { packingList } from './packing-list';
import { proformaInvoice } from './proforma-invoice';
import type { SheetView } from './view';

/** The view of a document; each type has its own, all share one sheet. */
export function viewOf(content: DocumentContent): SheetView {
  switch (content.type) {
    case 'commercial_invoice':
      return commercialInvoice(content.data);
    case 'proforma_invoice':
      return proformaInvoice(content.data);
    case 'packing_list':
      return packingList(content.data);
    case 'certificate_of_origin':
      return certificateOfOrigin(content.data);
    case 'bill_of_lading':
      return billOfLading(content.data);
  }
}
