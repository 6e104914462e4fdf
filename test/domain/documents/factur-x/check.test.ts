import { checkFacturX } from '../../../../domain/documents/factur-x/check';
import { commercialInvoice } from '../../../../domain/documents/kinds/commercial-invoice';
import { FindingList } from '../../../../domain/documents/rules/finding';
import { ELECTRONIC_INVOICES } from '../../../documents/support/electronic-invoices';
import { INVOICE_BODY } from '../../../documents/support/samples';

/** As JSON has it: without members that are undefined. */
function faultsOf(data: object): Record<string, string> {
  const list = new FindingList();
  checkFacturX(list, JSON.parse(JSON.stringify(data)));
  return Object.fromEntries(list.faults.map(({ field, code }) => [field, code]));
}

const NAMES = Object.keys(ELECTRONIC_INVOICES) as (keyof typeof ELECTRONIC_INVOICES)[];
const ONE = ELECTRONIC_INVOICES['one rate'];
const TWO = ELECTRONIC_INVOICES['two rates'];
const WITHIN = ELECTRONIC_INVOICES['within the union'];
const OUTSIDE = ELECTRONIC_INVOICES['outside of VAT'];
const [ITEM] = ONE.items;
const without = (party: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(party).filter(([name]) => !names.includes(name)));

it.each(NAMES)('has nothing against an invoice that is %s', (name) => {
  expect(faultsOf(ELECTRONIC_INVOICES[name])).toEqual({});
});

describe('what an invoice lacks is named, all at once', () => {
  it('of an invoice as the specification has it', () => {
    expect(faultsOf(INVOICE_BODY.data)).toEqual({
      taxes: 'required',
      'seller.vatId': 'required',
      'items.0.unitCode': 'required',
    });
  });

  it('only where the account wants electronic invoices', () => {
    const check = (invoiceFormat: 'pdf' | 'factur-x') =>
      commercialInvoice.check(INVOICE_BODY.data, { today: '2026-01-15', agreements: [], invoiceFormat }).faults;
    expect(check('pdf')).toEqual([]);
    expect(check('factur-x')).toHaveLength(3);
  });

  it('of members that are unsound nothing is said again', () => {
    const unsound = { ...ONE, taxes: 'x', seller: { vatId: 5 }, items: [{ ...ITEM, unitCode: 5 }], buyer: null };
    expect(faultsOf(unsound)).toEqual({});
    expect(faultsOf({ ...ONE, items: null, charges: 'x', currency: 'X' })).toEqual({});
    expect(faultsOf({ ...ONE, taxes: [null, { rate: 'x', category: 'S' }] })).toEqual({});
  });
});

describe('taxes', () => {
  it.each([
    ['no list', { taxes: [] }, { taxes: 'required' }],
    ['no category', { taxes: [{ name: 'GST', rate: 5 }] }, { 'taxes.0.category': 'required' }],
    ['a standard rate of 0', { taxes: [{ name: 'VAT', rate: 0, category: 'S' }] }, { 'taxes.0.rate': 'tax_rate' }],
    ['a rate on what has none', { taxes: [{ name: 'VAT', rate: 7, category: 'Z' }] }, { 'taxes.0.rate': 'tax_rate' }],
    ['no reason', { taxes: [{ name: 'VAT', rate: 0, category: 'E' }] }, { 'taxes.0.exemptionReason': 'required' }],
    [
      'a reason where tax is charged',
      { taxes: [{ name: 'VAT', rate: 19, category: 'S', exemptionReason: 'x' }] },
      { 'taxes.0.exemptionReason': 'tax_reason' },
    ],
    [
      'two of one category and rate',
      { taxes: [ONE.taxes[0], ONE.taxes[0]] },
      { 'taxes.1': 'duplicate', 'items.0.taxCategory': 'required' },
    ],
  ])('%s', (_name, change, expected) => {
    expect(faultsOf({ ...ONE, ...change })).toEqual(expected);
  });

  it('have no other beside one outside of VAT', () => {
    const taxes = [...OUTSIDE.taxes, { name: 'VAT', rate: 19, category: 'S', base: 0 }];
    const items = [{ ...ITEM, taxCategory: 'O' }];
    expect(faultsOf({ ...OUTSIDE, items, taxes })).toEqual({ taxes: 'tax_category', 'taxes.1': 'tax_unused' });
  });

  it('are charged on their own items and charges', () => {
    const [first, second] = TWO.taxes;
    expect(faultsOf({ ...TWO, taxes: [{ ...first, base: 99.05 }, second] })).toEqual({ 'taxes.0.base': 'sum' });
    expect(faultsOf({ ...TWO, taxes: [{ ...first, base: undefined }, second] })).toEqual({ 'taxes.0.base': 'sum' });
    const list = new FindingList();
    checkFacturX(list, { ...TWO, taxes: [{ ...first, base: 1 }, second] });
    expect(list.faults[0]?.message).toBe(
      'must be the sum of items and charges of category S (standard rate) and this rate, which is 99.06',
    );
  });
});

describe('which tax a line bears', () => {
  it('is to be said where there are several', () => {
    const [first, second] = TWO.items;
    expect(faultsOf({ ...TWO, items: [{ ...first, taxRate: undefined }, second] })).toEqual({
      'items.0.taxCategory': 'required',
    });
    expect(faultsOf({ ...TWO, items: [{ ...first, taxRate: undefined, taxCategory: 'S' }, second] })).toEqual({
      'items.0.taxRate': 'required',
    });
    const [freight, discount] = TWO.charges;
    expect(faultsOf({ ...TWO, charges: [freight, { ...discount, taxRate: undefined }] })).toEqual({
      'charges.1.taxCategory': 'required',
    });
  });

  it('must be one of the invoice', () => {
    expect(faultsOf({ ...ONE, items: [{ ...ITEM, taxRate: 7 }] })).toEqual({ 'items.0.taxRate': 'tax_unknown' });
    expect(faultsOf({ ...ONE, items: [{ ...ITEM, taxCategory: 'Z' }] })).toEqual({
      'items.0.taxCategory': 'tax_unknown',
    });
  });
});

describe('the parties', () => {
  it('identify a seller who charges VAT by its number, or by two others', () => {
    const { seller } = ONE;
    expect(faultsOf({ ...ONE, seller: without(seller, 'vatId') })).toEqual({});
    expect(faultsOf({ ...ONE, seller: without(seller, 'vatId', 'taxId') })).toEqual({ 'seller.vatId': 'required' });
    expect(faultsOf({ ...ONE, seller: without(seller, 'vatId', 'registrationId') })).toEqual({
      'seller.vatId': 'required',
    });
  });

  it('need their VAT numbers for a supply within the union, and its day', () => {
    const { seller, buyer } = WITHIN;
    const bare = {
      ...WITHIN,
      seller: without(seller, 'vatId'),
      buyer: without(buyer, 'vatId'),
      deliveryDate: undefined,
    };
    expect(faultsOf(bare)).toEqual({
      'seller.vatId': 'required',
      'buyer.vatId': 'required',
      deliveryDate: 'required',
    });
  });

  it('need the number of the seller for an export, and one of the buyer for a reverse charge', () => {
    const { export: exported, 'reverse charge': reverse } = ELECTRONIC_INVOICES;
    expect(faultsOf({ ...exported, seller: without(exported.seller, 'vatId') })).toEqual({
      'seller.vatId': 'required',
    });
    const buyer = without(reverse.buyer, 'vatId');
    expect(faultsOf({ ...reverse, buyer })).toEqual({ 'buyer.vatId': 'required' });
    expect(faultsOf({ ...reverse, buyer: { ...buyer, registrationId: '12345674' } })).toEqual({});
  });

  it('name a seller outside of VAT by its register', () => {
    const seller = { ...without(OUTSIDE.seller, 'registrationId'), vatId: 'DE123456789' };
    expect(faultsOf({ ...OUTSIDE, seller })).toEqual({ 'seller.registrationId': 'required' });
  });
});

it('has no amounts of three decimals', () => {
  expect(faultsOf({ ...ONE, currency: 'KWD' })).toEqual({ currency: 'decimals' });
});
