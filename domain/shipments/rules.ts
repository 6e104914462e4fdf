import type { FieldFault } from '../errors';
import { amountFault, currencyDigits } from '../money';
import type { ShipmentDetails } from './shipment';

const AMOUNT_MESSAGES = {
  not_positive: 'must not be negative',
  not_finite: 'must be a finite number',
  precision: 'has more than 15 significant digits',
  decimals: 'has more decimals than the currency',
} as const;

/**
 * Faults between details: a value needs a currency and must fit its minor unit.
 * @returns an empty list where all is well
 * Source: docs/GAPS.md#S1, docs/GAPS.md#G6
 */
export function shipmentFaults(details: ShipmentDetails): FieldFault[] {
  if (details.value === null) return [];
  if (details.currency === null) {
    return [{ field: 'currency', code: 'required', message: 'is needed beside value' }];
  }
  const digits = currencyDigits(details.currency);
  if (digits === null) return [{ field: 'currency', code: 'currency', message: 'must be an ISO 4217 currency code' }];
  const fault = amountFault(details.value, digits, 'zero');
  return fault === null ? [] : [{ field: 'value', code: fault, message: AMOUNT_MESSAGES[fault] }];
}

/** A weight without a unit is in kilograms, and a unit without a weight says nothing. */
export function withWeightUnit(details: ShipmentDetails): ShipmentDetails {
  if (details.weight === null) return { ...details, weight_unit: null };
  return { ...details, weight_unit: details.weight_unit ?? 'kg' };
}
