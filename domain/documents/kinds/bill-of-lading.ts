import { z } from 'zod';
import { CalendarDate, optional, sound } from '../../schema-tools';
import {
  BESIDE_OTHERS,
  Description,
  DocumentNumber,
  elements,
  hsCode,
  line,
  MAX_ITEMS,
  Measurement,
  Name,
  PackageText,
  Paragraph,
  Party,
  Reference,
  ShortText,
  Weight,
} from '../fields';
import { containerFault } from '../rules/container-number';
import { FindingList, type Findings } from '../rules/finding';
import { closing } from './closing';
import { defineKind, type CheckFacts } from './kind';

const MAX_CONTAINERS = 100;
const MAX_CLAUSES = 20;
const MAX_SEALS = 10;

const CarriedContainer = z.object({
  number: line(20),
  seals: optional(z.union([Reference.transform((seal) => [seal]), z.array(Reference).max(MAX_SEALS)])),
  type: optional(ShortText),
});
export type CarriedContainer = z.output<typeof CarriedContainer>;

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
    ...closing,
  })
  .superRefine((data, context) => {
    const need = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message, params: { code: 'required' } });
    if (data.consignee === undefined && data.toOrder === undefined)
      need('consignee', 'is required, unless toOrder is given');
    if (data.toOrder !== undefined && data.notifyParty === undefined) need('notifyParty', 'is required with toOrder');
  }, BESIDE_OTHERS);
export type BillOfLadingData = z.output<typeof BillOfLadingData>;

const CONTAINER_MESSAGES = {
  shape: 'must be four letters and seven digits (ISO 6346)',
  check_digit: 'has a wrong check digit (ISO 6346)',
} as const;

/** What the cross-checks look at, each member as far as it is sound. */
const SentBill = z.object({
  containers: sound(optional(elements(CarriedContainer.pick({ number: true })))),
  issueDate: sound(optional(CalendarDate)),
  shippedOnBoardDate: sound(optional(CalendarDate)),
  draft: sound(optional(z.boolean())),
  carrier: z.unknown().optional(),
  consignee: z.unknown().optional(),
  toOrder: z.unknown().optional(),
});

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Cross-checks of a bill of lading: container check digits, and on board not after issue.
 * @param data as it was sent
 * Source: docs/GAPS.md#D3
 */
function checkBillOfLading(data: unknown, { today }: CheckFacts): Findings {
  const list = new FindingList();
  const sent = SentBill.safeParse(data).data;
  if (sent === undefined) return list;
  (sent.containers ?? []).forEach((container, index) => {
    const fault = container === null ? null : containerFault(container.number);
    if (fault !== null) list.fault(`containers.${index}.number`, fault, CONTAINER_MESSAGES[fault]);
  });
  const { issueDate, shippedOnBoardDate } = sent;
  const issued = issueDate === undefined ? today : issueDate;
  if (shippedOnBoardDate && issued !== null && shippedOnBoardDate > issued) {
    list.fault('shippedOnBoardDate', 'order', `must not be after the date of issue, ${issued}`);
  }
  if (sent.draft === false && !isGiven(sent.carrier)) {
    list.fault('carrier', 'required', 'is required on a bill that is not a draft');
  }
  if (isGiven(sent.consignee) && isGiven(sent.toOrder)) {
    list.warn('toOrder', 'order_and_consignee', 'a bill to order names no consignee; the order clause is printed');
  }
  return list;
}

/** Bill of lading. Source: docs/GAPS.md#D3 */
export const billOfLading = defineKind('bill_of_lading', BillOfLadingData, {
  numberOf: (data) => data.blNumber,
  check: checkBillOfLading,
  // Without a date of issue it is issued today.
  complete: (data, { today }) => ({ ...data, issueDate: data.issueDate ?? today }),
});
