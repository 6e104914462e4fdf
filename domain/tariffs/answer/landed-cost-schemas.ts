import { z } from 'zod';
import { BankingCountry, Currency, optional } from '../../schema-tools';
import { REQUIRED_MESSAGE } from '../../schema-words';
import { isObject } from '../../unknown-value';
import { isMass } from '../duty/compute-duty';
import { MEASURE_UNITS } from '../schedule/duty';
import { CoverageSchema } from './answer-schema';
import { checkAmounts, checkAmountsIn, consignment, delivery, HsCode, quantity } from './request-schema';

/** Source: docs/GAPS.md#H9 */
const MAX_ITEMS = 100;
const MASSES: readonly unknown[] = [...MEASURE_UNITS.filter(isMass), undefined];

const amount = z.number().meta({ description: 'In the currency of the request' });
const Value = z.number().meta({ description: 'What is paid for the goods, > 0', override: { exclusiveMinimum: 0 } });

const LandedCostItem = z
  .object({
    hsCode: HsCode,
    origin: optional(BankingCountry).meta({ description: 'That of the request where absent' }),
    value: Value,
    ...quantity,
  })
  .meta({ id: 'LandedCostRequestItem' });

type Fault = (path: readonly PropertyKey[], code: string, message: string) => void;

/** Checks a request without items: its goods are at the top, and `shareBy` is absent. */
function checkSingle(sent: Record<string, unknown>, fault: Fault): void {
  for (const field of ['hsCode', 'origin', 'value']) {
    if (sent[field] === undefined) fault([field], 'required', REQUIRED_MESSAGE);
  }
  if (sent['shareBy'] !== undefined) fault(['shareBy'], 'not_applicable', 'is for "items" alone');
}

/** Checks a request with items: members that belong into items, and what each item needs. */
function checkItems(sent: Record<string, unknown>, items: readonly unknown[], fault: Fault): void {
  for (const field of ['hsCode', 'value', 'weight', 'unit']) {
    if (sent[field] !== undefined) fault([field], 'not_applicable', 'must stand in each of "items"');
  }
  items.forEach((item, at) => {
    if (!isObject(item)) return;
    const path = ['items', at];
    const { origin, weight, unit }: { origin?: unknown; weight?: unknown; unit?: unknown } = item;
    if (origin === undefined && sent['origin'] === undefined) fault([...path, 'origin'], 'required', REQUIRED_MESSAGE);
    if (sent['shareBy'] !== 'weight') return;
    if (weight === undefined) fault([...path, 'weight'], 'required', 'is required where costs are shared by weight');
    if (!MASSES.includes(unit))
      fault([...path, 'unit'], 'wrong_measure', 'must be a mass where costs are shared by weight');
  });
}

/** Checks a request in either form, with items or of single goods. */
function checkRequestForm(sent: unknown, context: z.RefinementCtx): void {
  if (!isObject(sent)) return;
  const body: Record<string, unknown> = { ...sent };
  const fault: Fault = (path, code, message) => {
    context.addIssue({ code: 'custom', path: [...path], message, params: { code } });
  };
  const items: unknown = body['items'];
  if (items === undefined) {
    checkSingle(body, fault);
    return;
  }
  if (!Array.isArray(items)) return;
  checkItems(body, items, fault);
  const currency = typeof body['currency'] === 'string' ? body['currency'] : null;
  items.forEach((item, at) => {
    if (isObject(item)) checkAmountsIn(item, currency, ['items', at], context);
  });
}

/** Body of `POST /api/v1/tariffs/landed-cost`, an extension. Source: docs/GAPS.md#H9 */
export const CalculateLandedCost = z
  .object({
    hsCode: optional(HsCode).meta({ description: 'HS code, 4 to 10 digits; required without `items`' }),
    origin: optional(BankingCountry).meta({
      description: 'Required without `items`; else that of items that name none',
    }),
    value: optional(Value).meta({ description: 'What is paid for the goods, > 0; required without `items`' }),
    currency: Currency,
    date: consignment.date,
    destination: BankingCountry,
    ...quantity,
    ...delivery,
    claimPreference: optional(z.boolean()).meta({ description: 'Whether the best preference that applies is claimed' }),
    items: optional(z.array(LandedCostItem).min(1).max(MAX_ITEMS)).meta({
      description: 'Goods of one consignment, in place of `hsCode`, `value`, `weight` and `unit`',
    }),
    shareBy: optional(z.enum(['value', 'weight'])).meta({
      description: 'How freight, insurance and fees are shared among `items`; by value where absent',
    }),
  })
  .superRefine(checkAmounts, { when: () => true })
  .superRefine(checkRequestForm, { when: () => true })
  .meta({ id: 'LandedCostRequest' });

const CostLineEntry = z.object({
  name: z.string(),
  amount: amount.nullable(),
  rate: z.number().nullable(),
  basis: z.string(),
  recoverable: z.boolean().meta({ description: 'Whether a business gets it back as input tax' }),
  source: z.string(),
  from: z.string().nullable(),
});

const sums = {
  total: amount
    .nullable()
    .meta({ description: 'Null while anything is open: a line, a relief, a duty that is not loaded' }),
  atLeast: amount,
  atMost: amount
    .nullable()
    .meta({ description: 'Null where nothing bounds the total, as where trade remedies or excise may be due' }),
  because: z.array(z.string()).meta({ description: 'What is open; empty where the total is known' }),
  totalWithoutRecoverable: amount.nullable(),
};

const goodsCost = {
  hsCode: z.string(),
  origin: z.string(),
  value: z.number(),
  customsValue: z.object({
    amount,
    basis: z.enum(['FOB', 'CIF']).nullable(),
    source: z.string().nullable(),
    from: z.string().nullable(),
  }),
  lines: z.array(CostLineEntry),
  ...sums,
  deMinimis: z
    .object({
      threshold: z.number().nullable(),
      currency: z.string().nullable(),
      dutyWaived: z.boolean().nullable(),
      source: z.string().nullable(),
    })
    .nullable(),
};

const route = {
  destination: z.string(),
  currency: z.string(),
  incoterm: z.string(),
  date: z.string(),
  coverage: CoverageSchema,
};

const SingleLandedCost = z.object({ ...goodsCost, ...route }).meta({ id: 'LandedCost' });

const ItemizedLandedCost = z
  .object({
    ...route,
    shareBy: z.enum(['value', 'weight']),
    items: z.array(z.object(goodsCost).meta({ id: 'LandedCostItem' })),
    ...sums,
  })
  .meta({ id: 'LandedCostOfItems', description: 'Sums over all items; `because` names each by its index' });

/** The answer to the single form, or to `items`. Source: docs/GAPS.md#H9 */
export const LandedCostAnswer = z.union([SingleLandedCost, ItemizedLandedCost]);
