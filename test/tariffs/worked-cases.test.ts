import { loadStarterPack, loadStarterSchedules } from '../../activities/importers/load-starter';
import { readAgreements } from '../../db/tariffs/facts';
import { applies } from '../../domain/tariffs/schedule/agreements';
import { AMERICAN_CASES } from './american-cases';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';

/** A day on which all three schedules that ship hold. */
const DAY = '2025-06-01';
/** The first day of which all schedules that ship are. */
const LATER = '2025-11-01';

interface Case {
  /** Origin and destination. */
  way: [string, string];
  code: string;
  value: number;
  /** What the publication says, looked up by hand. */
  published: string;
  /** Quantity and its unit, where the duty depends on it. */
  quantity?: [number, string];
  duty: number;
  /** Percent and amount; none where absent. */
  vat?: [number, number];
  total: number;
}

/**
 * Rates as printed in the Harmonized Tariff Schedule of the United States, basic edition of 2025, and in the comparison
 * of the UK Global Tariff with the Common Customs Tariff of July 2020. The arithmetic stands beside each.
 */
const CASES: Case[] = [
  // 1000 x 16.5 % = 165; no VAT
  { way: ['CN', 'US'], code: '61091000', value: 1000, published: '16.5%', duty: 165, total: 165 },
  // 1000 x 12 % = 120; 1120 x 19 % = 212.80
  { way: ['CN', 'DE'], code: '61091000', value: 1000, published: '12%', duty: 120, vat: [19, 212.8], total: 332.8 },
  // 1000 x 12 % = 120; 1120 x 20 % = 224
  { way: ['CN', 'GB'], code: '61091000', value: 1000, published: '12%', duty: 120, vat: [20, 224], total: 344 },
  // 1000 x 16.5 % = 165 on the general basis
  { way: ['MX', 'US'], code: '61091000', value: 1000, published: '16.5%', duty: 165, total: 165 },
  // 2500 x 6 % = 150
  { way: ['VN', 'US'], code: '64029931', value: 2500, published: '6%', duty: 150, total: 150 },
  // 2500 x 16.8 % = 420; 2920 x 19 % = 554.80
  { way: ['VN', 'DE'], code: '64029998', value: 2500, published: '16.8%', duty: 420, vat: [19, 554.8], total: 974.8 },
  // 2500 x 16 % = 400; 2900 x 20 % = 580
  { way: ['VN', 'GB'], code: '64029998', value: 2500, published: '16%', duty: 400, vat: [20, 580], total: 980 },
  // 20000 x 2.5 % = 500
  { way: ['JP', 'US'], code: '87032301', value: 20000, published: '2.5%', duty: 500, total: 500 },
  // 20000 x 10 % = 2000; 22000 x 19 % = 4180
  { way: ['JP', 'DE'], code: '87032319', value: 20000, published: '10%', duty: 2000, vat: [19, 4180], total: 6180 },
  // 20000 x 10 % = 2000; 22000 x 20 % = 4400
  { way: ['JP', 'GB'], code: '87032319', value: 20000, published: '10%', duty: 2000, vat: [20, 4400], total: 6400 },
  // 840 x 8.5 % = 71.40
  { way: ['DE', 'US'], code: '64039960', value: 840, published: '8.5%', duty: 71.4, total: 71.4 },
  // 840 x 8 % = 67.20; 907.20 x 20 % = 181.44
  { way: ['DE', 'GB'], code: '64039996', value: 840, published: '8%', duty: 67.2, vat: [20, 181.44], total: 248.64 },
  // 450 x 15 % = 67.50
  { way: ['DE', 'US'], code: '04069016', value: 450, published: '15%', duty: 67.5, total: 67.5 },
  // 1500 x 3.4 % = 51
  { way: ['CN', 'US'], code: '85076000', value: 1500, published: '3.4%', duty: 51, total: 51 },
  // 1500 x 2.7 % = 40.50; 1540.50 x 19 % = 292.695, half up 292.70
  { way: ['CN', 'DE'], code: '85076000', value: 1500, published: '2.7%', duty: 40.5, vat: [19, 292.7], total: 333.2 },
  // 333 x 6 % = 19.98; 352.98 x 20 % = 70.596, half up 70.60
  { way: ['JP', 'GB'], code: '09012100', value: 333, published: '6%', duty: 19.98, vat: [20, 70.6], total: 90.58 },
  // 900 l x 6.3 cents = 56.70
  {
    way: ['DE', 'US'],
    code: '22042150',
    value: 6000,
    published: '6.3¢/liter',
    quantity: [900, 'l'],
    duty: 56.7,
    total: 56.7,
  },
  // 500 pairs x 90 cents = 450, 2000 x 37.5 % = 750, together 1200
  {
    way: ['VN', 'US'],
    code: '64029120',
    value: 2000,
    published: '90¢/pr. + 37.5%',
    quantity: [500, 'pair'],
    duty: 1200,
    total: 1200,
  },
  // 15,898.7294928 l are 100 barrels: 100 x 5.25 cents = 5.25
  {
    way: ['MX', 'US'],
    code: '27090010',
    value: 7000,
    published: '5.25¢/bbl',
    quantity: [15_898.7294928, 'l'],
    duty: 5.25,
    total: 5.25,
  },
  // 10000 kg x 1.4 cents = 140
  {
    way: ['VN', 'US'],
    code: '10063090',
    value: 5000,
    published: '1.4¢/kg',
    quantity: [10_000, 'kg'],
    duty: 140,
    total: 140,
  },
  // 10 t x 175 EUR = 1750; 6750 x 19 % = 1282.50
  {
    way: ['VN', 'DE'],
    code: '10063098',
    value: 5000,
    published: '175 EUR/1000 kg',
    quantity: [10, 't'],
    duty: 1750,
    vat: [19, 1282.5],
    total: 3032.5,
  },
  // 200 kg x 1.05 = 210, 12000 x 2.3 % = 276, together 486
  {
    way: ['MX', 'US'],
    code: '24022080',
    value: 12_000,
    published: '$1.05/kg + 2.3%',
    quantity: [200, 'kg'],
    duty: 486,
    total: 486,
  },
  // 3000 x 12 % = 360, 5 x 253 = 1265, together 1625; 4625 x 20 % = 925
  {
    way: ['VN', 'GB'],
    code: '02013000',
    value: 3000,
    published: '12% + 253 GBP/100 kg',
    quantity: [500, 'kg'],
    duty: 1625,
    vat: [20, 925],
    total: 2550,
  },
];

const CURRENCIES: Readonly<Record<string, string>> = { US: 'USD', DE: 'EUR', GB: 'GBP' };

describe('what ships with Corridor', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    await loadStarterPack(database, { deferIndex: true });
    await loadStarterSchedules(database);
    client = createReferenceClient(createReferenceApp(database));
  });

  it.each(CASES)('gives for $code from $way at $value a duty of $duty, as $published says', async (worked) => {
    const { way, code: hsCode, value, published, quantity, duty, vat = [0, 0], total } = worked;
    const [origin, destination] = way;
    const currency = CURRENCIES[destination] ?? '';
    const [weight, unit] = quantity ?? [null, null];
    const date = destination === 'US' ? DAY : LATER;
    const body = { hsCode, origin, destination, value, currency, weight, unit, date };
    const { status, data } = await client.post('/tariffs/calculate', body);
    expect(status).toBe(200);
    expect(data['tariff']).toMatchObject({
      dutyExpression: published,
      mfnDuty: duty,
      vat: vat[0],
      vatAmount: vat[1],
      totalDuties: total,
    });
  });

  it.each(AMERICAN_CASES)('gives for $code from $way at $value on $date $adds', async (worked) => {
    const { way, code: hsCode, value, date, quantity, adds, between } = worked;
    const [weight, unit] = quantity ?? [null, null];
    const body = { hsCode, origin: way, destination: 'US', value, currency: 'USD', weight, unit, date };
    const { status, data } = await client.post('/tariffs/calculate', body);
    expect(status).toBe(200);
    const duties = data['additional'] as { name: string; applies: boolean | null; rate: number }[];
    expect(duties.map(({ name, applies }) => [/9903[.\d]+/.exec(name)?.[0], applies])).toEqual(Object.entries(adds));
    const { mfnDuty, range } = data['tariff'] as { mfnDuty: number; range: { because: string[] } };
    const dutyWith = (counted: typeof duties): number =>
      counted.reduce((sum, { rate }) => sum + (value * rate) / 100, mfnDuty);
    const [least, most] = between;
    expect(dutyWith(duties.filter(({ applies }) => applies === true))).toBeCloseTo(least, 2);
    if (most !== null) expect(dutyWith(duties)).toBeCloseTo(most, 2);
    // Trade remedies are not loaded.
    expect(range).toMatchObject({ atMost: null });
    expect(range.because).toContainEqual(expect.stringContaining('countervailing'));
  });

  it('computes a column 2 rate with a fraction for those who pay it', async () => {
    // 1000 x 33 1/3 % = 333.33
    const body = { hsCode: '42022920', origin: 'RU', destination: 'US', value: 1000, currency: 'USD', date: DAY };
    const { data } = await client.post('/tariffs/calculate', body);
    expect(data['columnTwo']).toMatchObject({ applies: true, duty: 333.33, dutyExpression: '33 1/3%' });
  });

  it('gives the rate of a program with what it takes', async () => {
    const body = { hsCode: '61091000', origin: 'MX', destination: 'US', value: 1000, currency: 'USD', date: DAY };
    const { data } = await client.post('/tariffs/calculate', body);
    expect(data['preferential']).toMatchObject({ agreement: 'USMCA', rate: 0, duty: 0 });
    const agreements = data['tradeAgreements'] as { name: string; conditions: string }[];
    expect(agreements.find(({ name }) => name === 'USMCA')?.conditions).toContain('General Note 11');
  });

  it('grants a program to its beneficiaries, and to nobody else', async () => {
    const calculate = async (origin: string) => {
      const body = { hsCode: '61091000', origin, destination: 'US', value: 1000, currency: 'USD', date: DAY };
      return (await client.post('/tariffs/calculate', body)).data['tradeAgreements'] as {
        name: string;
        applicable: boolean;
      }[];
    };
    const agoa = 'African Growth and Opportunity Act';
    expect((await calculate('KE')).find(({ name }) => name === agoa)).toMatchObject({ applicable: true });
    // Removed on 1 January 2024
    expect((await calculate('UG')).map(({ name }) => name)).not.toContain(agoa);
    const caribbean = (await calculate('JM')).map(({ name }) => name);
    expect(caribbean).toEqual(
      expect.arrayContaining(['Caribbean Basin Economic Recovery Act', 'Caribbean Basin Trade Partnership Act']),
    );
  });

  it('grants an agreement to each member from the day on which it joined', async () => {
    const members = async (date: string): Promise<string[]> => {
      const agreement = (await readAgreements(database)).find(({ name }) => name === 'CAFTA-DR');
      return (agreement?.members ?? []).flatMap(({ country, joinedOn }) => (joinedOn <= date ? [country] : []));
    };
    expect(await members('2006-03-31')).toEqual(['SV', 'US']);
    expect(await members('2008-12-31')).toEqual(['DO', 'GT', 'HN', 'NI', 'SV', 'US']);
    expect(await members('2009-01-01')).toHaveLength(7);
  });

  it.each([
    ['RCEP', 'CN', 'MM', '2022-05-01', true],
    ['RCEP', 'AU', 'MM', DAY, false],
    ['RCEP', 'MM', 'NZ', DAY, false],
    ['RCEP', 'ID', 'PH', '2023-06-02', true],
    ['CPTPP', 'CL', 'JP', '2023-02-20', false],
    ['CPTPP', 'GB', 'AU', '2024-12-24', true],
    ['CPTPP', 'GB', 'MX', DAY, false],
    ['EU Single Market', 'DE', 'HR', '2013-07-01', true],
    ['AfCFTA', 'GH', 'KE', '2019-05-30', true],
    ['AfCFTA', 'ZA', 'SD', DAY, false],
    ['AfCFTA', 'BJ', 'NG', DAY, false],
  ])('knows of %s between %s and %s on %s: %s', async (name, origin, destination, date, expected) => {
    const agreement = (await readAgreements(database)).find((one) => one.name === name);
    expect(agreement === undefined ? null : applies(agreement, origin, destination, date)).toBe(expected);
  });

  it('grants nothing under a program that has expired', async () => {
    const { data } = await client.get(`/hs-codes/76061130/tariffs?country=US&date=${DAY}`);
    const [entry] = data['tariffs'] as { preferentialRates: Record<string, number> }[];
    expect(entry?.preferentialRates).toMatchObject({ USMCA: 0, 'Korea FTA': 0 });
    expect(entry?.preferentialRates).not.toHaveProperty('Generalized System of Preferences');
  });

  it('says before a calculation what it takes', async () => {
    const { data } = await client.get('/hs-codes/10063090/tariffs?country=US');
    expect(data['tariffs']).toMatchObject([
      { requires: ['weight'], requiredUnits: ['kg'], quantityUnits: 'kg', columnTwoExpression: '5.5¢/kg' },
    ]);
  });

  describe('landed cost', () => {
    const cost = (changes: object): Promise<Answer> =>
      client.post('/tariffs/landed-cost', {
        hsCode: '72083900',
        origin: 'CN',
        destination: 'US',
        value: 10_000,
        currency: 'USD',
        freight: 800,
        insurance: 100,
        transport: 'sea',
        date: DAY,
        ...changes,
      });
    const amounts = ({ data }: Answer): [string, number | null][] =>
      (data['lines'] as { name: string; amount: number | null }[]).map(({ name, amount }) => [name, amount]);

    it('adds duties of chapter 99 and fees to the value before the ship, in the United States', async () => {
      const answer = await cost({ date: '2025-01-31' });
      // 10000 x 25 % = 2500; 10000 x 0.3464 % = 34.64, above the least of 32.71; 10000 x 0.125 % = 12.50
      expect(amounts(answer)).toEqual([
        ['Goods', 10_000],
        ['Freight', 800],
        ['Insurance', 100],
        ['Duty', 0],
        ['Section 232, iron and steel (9903.80.01)', 2500],
        ['Merchandise processing fee', 34.64],
        ['Harbor maintenance fee', 12.5],
        ['VAT or GST', 0],
      ]);
      expect(answer.data).toMatchObject({
        customsValue: { amount: 10_000, basis: 'FOB', source: '19 U.S.C. 1401a(b)(4)(A)' },
        // Lists of section 301 are in notes that are not loaded: what they add is open.
        total: null,
        atLeast: 13_447.14,
      });
      for (const { source } of answer.data['lines'] as { source: string }[]) expect(source).not.toBe('');
    });

    it('says no duty of chapter 99 for certain after the time of its edition', async () => {
      const { data } = await cost({});
      expect(data).toMatchObject({ total: null, atLeast: 10_947.14, atMost: null });
      expect(data['because']).toContainEqual(expect.stringContaining('is 5 months older'));
    });

    it('charges duty and VAT on freight and insurance too in the European Union', async () => {
      const answer = await cost({
        hsCode: '61091000',
        destination: 'DE',
        date: LATER,
        value: 1000,
        currency: 'EUR',
        freight: 100,
        insurance: 20,
      });
      // (1000 + 100 + 20) x 12 % = 134.40; 1254.40 x 19 % = 238.336, half up 238.34
      expect(answer.data).toMatchObject({
        customsValue: { amount: 1120, basis: 'CIF' },
        total: null,
        totalWithoutRecoverable: null,
        atMost: null,
      });
      expect(amounts(answer).slice(-2)).toEqual([
        ['Duty', 134.4],
        ['VAT or GST', 238.34],
      ]);
    });

    it('takes freight out of a price that covers it', async () => {
      const { data } = await cost({ hsCode: '61091000', value: 1120, freight: 100, insurance: 20, incoterm: 'CIF' });
      expect(data['customsValue']).toMatchObject({ amount: 1000 });
      const refused = await cost({ value: 100, freight: 100, incoterm: 'CFR' });
      expect(refused).toMatchObject({ status: 400, error: { details: [{ field: 'value' }] } });
    });

    it.each([
      ['CN', '2025-03-01', true, 0],
      ['CN', '2025-06-01', false, 82.5],
      ['VN', '2025-06-01', true, 0],
      ['VN', '2025-08-29', false, 82.5],
    ])('knows whether 500 dollars from %s on %s are too little for duty: %s', async (origin, date, waived, duty) => {
      const answer = await cost({ hsCode: '61091000', origin, date, value: 500 });
      expect(answer.data['deMinimis']).toMatchObject({ dutyWaived: waived });
      expect(amounts(answer)).toContainEqual(['Duty', duty]);
    });

    it('adds up the items of one consignment, and names those at fault by their index', async () => {
      const whole = {
        hsCode: undefined,
        value: undefined,
        destination: 'DE',
        date: LATER,
        currency: 'EUR',
        freight: 100,
        insurance: 0,
      };
      const items = [
        { hsCode: '61091000', value: 1000 },
        { hsCode: '85076000', value: 3000, origin: 'KR' },
      ];
      const { status, data } = await cost({ ...whole, items });
      // (1000 + 25) x 12 % = 123, (3000 + 75) x 2.7 % = 83.025; VAT of 19 % on 1148 is 218.12, on 3158.03 is 600.03
      expect(status).toBe(200);
      expect(data).toMatchObject({
        shareBy: 'value',
        items: [{ origin: 'CN' }, { origin: 'KR' }],
        total: null,
        atMost: null,
        because: expect.arrayContaining([
          'items.0: anti-dumping, countervailing and safeguard duties of EU are not loaded',
          'items.1: anti-dumping, countervailing and safeguard duties of EU are not loaded',
        ]) as unknown,
      });
      const charged = (data['items'] as { lines: { name: string; amount: number }[] }[]).map(({ lines }) =>
        lines.slice(-2).map(({ amount }) => amount),
      );
      expect(charged).toEqual([
        [123, 218.12],
        [83.03, 600.03],
      ]);
      const wrong = [...items, { hsCode: '99999999', value: 1 }, { hsCode: '61091000', value: 1, origin: 'DE' }];
      const refused = await cost({ ...whole, items: wrong });
      expect(refused).toMatchObject({ status: 422, error: { code: 'TARIFF_DATA_UNAVAILABLE' } });
      expect(refused.error.details?.map(({ field, code }) => [field, code])).toEqual([
        ['items.2.hsCode', 'unknown_code'],
        ['items.3.hsCode', 'domestic'],
      ]);
    });

    it('charges 3 EUR for each item of a distance sale to the European Union, and has no total where it may', async () => {
      const parcel = { hsCode: undefined, value: undefined, destination: 'DE', currency: 'EUR', transport: undefined };
      const items = [
        { hsCode: '610910', value: 40 },
        // A watch, whose duty of the tariff depends on the number of pieces.
        { hsCode: '910211', value: 60 },
      ];
      const sale = { ...parcel, items, freight: 10, insurance: 0, date: '2026-11-20' };
      const { status, data } = await cost({ ...sale, distanceSale: true });
      // 110 and 6, and 19 % of VAT on each half: (44 + 3) x 0.19 = 8.93 and (66 + 3) x 0.19 = 13.11.
      expect(status).toBe(200);
      expect(data).toMatchObject({ total: 138.04, atLeast: 138.04, atMost: 138.04, because: [] });
      const shirts = { ...sale, items: items.slice(0, 1) };
      expect((await cost(shirts)).data).toMatchObject({ total: null, totalWithoutRecoverable: null });
      expect((await cost(sale)).status).toBe(422);
      const single = {
        hsCode: '610910',
        origin: 'CN',
        destination: 'FR',
        value: 40,
        currency: 'EUR',
        date: '2026-11-20',
      };
      const calculated = await client.post('/tariffs/calculate', { ...single, distanceSale: true });
      // 3 and 20 % of 43; the totals beside it stay on the general basis.
      expect(calculated.data['tariff']).toMatchObject({ range: { atLeast: 11.6, atMost: 11.6, because: [] } });
      const open = await client.post('/tariffs/calculate', single);
      const { because } = (open.data['tariff'] as { range: { because: string[] } }).range;
      expect(because).toContainEqual(expect.stringContaining('"distanceSale"'));
      expect((await cost({ ...sale, distanceSale: 'maybe' })).status).toBe(400);
    });

    it('takes a preference where it is claimed', async () => {
      const changes = { hsCode: '61091000', origin: 'MX', value: 1000 };
      expect(amounts(await cost(changes))).toContainEqual(['Duty', 165]);
      expect(amounts(await cost({ ...changes, claimPreference: true }))).toContainEqual(['Duty, USMCA', 0]);
      // 10,000 x 0.3464 % = 34.64, which 19 CFR 24.23(c)(3) waives
      const fee = ['Merchandise processing fee', 34.64];
      expect(amounts(await cost({ ...changes, value: 10_000 }))).toContainEqual(fee);
      const claimed = amounts(await cost({ ...changes, value: 10_000, claimPreference: true }));
      expect(claimed.map(([name]) => name)).not.toContain('Merchandise processing fee');
    });

    it('waives the fee of the items that are claimed alone', async () => {
      const items = [
        { hsCode: '61091000', value: 10_000, origin: 'MX' },
        { hsCode: '61091000', value: 10_000, origin: 'VN' },
      ];
      const { data } = await cost({ hsCode: undefined, value: undefined, items, claimPreference: true });
      const [mexico, vietnam] = data['items'] as { lines: { name: string; amount: number }[] }[];
      const feeOf = (item: typeof mexico) =>
        item?.lines.find(({ name }) => name === 'Merchandise processing fee')?.amount;
      expect([feeOf(mexico), feeOf(vietnam)]).toEqual([undefined, 34.64]);
    });

    it('takes column 2 for goods that pay it', async () => {
      const answer = await cost({ hsCode: '61091000', origin: 'RU', value: 1000 });
      expect(amounts(answer)).toContainEqual(['Duty, column 2', 900]);
    });

    it('names every amount at fault, and refuses what a calculation refuses', async () => {
      const { status, error } = await cost({ freight: -1, insurance: 0.001 });
      expect([status, error.details?.map(({ field }) => field)]).toEqual([400, ['freight', 'insurance']]);
      expect(await cost({ destination: 'KR' })).toMatchObject({
        status: 422,
        error: { code: 'TARIFF_DATA_UNAVAILABLE' },
      });
    });
  });

  it('compares by duty and by landed cost too, and says what the rank goes by', async () => {
    const body = { hsCode: '61091000', origin: 'CN', value: 1000, currency: 'EUR', date: LATER };
    const { data } = await client.post('/tariffs/compare', { ...body, destinations: ['DE', 'GB', 'HU'], freight: 100 });
    expect(data).toMatchObject({
      rankedBy: 'effectiveRate',
      // (1000 + 100) x 12 % = 132 in all three: only VAT differs.
      comparisons: [
        { country: 'DE', mfnDuty: 120, dutyRank: 1, landedCost: 1232, landedCostRank: 1 },
        { country: 'GB', dutyRank: 1, landedCost: 1232, landedCostRank: 1 },
        { country: 'HU', dutyRank: 1, landedCost: 1232, landedCostRank: 1 },
      ],
    });
  });
});
