/** State of a shipment. Source: docs/GAPS.md#S1 */
export const SHIPMENT_STATUSES = ['pending', 'in_transit', 'customs', 'delivered', 'cancelled'] as const;

export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** Units in which a shipment's weight may be stated. */
export const WEIGHT_UNITS = ['kg', 'g', 'lb', 'oz', 't'] as const;

export type WeightUnit = (typeof WEIGHT_UNITS)[number];

/** What a client says about a shipment; absent details are null. Source: docs/GAPS.md#S1 */
export interface ShipmentDetails {
  reference: string | null;
  origin_country: string;
  destination_country: string;
  hs_code: string | null;
  status: ShipmentStatus;
  description: string | null;
  /** In major units of `currency`. */
  value: number | null;
  currency: string | null;
  /** In `weight_unit`. */
  weight: number | null;
  weight_unit: WeightUnit | null;
  buyer: string | null;
}

/** A shipment as it is kept. Source: docs/GAPS.md#S1 */
export interface Shipment extends ShipmentDetails {
  id: string;
  created_at: string;
  updated_at: string;
}

/**
 * What shipment events say about a shipment.
 * Source: specification, "Shipment"
 */
export function shipmentEventObject(shipment: Shipment) {
  const { id, origin_country, destination_country, hs_code, status, created_at } = shipment;
  return { id, origin_country, destination_country, hs_code, status, created_at };
}

/** @returns whether a change leaves every detail as it is */
export function isSameShipment(before: ShipmentDetails, after: ShipmentDetails): boolean {
  return (Object.keys(after) as (keyof ShipmentDetails)[]).every((name) => before[name] === after[name]);
}
