import type { FieldFault } from '../errors';
import { amountFault, amountFaultText, CURRENCY_MESSAGE, currencyDigits } from '../money';
import type { ShipmentDetails } from './shipment';

/** Details that depend on each other. */
type Measures = Pick<ShipmentDetails, 'value' | 'currency' | 'weight' | 'weight_unit'>;

/** The fault of a value without a currency, or with an impossible amount. */
function valueFaults(details: Measures): FieldFault[] {
  if (details.value === null) return [];
  if (details.currency === null) {
    return [{ field: 'currency', code: 'required', message: 'is required with value' }];
  }
  const digits = currencyDigits(details.currency);
  if (digits === null) return [{ field: 'currency', code: 'currency', message: CURRENCY_MESSAGE }];
  const fault = amountFault(details.value, digits);
  return fault === null ? [] : [{ field: 'value', code: fault, message: amountFaultText(fault, details.currency) }];
}

/** The fault of a unit without a weight; a weight without a unit has none. */
function weightFaults(details: Measures): FieldFault[] {
  if (details.weight !== null || details.weight_unit === null) return [];
  return [{ field: 'weight', code: 'required', message: 'is required with weight_unit' }];
}

/**
 * Faults between details: a value needs a currency and must fit its minor unit, a unit needs its weight.
 * @returns an empty list where all is well
 * Source: docs/GAPS.md#S1, docs/GAPS.md#G6
 */
export function shipmentFaults(details: Measures): FieldFault[] {
  return [...valueFaults(details), ...weightFaults(details)];
}
