import { z } from 'zod';
import { CalendarDate, optional } from '../../schema-tools';
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
import { Signatory } from './invoice-parts';

const MAX_CONTAINERS = 100;
const MAX_CLAUSES = 20;
const MAX_SEALS = 10;

const CarriedContainer = z.object({
  number: line(20),
  seals: optional(z.union([Reference.transform((seal) => [seal]), z.array(Reference).max(MAX_SEALS)])),
  type: optional(ShortText),
});
export type CarriedContainer = z.output<typeof CarriedContainer>;

const Measurement = z
  .union([Quantity, z.object({ value: Quantity, unit: z.literal('MTQ').default('MTQ') })], {
    error: 'must be a number of cubic metres, or {value, unit MTQ}',
  })
  .transform((measurement) => (typeof measurement === 'number' ? measurement : measurement.value));

/** One line of the cargo. */
export const CarriedGoods = z.object({
  description: Description,
  packages: PackageText,
  grossWeight: Weight,
  hsCode: optional(hsCode(4, 10)),
  measurement: optional(Measurement),
  marks: optional(ShortText),
});
export type CarriedGoods = z.output<typeof CarriedGoods>;

/** Data of a bill of lading; without `draft: false` it is marked as a draft. Source: docs/GAPS.md#D3 */
export const BillOfLadingData = z
  .object({
    blNumber: DocumentNumber,
    shipper: Party,
    consignee: optional(Party),
    toOrder: optional(z.union([z.literal(true), ShortText], { error: 'must be true, or to whose order' })),
    notifyParty: optional(Party),
    portOfLoading: ShortText,
    portOfDischarge: ShortText,
    vessel: ShortText,
    voyage: Reference,
    goods: z.array(CarriedGoods).min(1).max(MAX_ITEMS),
    issueDate: optional(CalendarDate),
    carrier: optional(Party.partial({ address: true, country: true })),
    containers: optional(z.array(CarriedContainer).max(MAX_CONTAINERS)),
    placeOfReceipt: optional(ShortText),
    placeOfDelivery: optional(ShortText),
    hsCode: optional(hsCode(4, 10)),
    measurement: optional(Measurement),
    freight: optional(z.enum(['prepaid', 'collect'])),
    originals: optional(z.int().min(0).max(9)),
    shippedOnBoardDate: optional(CalendarDate),
    clauses: optional(z.array(Paragraph).max(MAX_CLAUSES)),
    draft: optional(z.boolean()),
    issuedAt: optional(Name),
    signatory: optional(Signatory),
    notes: optional(Paragraph),
    locale: optional(z.enum(LOCALES)),
  })
  .superRefine((data, context) => {
    const need = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message, params: { code: 'required' } });
    if (data.consignee === undefined && data.toOrder === undefined)
      need('consignee', 'is required, unless toOrder is given');
    if (data.toOrder !== undefined && data.notifyParty === undefined) need('notifyParty', 'is required beside toOrder');
  });
export type BillOfLadingData = z.output<typeof BillOfLadingData>;
