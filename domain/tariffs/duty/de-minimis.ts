import type Decimal from 'decimal.js';
import { DE_MINIMIS, type Threshold } from '../../facts/customs';
import { factAt } from '../../facts/read-facts';
import { Exact } from '../../money';
import { customsState, scheduleOf } from '../schedule/countries';
import type { Transport } from './us-fees';

const NO_RELIEF = '0';

/** Whether a consignment is too small for the duty of the tariff. */
export interface DeMinimis {
  threshold: number | null;
  currency: string | null;
  /** Null where it is not known whether duty is charged. */
  dutyWaived: boolean | null;
  source: string | null;
  /** What each item of a distance sale pays in place of the duty of the tariff; null where no such rule holds. */
  itemDuty: ItemDuty | null;
  /** Codes, by first digits, that may owe trade remedies in so small a consignment; null: any may. */
  remedies: readonly string[] | null;
}

/** A duty of each item, one tariff classification whatever the number of pieces. */
interface ItemDuty {
  /** Unrounded, in the currency of the request; null where no rate of exchange is stored. */
  amount: Decimal | null;
  /** Null where the request does not say whether the goods are of a distance sale. */
  applies: true | null;
}

/** A consignment that may be too small to be charged. Source: docs/GAPS.md#H9 */
export interface DeMinimisRequest {
  /** Digits. */
  hsCode: string;
  destination: string;
  origin: string;
  date: string;
  /** Whether the goods are of a distance sale; null where the request does not say. */
  distanceSale: boolean | null;
  /** How the goods travel, where the request says. */
  transport: Transport | null;
  /** Value of the goods in the currency of the request. */
  value: Decimal;
  /** Units of another currency for one of the request's, or null where no rate is stored. */
  rateTo: (currency: string) => Decimal | null;
}

const NOT_KNOWN: DeMinimis = {
  threshold: null,
  currency: null,
  dutyWaived: null,
  source: null,
  itemDuty: null,
  remedies: null,
};

/** The result where no threshold is known below `dutyAbove`: no relief, or a duty of each item of a distance sale. */
function withoutThreshold(
  { currency, law: source, dutyAbove, perItem, remedies }: Threshold,
  { value, distanceSale, rateTo }: DeMinimisRequest,
): DeMinimis {
  const rate = rateTo(currency);
  const isSmall = rate === null || dutyAbove === undefined ? null : value.mul(rate).lte(dutyAbove);
  const unknown = { ...NOT_KNOWN, currency, source };
  if (isSmall === false) return { ...unknown, dutyWaived: false };
  if (perItem === undefined) return unknown;
  const small = { ...unknown, remedies: remedies ?? null };
  if (distanceSale === false) return { ...small, dutyWaived: false };
  const applies = distanceSale === true && isSmall === true ? true : null;
  const amount = rate === null ? null : new Exact(perItem).div(rate);
  return { ...small, dutyWaived: applies === true ? false : null, itemDuty: { amount, applies } };
}

/**
 * The threshold below which goods pay no duty at a date, and whether this consignment is below it. Members are null
 * where no source is recorded or the request does not say enough. It says nothing about VAT.
 */
export function deMinimisOf(request: DeMinimisRequest): DeMinimis {
  const { hsCode, destination, origin, date, transport, value, rateTo } = request;
  const rules = factAt(DE_MINIMIS, scheduleOf(destination), date)?.value ?? [];
  const state = customsState(origin);
  const rule = rules.find(({ origins, notBy = null }) => {
    return origins?.includes(state) !== false && (notBy === null || notBy !== transport);
  });
  if (rule === undefined) return NOT_KNOWN;
  const { amount, currency, law: source, conditionFor = [''], decidedBy, remedies } = rule;
  if (amount === null) return withoutThreshold(rule, request);
  const known = { ...NOT_KNOWN, threshold: Number(amount), currency, source };
  if (amount === NO_RELIEF) return { ...known, dutyWaived: false };
  const rate = rateTo(currency);
  const below = rate === null ? null : value.mul(rate).lte(amount);
  const isOpen = decidedBy !== undefined && decidedBy !== transport;
  const condition = isOpen || conditionFor.some((digits) => hsCode.startsWith(digits)) ? rule.condition : undefined;
  return {
    ...known,
    // Carrier and contents of a consignment are not always known; then it is not known whether it is free.
    dutyWaived: below === true && condition !== undefined ? null : below,
    source: condition === undefined ? source : `${source}: ${condition}`,
    remedies: (below === true ? remedies : null) ?? null,
  };
}
