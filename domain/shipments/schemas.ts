import { z } from 'zod';
import { alsoTaken } from '../other-forms';
import { Country, Currency, Cursor, ListLimit, optional, pathId, printable, NotesShape } from '../schema-tools';
import { SearchEnd, SearchStart } from './search-dates';
import { SHIPMENT_STATUSES, WEIGHT_UNITS } from './shipment';

/** More says nothing that a document would not say better. */
const MAX_DESCRIPTION = 2_000;
const MAX_QUERY = 200;

const Text = z.string().min(1).max(MAX_DESCRIPTION);

const HsCode = z
  .string()
  .regex(/^\d(?:\.?\d){3,9}$/, 'must be 4 to 10 digits; points between them are allowed')
  .meta({ description: 'HS code, 4 to 10 digits', examples: ['610910'], ...alsoTaken('hsCode') });
const Status = z.enum(SHIPMENT_STATUSES).meta({ id: 'ShipmentStatus' });
const Value = z
  .number()
  .positive()
  .meta({ description: 'Amount in `currency`', examples: [12500.5] });
const Weight = z.number().positive().max(1e9);

const details = {
  reference: optional(printable(64)),
  hs_code: optional(HsCode),
  status: optional(Status),
  description: optional(Text),
  value: optional(Value),
  currency: optional(Currency),
  weight: optional(Weight),
  weight_unit: optional(z.enum(WEIGHT_UNITS)),
  buyer: optional(printable(200)),
};

/** Body that creates a shipment. Source: docs/GAPS.md#S1 */
export const ShipmentCreate = z
  .object({ origin_country: Country, destination_country: Country, ...details })
  .meta({ id: 'ShipmentRequest' });
export type ShipmentCreate = z.output<typeof ShipmentCreate>;

/** Body that changes a shipment: what is absent stays, `null` clears. Source: docs/GAPS.md#S1 */
export const ShipmentPatch = z
  .object({
    origin_country: Country.optional(),
    destination_country: Country.optional(),
    status: Status.optional(),
    reference: printable(64).nullish(),
    hs_code: HsCode.nullish(),
    description: Text.nullish(),
    value: Value.nullish(),
    currency: Currency.nullish(),
    weight: Weight.nullish(),
    weight_unit: z.enum(WEIGHT_UNITS).nullish(),
    buyer: printable(200).nullish(),
  })
  .meta({ id: 'ShipmentChange' });
export type ShipmentPatch = z.output<typeof ShipmentPatch>;

/** Body of the search; every filter narrows. Source: docs/GAPS.md#S1 */
export const ShipmentSearch = z
  .object({
    query: optional(z.string().trim().min(1).max(MAX_QUERY)),
    origin_country: optional(Country),
    destination_country: optional(Country),
    hs_code: optional(
      z
        .string()
        .regex(/^\d(?:\.?\d){1,9}$/, 'must be 2 to 10 digits')
        .meta(alsoTaken('hsCode')),
    ),
    status: optional(Status),
    from: optional(SearchStart),
    to: optional(SearchEnd),
    limit: optional(z.int().min(1).max(100).meta(alsoTaken('limit'))),
    cursor: optional(Cursor),
  })
  .meta({ id: 'ShipmentSearchRequest' });
export type ShipmentSearch = z.output<typeof ShipmentSearch>;

/** Query of the list of shipments. Source: docs/GAPS.md#G8 */
export const ShipmentList = z.object({ limit: ListLimit, cursor: Cursor, status: Status.optional() });

/** A shipment as it is returned. Source: docs/GAPS.md#S1 */
export const ShipmentRecord = z
  .object({
    id: z.string().meta({ examples: ['shp_06exqyd7p07n5t1k6bqr8m2z4w'] }),
    reference: z.string().nullable(),
    origin_country: z.string(),
    destination_country: z.string(),
    hs_code: z.string().nullable(),
    status: Status,
    description: z.string().nullable(),
    value: z.number().nullable(),
    currency: z.string().nullable(),
    weight: z.number().nullable(),
    weight_unit: z.enum(WEIGHT_UNITS).nullable(),
    buyer: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    ...NotesShape,
  })
  .meta({ id: 'Shipment' });

/** One shipment with what belongs to it: its newest documents and the payments that these name. */
export const ShipmentWithLinks = ShipmentRecord.extend({
  documents: z.array(z.object({ documentId: z.string(), type: z.string(), status: z.string() })),
  payments: z.array(z.string()),
}).meta({ id: 'ShipmentWithLinks' });

/** One page of shipments. */
export const ShipmentPage = z
  .object({ data: z.array(ShipmentRecord), next_cursor: z.string().nullable() })
  .meta({ id: 'ShipmentPage' });

/** `{id}` of the path; one of another shape is not found. */
export const ShipmentPath = z.object({ id: pathId('shipment') });
