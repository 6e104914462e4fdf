import type { output } from 'zod';
import type { ConsignedGoods, QuoteRequest } from '../../domain/tariffs/rate/found-rate';
import type { LandedCostRequest } from '../../domain/tariffs/answer/landed-cost';
import type { CalculateLandedCost } from '../../domain/tariffs/answer/landed-cost-schemas';
import type { CalculateTariff, CompareTariffs } from '../../domain/tariffs/answer/request-schema';
import { utcDate } from '../../domain/calendar-dates';

type ConsignmentBody = output<typeof CalculateTariff | typeof CalculateLandedCost | typeof CompareTariffs>;
type DeliveryBody = output<typeof CalculateLandedCost | typeof CompareTariffs>;

/** @returns what a body states of its consignment; the day is that of `now` where it states none */
export function consignmentOf(body: ConsignmentBody, now: Date): ConsignedGoods {
  const { hsCode, origin, value, currency, weight = null, unit = null } = body;
  return { hsCode, origin, value, currency, weight, unit, date: body.date ?? utcDate(now) };
}

type Delivery = Pick<LandedCostRequest, 'freight' | 'insurance' | 'incoterm' | 'transport'>;

/** @returns what a body states of the way to the destination */
export function deliveryOf(body: DeliveryBody): Delivery {
  const { freight = null, insurance = null, incoterm = 'FOB', transport = null } = body;
  return { freight, insurance, incoterm, transport };
}

/** @returns what is asked of the landed cost of goods that are delivered so, without a preference */
export function landedCostOf(request: QuoteRequest, delivery: Delivery): LandedCostRequest {
  const { hsCode, origin, destination, value, currency, weight, unit, date } = request;
  const { freight, insurance, incoterm, transport } = delivery;
  return {
    hsCode,
    origin,
    destination,
    value,
    currency,
    weight,
    unit,
    date,
    freight,
    insurance,
    incoterm,
    transport,
    claimPreference: false,
  };
}
