import type Decimal from 'decimal.js';
import { DE_MINIMIS } from '../../../facts/customs';
import { factAt } from '../../../facts/read-facts';
import { customsState, scheduleOf } from '../schedule/countries';

const NO_RELIEF = '0';

/** Whether a consignment is too small for duty. */
export interface DeMinimis {
  threshold: number | null;
  currency: string | null;
  /** Null where it is not known whether duty is charged. */
  dutyWaived: boolean | null;
  source: string | null;
}

/** A consignment that may be too small to be charged. Source: docs/GAPS.md#H9 */
export interface DeMinimisRequest {
  /** Digits. */
  hsCode: string;
  destination: string;
  origin: string;
  date: string;
  /** Value of the goods in another currency, or null where no rate is stored. */
  valueIn: (currency: string) => Decimal | null;
}

/** @returns the threshold below which goods pay no duty at a date, as far as a source is recorded; VAT is another matter */
export function deMinimisOf({ hsCode, destination, origin, date, valueIn }: DeMinimisRequest): DeMinimis {
  const rules = factAt(DE_MINIMIS, scheduleOf(destination), date)?.value ?? [];
  const state = customsState(origin);
  const rule = rules.find(({ origins }) => origins === undefined || origins.includes(state));
  if (rule === undefined) return { threshold: null, currency: null, dutyWaived: null, source: null };
  const { amount, currency, law: source, dutyAbove } = rule;
  if (amount === null) {
    const isAbove = dutyAbove !== undefined && valueIn(currency)?.gt(dutyAbove) === true;
    return { threshold: null, currency, dutyWaived: isAbove ? false : null, source };
  }
  if (amount === NO_RELIEF) return { threshold: 0, currency, dutyWaived: false, source };
  const value = valueIn(currency);
  const below = value?.lte(amount) ?? null;
  const { conditionFor = [''] } = rule;
  const condition = conditionFor.some((digits) => hsCode.startsWith(digits)) ? rule.condition : undefined;
  return {
    threshold: Number(amount),
    currency,
    // Carrier and contents of a consignment are not always known; then it is not known whether it is free.
    dutyWaived: below === true && condition !== undefined ? null : below,
    source: condition === undefined ? source : `${source}: ${condition}`,
  };
}
