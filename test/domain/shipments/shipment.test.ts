import { isSameShipment, shipmentEventObject, type Shipment } from '../../../domain/shipments/shipment';

const SHIPMENT: Shipment = {
  id: 'shp_1',
  reference: 'R-1',
  origin_country: 'VN',
  destination_country: 'DE',
  hs_code: '610910',
  status: 'pending',
  description: 'T-shirts',
  value: 10,
  currency: 'USD',
  weight: 3,
  weight_unit: 'kg',
  buyer: 'Nordwind',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};

it('an event says six things of a shipment, and neither its buyer nor its value', () => {
  expect(shipmentEventObject(SHIPMENT)).toEqual({
    id: 'shp_1',
    origin_country: 'VN',
    destination_country: 'DE',
    hs_code: '610910',
    status: 'pending',
    created_at: '2026-01-31T12:00:00.000Z',
  });
});

it('a change that leaves every detail changes nothing', () => {
  expect(isSameShipment(SHIPMENT, { ...SHIPMENT })).toBe(true);
  expect(isSameShipment(SHIPMENT, { ...SHIPMENT, buyer: null })).toBe(false);
  expect(isSameShipment(SHIPMENT, { ...SHIPMENT, weight: 4 })).toBe(false);
});
