import type { output } from 'zod';
import type { ConsignedGoods, QuoteRequest } from '../../domain/tariffs/rate/found-rate';
import type { LandedCostRequest } from '../../domain/tariffs/answer/landed-cost';
import type { CalculateLandedCost } from '../../domain/tariffs/answer/landed-cost-schemas';
import type { CalculateTariff, CompareTariffs } from '../../domain/tariffs/answer/request-schema';
import { utcDate } from '../../domain/calendar-dates';

type ConsignmentBody = Omit<output<typeof CalculateTariff | typeof CompareTariffs>, 'destination' | 'destinations'>;
type DeliveryBody = output<typeof CalculateLandedCost | typeof CompareTariffs>;

/** @returns what a body states of its consignment; the day is that of `now` where it states none */
export function consignmentOf(body: ConsignmentBody, now: Date): ConsignedGoods {
  const { hsCode, origin, value, currency, weight = null, unit = null } = body;
  return { hsCode, origin, value, currency, weight, unit, date: body.date ?? utcDate(now) };
}

type Delivery = Pick<LandedCostRequest, 'freight' | 'insurance' | 'incoterm' | 'transport' | 'distanceSale'>;

/** @returns what a body states of the way to the destination */
export function deliveryOf(body: DeliveryBody): Delivery {
  const { freight = null, insurance = null, incoterm = 'FOB', transport = null, distanceSale = null } = body;
  return { freight, insurance, incoterm, transport, distanceSale };
}

/** The request of a landed cost for a quote's goods with a delivery, without a preference. */
export function landedCostOf(request: QuoteRequest, delivery: Delivery): LandedCostRequest {
  const { hsCode, origin, destination, value, currency, weight, unit, date } = request;
  return {
    hsCode,
    origin,
    destination,
    value,
    currency,
    weight,
    unit,
    date,
    ...delivery,
    claimPreference: false,
  };
}

interface LandedCostRequests {
  /** At least one, each with the freight and insurance of the whole. */
  items: LandedCostRequest[];
  /** Whether the goods stand at the top of the body and not in a list. */
  isSingle: boolean;
}

/** Landed-cost requests of a body, one for each item. Its schema has checked that all members are present. */
export function landedCostRequests(body: output<typeof CalculateLandedCost>, now: Date): LandedCostRequests {
  const { hsCode = '', origin = '', value = 0, destination, currency, claimPreference = false, items } = body;
  const { date, weight, unit } = body;
  const shared = { destination, currency, ...deliveryOf(body), claimPreference, date: date ?? utcDate(now) };
  const requestOf = (goods: Pick<LandedCostRequest, 'hsCode' | 'origin' | 'value' | 'weight' | 'unit'>) => ({
    ...shared,
    ...goods,
  });
  if (items === undefined) {
    const single = requestOf({ hsCode, origin, value, weight: weight ?? null, unit: unit ?? null });
    return { items: [single], isSingle: true };
  }
  const requests = items.map((item) =>
    requestOf({
      hsCode: item.hsCode,
      origin: item.origin ?? origin,
      value: item.value,
      weight: item.weight ?? null,
      unit: item.unit ?? null,
    }),
  );
  return { items: requests, isSingle: false };
}
