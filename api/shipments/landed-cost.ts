import type { output } from 'zod';
import type { Database } from '../../db/database';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { utcDate } from '../../domain/calendar-dates';
import type { ShipmentFile } from '../../domain/shipments/file/schemas';
import type { Shipment } from '../../domain/shipments/shipment';
import { landedCost } from '../../domain/tariffs/answer/landed-cost';
import { planQuote } from '../../domain/tariffs/answer/plan';

/**
 * The landed cost of a shipment's goods on a day, by its code, value and weight; the value counts as free on board.
 * @returns null where these do not suffice, or nothing is known of the destination
 * Source: docs/GAPS.md#S2, docs/GAPS.md#H9
 */
export async function landedCostOf(
  database: Database,
  shipment: Shipment,
  at: Date,
): Promise<output<typeof ShipmentFile>['landed_cost']> {
  const { hs_code: code, value, currency, weight, weight_unit: unit } = shipment;
  if (code === null || value === null || value <= 0 || currency === null) return null;
  const request = {
    ...{ hsCode: code.replaceAll('.', ''), origin: shipment.origin_country, destination: shipment.destination_country },
    ...{ value, currency, weight, unit, date: utcDate(at) },
    ...{ freight: null, insurance: null, incoterm: 'FOB' as const, transport: null },
    ...{ claimPreference: false, distanceSale: null },
  };
  const reference = await referenceData(database);
  const cost = landedCost(reference, request, planQuote(reference, request));
  if (cost.kind !== 'landed_cost') return null;
  const { total, atLeast, atMost, because, lines } = cost;
  return {
    ...{ currency, date: request.date, total, at_least: atLeast, at_most: atMost, because: [...because] },
    lines: lines.map(({ name, amount, rate }) => ({ name, amount, rate })),
  };
}
