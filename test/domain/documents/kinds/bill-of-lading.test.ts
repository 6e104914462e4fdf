import { billOfLading, BillOfLadingData } from '../../../../domain/documents/kinds/bill-of-lading';

const PARTY = { name: 'Delta', address: '18 Harbour Road', country: 'VN' };
const FACTS = { today: '2026-03-02', agreements: [], invoiceFormat: 'pdf' as const };

const bill = (overrides: object = {}) => ({
  blNumber: 'BL-1',
  shipper: PARTY,
  consignee: PARTY,
  portOfLoading: 'Da Nang',
  portOfDischarge: 'Hamburg',
  vessel: 'MV Example Star',
  voyage: '026W',
  goods: [{ description: 'Cotton T-shirts', packages: '10 cartons', grossWeight: 100 }],
  ...overrides,
});
const needed = (overrides: object) =>
  (BillOfLadingData.safeParse(bill(overrides)).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);
const check = (overrides: object) => billOfLading.check(BillOfLadingData.parse(bill(overrides)), FACTS);

describe('a bill of lading', () => {
  it('names a consignee or is to order, and then names whom to notify', () => {
    expect(needed({})).toEqual([]);
    expect(needed({ consignee: undefined })).toEqual([['consignee', 'is required, unless toOrder is given']]);
    expect(needed({ consignee: undefined, toOrder: true })).toEqual([['notifyParty', 'is required with toOrder']]);
    expect(needed({ consignee: undefined, toOrder: 'of Example Bank', notifyParty: PARTY })).toEqual([]);
    expect(needed({ toOrder: false })).toContainEqual(['toOrder', 'must be true, or to whose order']);
  });

  it('has its number', () => expect(billOfLading.numberOf(BillOfLadingData.parse(bill()))).toBe('BL-1'));

  it('has containers whose check digit is right', () => {
    const numbers = (number: string) => check({ containers: [{ number }] }).faults;
    expect(numbers('CSQU3054383')).toEqual([]);
    expect(numbers('CSQU3054384')).toEqual([
      { field: 'containers.0.number', code: 'check_digit', message: 'has a wrong check digit (ISO 6346)' },
    ]);
    expect(numbers('CSQ3054383')).toMatchObject([
      { code: 'shape', message: 'must be four letters and seven digits (ISO 6346)' },
    ]);
  });

  it('takes one seal as well as several', () => {
    const sealed = (seals: unknown) => BillOfLadingData.parse(bill({ containers: [{ number: 'CSQU3054383', seals }] }));
    expect(sealed('S1').containers?.[0]?.seals).toEqual(['S1']);
    expect(sealed(['S1', 'S2']).containers?.[0]?.seals).toEqual(['S1', 'S2']);
  });

  it('is not issued before the goods are on board', () => {
    expect(check({ issueDate: '2026-01-20', shippedOnBoardDate: '2026-01-20' }).faults).toEqual([]);
    expect(check({ issueDate: '2026-01-20', shippedOnBoardDate: '2026-01-21' }).faults).toEqual([
      { field: 'shippedOnBoardDate', code: 'order', message: 'must not be after the date of issue, 2026-01-20' },
    ]);
  });

  it('is issued today where it does not say when', () => {
    expect(check({ shippedOnBoardDate: '2026-03-02' }).faults).toEqual([]);
    expect(check({ shippedOnBoardDate: '2026-03-03' }).faults).toHaveLength(1);
    const complete = (overrides: object) =>
      billOfLading.complete?.(BillOfLadingData.parse(bill(overrides)), FACTS).issueDate;
    expect([complete({}), complete({ issueDate: '2026-01-20' })]).toEqual(['2026-03-02', '2026-01-20']);
  });

  it('names the carrier unless it is a draft', () => {
    expect(check({ draft: false }).faults).toEqual([
      { field: 'carrier', code: 'required', message: 'is required on a bill that is not a draft' },
    ]);
    expect(check({ draft: false, carrier: { name: 'Line' } }).faults).toEqual([]);
    expect(check({ draft: true }).faults).toEqual([]);
  });

  it('warns of a consignee beside an order clause', () => {
    const { faults, warnings } = check({ toOrder: true, notifyParty: PARTY });
    expect(faults).toEqual([]);
    expect(warnings).toMatchObject([{ field: 'toOrder', code: 'order_and_consignee' }]);
    expect(check({}).warnings).toEqual([]);
  });
});
