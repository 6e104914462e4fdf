import { billOfLading } from './bill-of-lading';
import { certificateOfOrigin } from './certificate-of-origin';
import { commercialInvoice } from './commercial-invoice';
import { packingList } from './packing-list';
import { proformaInvoice } from './proforma-invoice';

/** Every type of document; unions, schemas, lists and checks derive from it. Source: specification, "Document" */
export const DOCUMENT_KINDS = {
  commercial_invoice: commercialInvoice,
  packing_list: packingList,
  certificate_of_origin: certificateOfOrigin,
  bill_of_lading: billOfLading,
  proforma_invoice: proformaInvoice,
};
