import { z } from 'zod';
import { CalendarDate, Country, optional } from '../../schema-tools';
import { LOCALES } from '../document';
import {
  Description,
  DocumentNumber,
  hsCode,
  line,
  MAX_ITEMS,
  Name,
  PackageText,
  Paragraph,
  Party,
  Quantity,
  Reference,
  ShortText,
  Weight,
} from '../fields';
import { Transport } from '../transport';
import { Signatory } from './invoice-parts';

/** One line of a certificate: gross weight or another quantity says how much. */
export const OriginItem = z
  .object({
    itemNumber: z
      .union([z.int().positive().max(100_000), line(20)], { error: 'must be a number or text' })
      .transform(String),
    marks: ShortText,
    packages: PackageText,
    description: Description,
    hsCode: hsCode(6, 6),
    grossWeight: optional(Weight),
    quantity: optional(Quantity),
    unit: optional(line(20)),
    originCriterion: optional(line(20)),
    invoiceRef: optional(Reference),
  })
  .superRefine((item, context) => {
    if (item.grossWeight !== undefined || item.quantity !== undefined) return;
    const message = 'is required where there is no quantity';
    context.addIssue({ code: 'custom', path: ['grossWeight'], message, params: { code: 'required' } });
  });
export type OriginItem = z.output<typeof OriginItem>;

/** Data of a certificate of origin. Source: docs/GAPS.md#D3 */
export const CertificateOfOriginData = z.object({
  certificateNumber: DocumentNumber,
  exporter: Party,
  consignee: Party,
  originCountry: Country,
  items: z.array(OriginItem).min(1).max(MAX_ITEMS),
  issueDate: optional(CalendarDate),
  producer: optional(Party),
  transport: optional(Transport),
  agreement: optional(ShortText),
  originCriterion: optional(line(20)),
  invoiceRef: optional(Reference),
  issuingBody: optional(Name),
  declaration: optional(Paragraph),
  signatory: optional(Signatory),
  notes: optional(Paragraph),
  locale: optional(z.enum(LOCALES)),
});
export type CertificateOfOriginData = z.output<typeof CertificateOfOriginData>;
