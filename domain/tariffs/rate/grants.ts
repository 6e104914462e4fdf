import { applies, isMember, type Agreement } from '../schedule/agreements';
import { customsState, scheduleOf } from '../schedule/countries';
import type { Duty } from '../schedule/duty';
import { UNION_RATE, type FoundRate, type QuoteRequest } from './found-rate';
import { resolvePreference } from './resolve-rate';

/** Why an agreement's rate is there, or is not. Source: docs/GAPS.md#H5 */
export type RateStatus = 'loaded' | 'not_loaded' | 'not_granted' | 'not_ad_valorem';

/** What an answer says about an agreement. Source: specification, "Tariff calculation result" */
export interface AgreementQuote {
  name: string;
  rate: number | null;
  applicable: boolean;
  rateStatus: RateStatus;
  /** What an importer has to do or show for it; null where none is recorded. */
  conditions: string | null;
}

/** The same with the duty that it grants. */
export interface Grant extends AgreementQuote {
  duty: Duty | null;
  percent: string | null;
}

/**
 * The grant of one agreement for the goods, applicable or not.
 * @returns null for agreements that do not concern destination or origin
 * Source: docs/GAPS.md#H5
 */
export function grantOf(agreement: Agreement, request: QuoteRequest, found: FoundRate): Grant | null {
  const { origin, destination, date } = request;
  if (!isMember(agreement, customsState(destination))) return null;
  if (agreement.bilateral && !isMember(agreement, customsState(origin))) return null;
  const national = scheduleOf(destination);
  const base = {
    name: agreement.name,
    applicable: applies(agreement, origin, destination, date),
    conditions: agreement.conditions[national] ?? null,
    duty: null,
    percent: null,
  };
  if (agreement.customsUnion) return { ...base, rate: 0, rateStatus: 'loaded', percent: '0', duty: UNION_RATE.duty };
  const symbols = agreement.symbols[national];
  if (symbols === undefined || found.lines === null) return { ...base, rate: null, rateStatus: 'not_loaded' };
  const granted = resolvePreference(found.lines, symbols);
  if (granted === null) {
    // Goods that are free for everyone are free under the agreement too.
    if (found.rate.percent === '0')
      return { ...base, rate: 0, rateStatus: 'loaded', percent: '0', duty: found.rate.duty };
    return { ...base, rate: null, rateStatus: 'not_granted' };
  }
  const { percent, duty } = granted;
  if (percent === null) return { ...base, rate: null, rateStatus: 'not_ad_valorem', duty };
  return { ...base, rate: Number(percent), rateStatus: 'loaded', percent, duty };
}
