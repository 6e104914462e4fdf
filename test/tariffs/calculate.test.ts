import { createTestDatabase, type TestDatabase } from '../support/database';
import { createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';
import { importFixture, importSmallWorld } from '../support/reference-data';

describe('calculate', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    await importSmallWorld(database);
    client = createReferenceClient(createReferenceApp(database));
  });

  const base = { hsCode: '6109.10', origin: 'CN', destination: 'DE', value: 1000, currency: 'EUR' };
  const calculate = (changes: object): Promise<Answer> => client.post('/tariffs/calculate', { ...base, ...changes });

  it('computes duty and VAT as the specification relates them', async () => {
    const { status, data } = await calculate({});
    expect(status).toBe(200);
    expect(data).toMatchObject({ hsCode: '610910', origin: 'CN', destination: 'DE', value: 1000, currency: 'EUR' });
    expect(data['tariff']).toMatchObject({
      mfnRate: 12,
      mfnDuty: 120,
      preferentialRate: null,
      preferentialDuty: null,
      vat: 19,
      vatAmount: 212.8,
      totalDuties: 332.8,
      effectiveRate: 33.28,
    });
  });

  it('computes the preferential basis beside totals that stay on the general one', async () => {
    const { data } = await calculate({ hsCode: '61091000', origin: 'MX', destination: 'US', currency: 'USD' });
    expect(data['tariff']).toMatchObject({
      mfnRate: 16.5,
      mfnDuty: 165,
      preferentialRate: 0,
      preferentialDuty: 0,
      totalDuties: 165,
    });
    expect(data['preferential']).toMatchObject({ agreement: 'USMCA', rate: 0, duty: 0, totalDuties: 0 });
    expect(data['tradeAgreements']).toContainEqual(
      expect.objectContaining({
        name: 'USMCA',
        rate: 0,
        applicable: true,
        rateStatus: 'loaded',
      }),
    );
    expect((data['tradeAgreements'] as { name: string }[]).map(({ name }) => name)).toEqual(['USMCA']);
  });

  it('does not apply an agreement before both countries are members', async () => {
    const { data } = await calculate({
      hsCode: '61091000',
      origin: 'MX',
      destination: 'US',
      currency: 'USD',
      date: '2020-06-30',
    });
    expect(data['tradeAgreements']).toContainEqual(
      expect.objectContaining({
        name: 'USMCA',
        rate: 0,
        applicable: false,
        rateStatus: 'loaded',
      }),
    );
    expect(data['preferential']).toBeNull();
  });

  it('says that membership alone gives no rate', async () => {
    const { data } = await calculate({ origin: 'JP', destination: 'GB', currency: 'GBP' });
    expect(data['tradeAgreements']).toContainEqual(
      expect.objectContaining({
        name: 'CPTPP',
        rate: null,
        applicable: true,
        rateStatus: 'not_loaded',
      }),
    );
    expect(data['coverage']).toMatchObject({
      complete: false,
      missing: expect.arrayContaining(['the preferential rates of CPTPP are not loaded']) as unknown,
    });
  });

  it.each([
    ['FR', true],
    ['CN', false],
  ])('gives the rate of a customs union, which applies to goods of %s: %s', async (origin, applicable) => {
    const { data } = await calculate({ origin });
    expect(data['tradeAgreements']).toContainEqual(
      expect.objectContaining({
        name: 'EU Single Market',
        rate: 0,
        applicable,
        rateStatus: 'loaded',
      }),
    );
  });

  it('charges no duty inside the customs union, but the VAT of the destination', async () => {
    const { data } = await calculate({ origin: 'FR' });
    expect(data['tariff']).toMatchObject({
      mfnRate: 0,
      mfnDuty: 0,
      dutyBasis: 'customs_union',
      vatAmount: 190,
      totalDuties: 190,
    });
  });

  it('names the sources of VAT, agreements and the customs union', async () => {
    const titles = async (origin: string): Promise<string[]> => {
      const { sources } = (await calculate({ origin })).data['coverage'] as { sources: { title: string }[] };
      return sources.map(({ title }) => title);
    };
    expect(await titles('FR')).toEqual([
      'Standard VAT and GST rates',
      'Trade agreements, members and dates',
      'Internal market and customs union of the European Union',
    ]);
    expect((await titles('CN')).slice(1)).toEqual([
      'Standard VAT and GST rates',
      'Trade agreements, members and dates',
    ]);
  });

  it.each([
    ['CU', '2020-01-01', true],
    ['RU', '2026-01-01', true],
    ['RU', '2022-04-08', false],
    ['CN', '2026-01-01', false],
  ])('says whether goods of %s on %s pay column 2 of the United States: %s', async (origin, date, pays) => {
    const { data } = await calculate({ hsCode: '61091000', origin, destination: 'US', currency: 'USD', date });
    const { complete, missing } = data['coverage'] as Record<string, unknown>;
    expect(data['columnTwo']).toMatchObject({ applies: pays, rate: 90, duty: 900, totalDuties: 900 });
    expect(data['tariff']).toMatchObject({ mfnRate: 16.5, mfnDuty: 165 });
    expect(String(missing).includes('pay column 2 rates')).toBe(pays);
    expect(complete).toBe(false);
  });

  it('refuses a day before the oldest edition, and says which one that is', async () => {
    const { status, error } = await calculate({ date: '2004-12-31' });
    expect(status).toBe(422);
    expect(error).toMatchObject({
      code: 'TARIFF_DATA_UNAVAILABLE',
      details: [{ field: 'date', code: 'before_editions' }],
      coverage: { complete: false, sources: [{ edition: '2020-07', validFrom: '2005-01-01' }] },
    });
  });

  it('names the fields that a duty by weight takes, beside the refusal', async () => {
    const { error } = await calculate({ hsCode: '42022240', destination: 'US', currency: 'USD' });
    expect(error).toMatchObject({ dutyExpression: '20¢/kg', requires: ['weight'] });
  });

  it('says how old the schedule is and never calls an answer complete that leaves something out', async () => {
    const { data } = await calculate({});
    expect(data['coverage']).toMatchObject({
      complete: false,
      missing: expect.arrayContaining([
        'changes of the schedule of EU after 2005-01-01 are not loaded: its edition 2020-07 is 257 months older than 2026-06-01',
      ]) as unknown,
      excluded: expect.arrayContaining(['anti-dumping and countervailing duties']) as unknown,
    });
  });

  it('uses the VAT of the day', async () => {
    const { data } = await calculate({ date: '2006-12-31' });
    expect(data['tariff']).toMatchObject({ vat: 16 });
  });

  it('takes the average of lines that differ, and shows the range', async () => {
    const { data } = await calculate({ hsCode: '420221', destination: 'US', currency: 'USD' });
    expect(data['tariff']).toMatchObject({
      mfnRate: 8.1,
      mfnDuty: 81,
      rateBasis: 'average_of_lines',
      rateRange: { min: 5.3, max: 10 },
      lines: 3,
    });
  });

  it('says that an average leaves out lines that are not ad valorem', async () => {
    const { data } = await calculate({ hsCode: '4202', destination: 'US', currency: 'USD' });
    expect(data['tariff']).toMatchObject({ rateBasis: 'average_of_lines', nonAdValoremLines: 3 });
    expect(data['coverage']).toMatchObject({
      complete: false,
      missing: expect.arrayContaining([expect.stringMatching(/^3 of the \d+ lines .* are not ad valorem/)]) as unknown,
    });
  });

  it('takes the rate of the parent for a longer code', async () => {
    const { data } = await calculate({ hsCode: '0101300000', destination: 'US', currency: 'USD' });
    expect(data['tariff']).toMatchObject({ mfnRate: 6.8, rateBasis: 'parent_line' });
  });

  it('takes the rate of the code that this one replaced', async () => {
    const { data } = await calculate({ hsCode: '851713', destination: 'GB', currency: 'GBP' });
    expect(data['tariff']).toMatchObject({ mfnRate: 0, rateBasis: 'previous_edition', vat: 20 });
  });

  it('computes a duty by weight as ad valorem equivalent', async () => {
    const { data } = await calculate({
      hsCode: '42022240',
      destination: 'US',
      currency: 'USD',
      weight: 100,
      unit: 'lb',
    });
    // 100 lb are 45.359237 kg; at 20 cents a kilogram that is 9.07 dollars of 1000.
    expect(data['tariff']).toMatchObject({
      mfnRate: 0.907,
      mfnDuty: 9.07,
      dutyBasis: 'ad_valorem_equivalent',
      dutyExpression: '20¢/kg',
    });
  });

  it('computes a duty by count and value', async () => {
    const { data } = await calculate({
      hsCode: '42022245',
      destination: 'US',
      currency: 'USD',
      weight: 30,
      unit: 'item',
    });
    expect(data['tariff']).toMatchObject({ mfnDuty: 53, mfnRate: 5.3 });
  });

  it.each([
    [{ hsCode: '42022240', destination: 'US', currency: 'USD' }, 'weight', 'required'],
    [{ hsCode: '42022240', destination: 'US', currency: 'USD', weight: 3, unit: 'l' }, 'unit', 'wrong_measure'],
    [{ hsCode: '42022240', destination: 'US', weight: 3 }, 'currency', 'exchange_rate_missing'],
    [{ hsCode: '42022260', destination: 'US', currency: 'USD', weight: 3 }, 'hsCode', 'not_computable'],
    [{ hsCode: '010121', destination: 'BR' }, 'destination', 'no_schedule'],
    [{ hsCode: '010129' }, 'hsCode', 'no_rate'],
  ])('names what is missing: %j', async (changes, field, code) => {
    const { status, error } = await calculate(changes);
    expect(status).toBe(422);
    expect(error.code).toBe('TARIFF_DATA_UNAVAILABLE');
    expect(error.details).toMatchObject([{ field, code }]);
  });

  it('converts a duty in another currency at a stored rate', async () => {
    await importFixture(database, 'exchange-rates', '../reference/rates.csv');
    const request = { hsCode: '42022240', destination: 'US', currency: 'CHF', weight: 100, unit: 'kg' };
    const rateOf = ({ data }: Answer) =>
      (data['coverage'] as { sources: { title: string; validFrom: string }[] }).sources
        .filter(({ title }) => title.includes('CHF'))
        .map(({ title, validFrom }) => `${title} on ${validFrom}`);
    const answer = await calculate(request);
    expect(answer.data['tariff']).toMatchObject({ mfnDuty: 16, mfnRate: 1.6 });
    expect(rateOf(answer)).toEqual(['Exchange rates: 1 USD is 0.8 CHF on 2026-05-01']);
    const former = await calculate({ ...request, date: '2026-04-30' });
    expect(former.data['tariff']).toMatchObject({ mfnDuty: 18, mfnRate: 1.8 });
    expect(rateOf(former)).toEqual(['Exchange rates: 1 USD is 0.9 CHF on 2026-04-01']);
    const compared = await client.post('/tariffs/compare', {
      ...request,
      destination: undefined,
      destinations: ['US', 'DE'],
      origin: 'VN',
      value: 1_000,
    });
    expect(rateOf(compared)).toEqual(['Exchange rates: 1 USD is 0.8 CHF on 2026-05-01']);
  });

  it('refuses goods that cross no border', async () => {
    expect(await calculate({ origin: 'DE' })).toMatchObject({ status: 422, error: { code: 'SAME_TERRITORY' } });
  });

  it('does not know headings that are not there', async () => {
    expect(await calculate({ hsCode: '0199' })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  });

  it('names every fault at once', async () => {
    const { status, error } = await calculate({
      hsCode: '85',
      origin: 'UK',
      destination: 'XX',
      value: 0,
      currency: 'XXX',
      unit: '',
      weight: -1,
    });
    expect(status).toBe(400);
    expect(error.details?.map(({ field }) => field).sort()).toEqual([
      'currency',
      'destination',
      'hsCode',
      'origin',
      'value',
      'weight',
    ]);
    expect(error.details?.find(({ field }) => field === 'origin')?.message).toContain('GB');
  });
});
