import { createShipment } from './create';
import { deleteShipment } from './delete';
import { decideShipmentFinding, getShipmentFile } from './file';
import { getShipment } from './get';
import { listShipments } from './list';
import { searchShipmentsEndpoint } from './search';
import { updateShipment } from './update';

/** Operations on shipments. Source: docs/GAPS.md#S1 */
export const SHIPMENT_ENDPOINTS = [
  searchShipmentsEndpoint,
  createShipment,
  listShipments,
  getShipment,
  getShipmentFile,
  decideShipmentFinding,
  updateShipment,
  deleteShipment,
] as const;
