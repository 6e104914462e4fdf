import { countryName } from '../../countries';
import type { Assessment } from '../duty/assess';
import { Conversions } from '../rate/conversions';
import { vatAt } from '../schedule/editions';
import type { QuoteRequest, Unavailable } from '../rate/found-rate';
import type { Plan } from './plan';
import { assessGeneral, goodsOf } from './quote';
import type { Market } from './rank';
import type { ReferenceData, VatRate } from '../schedule/reference-data';
import type { Provenance } from '../schedule/schedule';

/** Why a destination is not among the markets: without VAT there is no total to rank by. */
export type NoMarket = Unavailable | { kind: 'vat_unknown' };

/** A destination of a comparison; goods, origin and date are the same in all of them. */
export interface Destination {
  request: QuoteRequest;
  plan: Plan | Unavailable;
}

/** A destination without totals, with what is known about it; null means unknown. */
export interface LeftOut {
  request: QuoteRequest;
  reason: NoMarket;
  /** General duty in percent and in major units. */
  mfnRate: number | null;
  mfnDuty: number | null;
  /** Its VAT or GST on imports; null, too, where nothing is imported. */
  vat: VatRate | null;
}

/** Destinations whose totals are known, and the others with the reason, both in the order in which they were named. */
export interface Compared {
  markets: Market[];
  unavailable: LeftOut[];
  /** Rates of exchange that duties were converted with. */
  rates: readonly Provenance[];
}

function toLeftOut(reference: ReferenceData, request: QuoteRequest, reason: NoMarket, mfn: Assessment | null): LeftOut {
  const { destination, date } = request;
  const vat = reason.kind === 'domestic' ? null : vatAt(reference, destination, date);
  return { request, reason, mfnRate: mfn?.rate ?? null, mfnDuty: mfn?.duty ?? null, vat };
}

/** The value of a key, computed at its first use and kept in the map. */
function computeOnce<Value>(known: Map<string, Value>, key: string, compute: () => Value): Value {
  const former = known.get(key);
  if (former !== undefined) return former;
  const value = compute();
  known.set(key, value);
  return value;
}

/**
 * Compares the cost of one consignment in several destinations. Destinations that apply one schedule share its duty
 * and the landed cost without VAT; among them, those with one rate of VAT share everything.
 * @param landedCost price, freight, duties and fees without VAT; null where it cannot be computed
 * Source: specification, "Tariff comparison result"; docs/GAPS.md#H6
 */
export function compareDestinations(
  reference: ReferenceData,
  destinations: readonly Destination[],
  landedCost: (request: QuoteRequest) => number | null,
): Compared {
  const [first] = destinations;
  if (first === undefined) return { markets: [], unavailable: [], rates: [] };
  const conversions = new Conversions(reference, first.request.date);
  const goods = goodsOf(conversions, first.request);
  const assessments = new Map<string, Assessment | Unavailable>();
  const costs = new Map<string, { amount: number | null }>();
  const compared: Omit<Compared, 'rates'> = { markets: [], unavailable: [] };
  for (const { request, plan } of destinations) {
    const leaveOut = (reason: NoMarket, duty: Assessment | null): void =>
      void compared.unavailable.push(toLeftOut(reference, request, reason, duty));
    if (plan.kind !== 'plan') {
      leaveOut(plan, null);
      continue;
    }
    const { schedule, vatPercent } = plan;
    const mfn = computeOnce(assessments, `${schedule} ${vatPercent ?? ''}`, () => assessGeneral(goods, plan));
    if ('kind' in mfn) {
      leaveOut(mfn, null);
      continue;
    }
    const { totalDuties, effectiveRate } = mfn;
    if (totalDuties === null || effectiveRate === null) {
      leaveOut({ kind: 'vat_unknown' }, mfn);
      continue;
    }
    const { amount } = computeOnce(costs, schedule, () => ({ amount: landedCost(request) }));
    const country = request.destination;
    compared.markets.push({
      country,
      countryName: countryName(country),
      mfnRate: mfn.rate,
      totalDuties,
      effectiveRate,
      mfnDuty: mfn.duty,
      landedCost: amount,
    });
  }
  const { markets, unavailable } = compared;
  return { markets, unavailable, rates: conversions.sources };
}
