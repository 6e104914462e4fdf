import { z } from 'zod';
import { CalendarDate, optional } from '../../schema-tools';
import { LOCALES } from '../document';
import {
  Count,
  Description,
  DocumentNumber,
  hsCode,
  line,
  MAX_ITEMS,
  Paragraph,
  Party,
  Quantity,
  Reference,
  ShortText,
  Weight,
} from '../fields';
import { Transport } from '../transport';
import { Signatory } from './invoice-parts';

const MAX_CONTENTS = 20;
const MAX_CONTAINERS = 100;

/** What lies in a package: a description alone, or with its quantity. Prices have no place here. */
const Content = z
  .union(
    [
      Description,
      z.object({
        description: Description,
        quantity: optional(Quantity),
        unit: optional(line(20)),
        hsCode: optional(hsCode(4, 10)),
      }),
    ],
    { error: 'must be text, or {description, quantity, unit, hsCode}' },
  )
  .transform((content) =>
    typeof content === 'string'
      ? { description: content, quantity: undefined, unit: undefined, hsCode: undefined }
      : content,
  );

const PackageNumber = z
  .union([line(40), Count], { error: 'must be text such as "1-10", or a number' })
  .transform(String);

/** One line of a packing list: `quantity` packages of one kind; weights are of the whole line. */
export const PackingPackage = z.object({
  number: PackageNumber,
  type: ShortText,
  quantity: Count,
  contents: z.array(Content).min(1).max(MAX_CONTENTS),
  netWeight: Weight,
  grossWeight: Weight,
  dimensions: optional(ShortText),
  marks: optional(ShortText),
});
export type PackingPackage = z.output<typeof PackingPackage>;

/** Data of a packing list. Source: docs/GAPS.md#D3 */
export const PackingListData = z.object({
  packingListNumber: DocumentNumber,
  date: CalendarDate,
  exporter: Party,
  consignee: Party,
  packages: z.array(PackingPackage).min(1).max(MAX_ITEMS),
  buyer: optional(Party),
  dimensions: optional(ShortText),
  marks: optional(Paragraph),
  containers: optional(z.array(Reference).max(MAX_CONTAINERS)),
  invoiceNumber: optional(Reference),
  transport: optional(Transport),
  totalPackages: optional(Count),
  totalNetWeight: optional(Weight),
  totalGrossWeight: optional(Weight),
  signatory: optional(Signatory),
  notes: optional(Paragraph),
  locale: optional(z.enum(LOCALES)),
});
export type PackingListData = z.output<typeof PackingListData>;
