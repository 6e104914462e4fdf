import { packingList, PackingListData } from '../../../../domain/documents/kinds/packing-list';
import { checkContent, DocumentRequest } from '../../../../domain/documents/registry';
import { SAMPLES } from '../../../documents/support/samples';

const FACTS = { today: '2026-03-02', agreements: [], invoiceFormat: 'pdf' as const };

describe('weights of two units', () => {
  const mixed = [
    { value: 17.5, unit: 'KGM' as const },
    { value: 31.716, unit: 'LBR' as const },
  ];
  it.each([31.886, 31.886136])('accept the stated total %d', (value) => {
    const contents = [{ description: 'Cotton T-shirts' }];
    const packages = mixed.map((weight, index) => {
      return { number: String(index), type: 'Carton', quantity: 1, contents, netWeight: weight, grossWeight: weight };
    });
    const data = { ...SAMPLES['packing_list-one']?.data, packages, totalNetWeight: { value, unit: 'KGM' } };
    const request = JSON.parse(JSON.stringify({ type: 'packing_list', data })) as unknown;
    expect(checkContent(DocumentRequest.parse(request), FACTS).faults).toEqual([]);
  });
});

/** Source: docs/GAPS.md#D3 */
describe('a packing list', () => {
  const PACKAGE = {
    number: '1-10',
    type: 'Carton',
    quantity: 10,
    contents: ['T-shirts'],
    netWeight: 5,
    grossWeight: 6,
  };
  const sample = { ...SAMPLES['packing_list-one']?.data, containers: undefined };
  const parse = (overrides: object) =>
    PackingListData.safeParse({ ...sample, packages: [PACKAGE, PACKAGE], ...overrides });
  const check = (overrides: object) => packingList.check(PackingListData.parse(parse(overrides).data), FACTS);
  const faults = (overrides: object) =>
    check(overrides).faults.map(({ field, code, message }) => `${field} ${code}: ${message}`);

  it('has its number', () => expect(packingList.numberOf(PackingListData.parse(parse({}).data))).toBe('PL-2026-001'));

  it('reads contents in words alone, and numbers of packages as text', () => {
    const { data } = parse({
      packages: [{ ...PACKAGE, number: 7, contents: ['Tea', { description: 'Cups', quantity: 2 }] }],
    });
    expect(data?.packages[0]?.number).toBe('7');
    expect(data?.packages[0]?.contents).toEqual([
      { description: 'Tea', quantity: undefined, unit: undefined, hsCode: undefined },
      { description: 'Cups', quantity: 2 },
    ]);
    const wrong = parse({ packages: [{ ...PACKAGE, number: true, contents: [7] }] });
    expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
      'must be text such as "1-10", or a number',
      'must be text, or {description, quantity, unit, hsCode}',
    ]);
  });

  it('has between 1 and 20 contents of a package, 100 containers at most', () => {
    const contents = (count: number) =>
      parse({ packages: [{ ...PACKAGE, contents: new Array(count).fill('Tea') }] }).success;
    const containers = (count: number) => parse({ containers: new Array(count).fill('MSCU6639870') }).success;
    expect([contents(1), contents(20), contents(0), contents(21)]).toEqual([true, true, false, false]);
    expect([containers(100), containers(101), parse({ packages: [] }).success]).toEqual([true, false, false]);
  });

  it('has no gross weight below the net weight', () => {
    expect(faults({ packages: [{ ...PACKAGE, grossWeight: 5 }] })).toEqual([]);
    const inPounds = { ...PACKAGE, netWeight: 100, grossWeight: { value: 220.462, unit: 'LBR' } };
    expect(faults({ packages: [inPounds] })).toEqual([]);
    expect(faults({ packages: [PACKAGE, { ...PACKAGE, grossWeight: 4.9 }] })).toEqual([
      'packages.1.grossWeight weight: must not be below the net weight',
    ]);
  });

  it('has totals that are the sums of its packages', () => {
    expect(faults({ totalPackages: 20, totalNetWeight: 10, totalGrossWeight: 12 })).toEqual([]);
    expect(faults({ totalPackages: 19, totalNetWeight: 11, totalGrossWeight: 11 })).toEqual([
      'totalPackages sum: must be the sum of the quantities, which is 20',
      'totalNetWeight sum: must be the sum of the packages, which is 10',
      'totalGrossWeight sum: must be the sum of the packages, which is 12',
    ]);
  });

  it('is warned of what is no number of a container', () => {
    expect(check({ containers: ['MSCU6639870', 'MSCU6639871', 'X'] }).warnings).toEqual([
      { field: 'containers.1', code: 'container_check_digit', message: 'is no container number of ISO 6346' },
      { field: 'containers.2', code: 'container_shape', message: 'is no container number of ISO 6346' },
    ]);
  });

  it.each([
    'price',
    'unitPrice',
    'unit_price',
    'total',
    'totalPrice',
    'amount',
    'value',
    'currency',
    'subtotal',
    'grandTotal',
  ])('has no %s, wherever it stands', (member) => {
    const sent = packingList.check({ [member]: 1, packages: [{ contents: [{ [member]: 2 }] }] }, FACTS);
    expect(sent.faults).toEqual([
      { field: member, code: 'price', message: 'must not stand on a packing list' },
      { field: `packages.0.contents.0.${member}`, code: 'price', message: 'must not stand on a packing list' },
    ]);
  });

  it('may write a weight as a value, and a price as null', () => {
    const sent = { packages: [{ netWeight: { value: 1, unit: 'KGM' }, price: null }], totalGrossWeight: { value: 1 } };
    expect(packingList.check(sent, FACTS).faults).toEqual([]);
    expect(packingList.check(null, FACTS).faults).toEqual([]);
  });
});
