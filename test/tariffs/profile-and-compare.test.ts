import { countryCodes } from '../../domain/countries';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';
import { importSmallWorld } from '../support/reference-data';

describe('country profile and comparison', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    await importSmallWorld(database);
    client = createReferenceClient(createReferenceApp(database));
  });

  const compare = (changes: object): Promise<Answer> =>
    client.post('/tariffs/compare', {
      hsCode: '610910',
      origin: 'CN',
      destinations: ['DE'],
      value: 1000,
      currency: 'EUR',
      ...changes,
    });

  describe('profile', () => {
    it('shows tariffs, VAT, agreements and papers of a country', async () => {
      const { data } = await client.get('/tariffs/countries/DE');
      expect(data).toMatchObject({ country: 'DE', countryName: 'Germany', currency: 'EUR', vatRate: 19 });
      expect(data['tradeAgreements']).toMatchObject([{ name: 'EU Single Market', effectiveDate: '1993-01-01' }]);
      expect(data['customsRequirements']).toEqual({
        commercialInvoice: true,
        packingList: false,
        certificateOfOrigin: false,
        billOfLading: true,
      });
    });

    it.each([
      ['US', 'USMCA', 3],
      ['FR', 'EU Single Market', 27],
      ['CN', 'RCEP', 15],
      ['ZA', 'AfCFTA', 49],
      ['JP', 'CPTPP', 11],
    ])('counts the members of the agreement of %s, %s, as the specification does', async (country, name, members) => {
      const { data } = await client.get(`/tariffs/countries/${country}`);
      const agreements = data['tradeAgreements'] as { name: string; members: string[] }[];
      expect(agreements.find((agreement) => agreement.name === name)?.members).toHaveLength(members);
    });

    it('answers with nulls for a country without data', async () => {
      const { status, data } = await client.get('/tariffs/countries/PY');
      expect(status).toBe(200);
      expect(data).toMatchObject({
        averageTariff: null,
        vatRate: null,
        tradeAgreements: [],
        coverage: { complete: false },
      });
    });

    it.each(['UK', 'EU', 'XX', 'DEU'])('refuses %s', async (country) => {
      expect((await client.get(`/tariffs/countries/${country}`)).status).toBe(400);
    });
  });

  describe('compare', () => {
    it('ranks destinations, marks ties and names those without an answer', async () => {
      const { data } = await compare({ destinations: ['GB', 'FR', 'US', 'DE', 'BR', 'CN', 'US'] });
      expect(data['comparisons']).toMatchObject([
        {
          country: 'US',
          countryName: 'United States of America',
          mfnRate: 16.5,
          totalDuties: 165,
          effectiveRate: 16.5,
          rank: 1,
        },
        { country: 'DE', totalDuties: 332.8, rank: 2, tied: false },
        { country: 'FR', totalDuties: 344, rank: 3, tied: true },
        { country: 'GB', totalDuties: 344, rank: 4, tied: true },
      ]);
      expect(data['bestMarket']).toEqual({ country: 'US', effectiveRate: 16.5, savings: 179 });
      expect(data['unavailable']).toMatchObject([
        { country: 'BR', reason: 'no_schedule', mfnRate: null, mfnDuty: null, vat: 17 },
        { country: 'CN', reason: 'domestic', vat: null },
      ]);
    });

    it('says that an average leaves out lines that are not ad valorem', async () => {
      const { data } = await compare({ hsCode: '4202', destinations: ['US'], currency: 'USD' });
      expect(data['comparisons']).toHaveLength(1);
      expect(data['coverage']).toMatchObject({
        complete: false,
        missing: expect.arrayContaining([
          expect.stringMatching(/are not ad valorem and are left out of the average$/),
        ]) as unknown,
      });
    });

    it('lacks nothing where the origin is among the destinations', async () => {
      const { data } = await compare({ destinations: ['DE', 'CN'] });
      expect(data['unavailable']).toMatchObject([{ country: 'CN', reason: 'domestic' }]);
      const { missing } = data['coverage'] as { missing: string[] };
      expect(missing.filter((gap) => gap.includes('CN'))).toEqual([]);
    });

    it('has no best market where no duty is known, and names the source of the VAT that is', async () => {
      const { status, data } = await compare({ destinations: ['BR'] });
      expect(status).toBe(200);
      expect(data).toMatchObject({ comparisons: [], bestMarket: null, unavailable: [{ country: 'BR', vat: 17 }] });
      const { missing, sources } = data['coverage'] as { missing: string[]; sources: { title: string }[] };
      expect(missing).toEqual([
        'No tariff schedule of BR is loaded. An operator loads its averages with "corridor data pull wits --countries BR".',
      ]);
      expect(sources.map(({ title }) => title)).toEqual([expect.stringContaining('VAT')]);
    });

    it.each([[[]], [['UK']], [countryCodes().slice(0, 61)]])('refuses the destinations %j', async (destinations) => {
      expect((await compare({ destinations })).status).toBe(400);
    });

    it('accepts 61 destinations of which two are the same', async () => {
      const [first = '', ...others] = countryCodes().slice(0, 60);
      const destinations = [first, ...others, first];
      expect((await compare({ destinations })).status).toBe(200);
    });
  });
});
