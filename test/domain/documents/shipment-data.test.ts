import { dataOfShipment } from '../../../domain/documents/carry-over';
import { DOCUMENT_TYPES } from '../../../domain/documents/registry';
import type { Shipment, WeightUnit } from '../../../domain/shipments/shipment';

const BARE: Shipment = {
  ...{ id: 'shp_1', created_at: '2026-01-31T12:00:00.000Z', updated_at: '2026-01-31T12:00:00.000Z' },
  ...{ reference: null, origin_country: 'VN', destination_country: 'US', hs_code: null, status: 'pending' },
  ...{ description: null, value: null, currency: null, weight: null, weight_unit: null, buyer: null },
};
const SHIRTS: Shipment = {
  ...BARE,
  ...{ description: 'Cotton t-shirts', hs_code: '610910', value: 450, currency: 'USD', buyer: 'Blue Heron Trading' },
  ...{ weight: 90, weight_unit: 'kg' },
};
const goods = { description: 'Cotton t-shirts', hsCode: '610910' };
const weight = { value: 90, unit: 'KGM' };
const buyer = { name: 'Blue Heron Trading', country: 'US' };

/** Source: docs/GAPS.md#D8 */
describe('data of a shipment for a document', () => {
  it('has one line of goods, who buys them and the country of origin, as each type names them', () => {
    const invoice = {
      ...{ currency: 'USD', originCountry: 'VN', weights: { gross: weight }, buyer },
      items: [{ ...goods, total: 450, originCountry: 'VN' }],
    };
    expect(dataOfShipment(SHIRTS, 'commercial_invoice')).toEqual(invoice);
    expect(dataOfShipment(SHIRTS, 'proforma_invoice')).toEqual(invoice);
    expect(dataOfShipment(SHIRTS, 'packing_list')).toEqual({
      consignee: buyer,
      packages: [{ grossWeight: weight, contents: [goods] }],
    });
    expect(dataOfShipment(SHIRTS, 'certificate_of_origin')).toEqual({
      ...{ consignee: buyer, originCountry: 'VN' },
      items: [{ itemNumber: '1', ...goods, grossWeight: weight }],
    });
    expect(dataOfShipment(SHIRTS, 'bill_of_lading')).toEqual({
      consignee: buyer,
      goods: [{ ...goods, grossWeight: weight }],
    });
  });

  it.each<[number, WeightUnit, number, string]>([
    [1.001, 't', 1001, 'KGM'],
    [250, 'g', 0.25, 'KGM'],
    [12.5, 'lb', 12.5, 'LBR'],
    [8, 'oz', 0.5, 'LBR'],
  ])('gives %d %s in a unit that documents have', (amount, weight_unit, value, unit) => {
    const { goods: lines } = dataOfShipment({ ...SHIRTS, weight: amount, weight_unit }, 'bill_of_lading');
    expect(lines).toEqual([{ ...goods, grossWeight: { value, unit } }]);
  });

  it('says no weight whose unit nobody said, and opens no party that has no name', () => {
    const { goods: lines } = dataOfShipment({ ...SHIRTS, weight_unit: null }, 'bill_of_lading');
    expect(lines).toEqual([goods]);
    for (const type of DOCUMENT_TYPES) {
      expect(Object.keys(dataOfShipment(BARE, type))).not.toEqual(expect.arrayContaining(['buyer']));
      expect(Object.keys(dataOfShipment(BARE, type))).not.toEqual(expect.arrayContaining(['consignee']));
    }
  });
});
