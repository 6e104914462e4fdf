import { z } from 'zod';
import { optional } from '../schema-tools';
import { line } from './fields';
import { DOCUMENT_TYPES, type Locale } from './document';
import { checkBillOfLading } from './rules/bill-of-lading';
import { checkCertificateOfOrigin, type CheckFacts } from './rules/certificate-of-origin';
import type { Findings } from './rules/finding';
import { checkInvoice, checkProforma } from './rules/invoice';
import { checkPackingList } from './rules/packing-list';
import { BillOfLadingData } from './types/bill-of-lading';
import { CertificateOfOriginData } from './types/certificate-of-origin';
import { CommercialInvoiceData } from './types/commercial-invoice';
import { PackingListData } from './types/packing-list';
import { ProformaInvoiceData } from './types/proforma-invoice';

/** A document's type and data, parsed: what the checks and the templates work on. */
export type DocumentContent =
  | { type: 'commercial_invoice'; data: CommercialInvoiceData }
  | { type: 'packing_list'; data: PackingListData }
  | { type: 'certificate_of_origin'; data: CertificateOfOriginData }
  | { type: 'bill_of_lading'; data: BillOfLadingData }
  | { type: 'proforma_invoice'; data: ProformaInvoiceData };

const shared = {
  shipmentId: optional(line(64)),
  instructionId: optional(z.string().regex(/^instr_[0-9a-z]{26}$/, 'must be the id of a payment instruction')),
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const hasKnownType = (body: object) => DOCUMENT_TYPES.some((type) => type === Reflect.get(body, 'type'));

/** One shape of the request, and the names that the published document gives it and its data. */
function requestOf<Type extends string, Data extends z.ZodType>(type: Type, name: string, data: Data) {
  return z
    .object({ type: z.literal(type), ...shared, data: data.meta({ id: `${name}Data` }) })
    .meta({ id: `${name}Request` });
}

const AnyRequest = z.discriminatedUnion(
  'type',
  [
    requestOf('commercial_invoice', 'CommercialInvoice', CommercialInvoiceData),
    requestOf('packing_list', 'PackingList', PackingListData),
    requestOf('certificate_of_origin', 'CertificateOfOrigin', CertificateOfOriginData),
    requestOf('bill_of_lading', 'BillOfLading', BillOfLadingData),
    requestOf('proforma_invoice', 'ProformaInvoice', ProformaInvoiceData),
  ],
  { error: ({ input }) => (isObject(input) ? `must be one of ${DOCUMENT_TYPES.join(', ')}` : 'must be an object') },
);

/** Body of the generation, one shape per type. Source: specification, "Documents"; docs/GAPS.md#D3 */
export const DocumentRequest = AnyRequest.refine((body) => isObject(body.data), {
  path: ['data'],
  error: 'must be an object',
  params: { code: 'required' },
  // Without a known type no shape is chosen, so nobody else would miss the data.
  when: ({ value }) => isObject(value) && !hasKnownType(value),
}).meta({ id: 'DocumentRequest' });
export type DocumentRequest = z.output<typeof DocumentRequest>;

/** Cross-checks of a document. */
export function checkContent(content: DocumentContent, facts: CheckFacts): Findings {
  switch (content.type) {
    case 'commercial_invoice':
      return checkInvoice(content.data);
    case 'proforma_invoice':
      return checkProforma(content.data);
    case 'packing_list':
      return checkPackingList(content.data);
    case 'certificate_of_origin':
      return checkCertificateOfOrigin(content.data, facts);
    case 'bill_of_lading':
      return checkBillOfLading(content.data, facts.today);
  }
}

/** @returns the document's own number, which names the file. Source: docs/GAPS.md#D4 */
export function numberOf(content: DocumentContent): string {
  switch (content.type) {
    case 'commercial_invoice':
      return content.data.invoiceNumber;
    case 'proforma_invoice':
      return content.data.proformaNumber ?? content.data.invoiceNumber ?? '';
    case 'packing_list':
      return content.data.packingListNumber;
    case 'certificate_of_origin':
      return content.data.certificateNumber;
    case 'bill_of_lading':
      return content.data.blNumber;
  }
}

/** @returns the language of the labels */
export function localeOf(content: DocumentContent): Locale {
  return content.data.locale ?? 'en';
}
