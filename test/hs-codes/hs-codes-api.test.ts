import { findOrCreateAccount } from '../../db/auth/accounts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { CALLER, createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';
import { importFixture, importSmallWorld, importStarter } from '../support/reference-data';

describe('HS codes', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    await importSmallWorld(database);
    const account = await findOrCreateAccount(database, 'Caller');
    await database.query('update accounts set id = $1 where id = $2', [CALLER.tenant.accountId, account.id]);
    client = createReferenceClient(createReferenceApp(database));
  });

  const get = (path: string): Promise<Answer> => client.get(`/hs-codes/${path}`);
  const search = (body: object): Promise<Answer> => client.post('/hs-codes/search', body);
  const codes = (data: Record<string, unknown>): string[] =>
    (data['results'] as { code: string }[]).map(({ code }) => code);

  describe('detail', () => {
    it('describes a code with its place in the tree', async () => {
      const { status, data } = await get('0101.30');
      expect(status).toBe(200);
      expect(data).toMatchObject({
        code: '010130',
        description: 'Donkeys',
        chapter: '01',
        chapterName: 'Living creatures',
        section: 'I',
        sectionName: 'Animals',
        tradeData: { globalExports: null, globalImports: null, topExporters: [], topImporters: [] },
        requestedCode: '0101.30',
        fullDescription: 'Living creatures > Horses and their kin > Donkeys',
        parents: [{ code: '01' }, { code: '0101' }],
        children: [],
      });
      expect(data['coverage']).toMatchObject({
        complete: false,
        missing: ['trade statistics are not loaded for this code'],
      });
    });

    it('lists what stands below a heading', async () => {
      const { data } = await get('0101');
      expect(data['children']).toMatchObject([{ code: '010121' }, { code: '010129' }, { code: '010130' }]);
    });

    it.each([
      ['0101300000', '010130'],
      ['010130000', '010130'],
      ['01013', '0101'],
      ['010199', '0101'],
    ])('answers %s with its longest known parent %s', async (asked, found) => {
      expect((await get(asked)).data).toMatchObject({ code: found, requestedCode: asked });
    });

    it('says which codes replaced one of an older edition', async () => {
      const { data } = await get('851712');
      expect(data).toMatchObject({ code: '8517', replacedBy: { codes: ['851713', '851714'], edition: 'HS 2022' } });
    });

    it.each(['010', '01013000000', 'abcd', '0101x', '0101-30'])('refuses %s', async (code) => {
      const { status, error } = await get(code);
      expect(status).toBe(400);
      expect(error.details).toMatchObject([{ field: 'code', code: 'hs_code' }]);
    });

    it('does not know a heading that is not there', async () => {
      expect(await get('0199')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    });

    it('shows trade once statistics are loaded', async () => {
      await importFixture(database, 'baci-csv', 'flows.csv');
      const { data } = await get('610910');
      expect(data).toMatchObject({
        tradeData: { globalExports: 34750, globalImports: 34750, topExporters: ['DE', 'US'] },
        tradeYear: 2023,
      });
    });
  });

  describe('tariffs', () => {
    const entries = (data: Record<string, unknown>): Record<string, unknown>[] =>
      data['tariffs'] as Record<string, unknown>[];

    it('lists every country of which a schedule is loaded, with preferential rates by agreement', async () => {
      const { data } = await get('610910/tariffs');
      expect(entries(data)).toHaveLength(29);
      expect(entries(data).find(({ country }) => country === 'US')).toMatchObject({
        countryName: 'United States of America',
        mfnRate: 16.5,
        preferentialRates: { USMCA: 0, 'Australia FTA': 0 },
        unit: '%',
      });
      expect(entries(data).find(({ country }) => country === 'DE')).toMatchObject({
        mfnRate: 12,
        preferentialRates: { 'EU Single Market': 0 },
      });
    });

    it('leaves preferential rates out where none is known', async () => {
      const { data } = await get('610910/tariffs?country=GB');
      expect(entries(data)).toHaveLength(1);
      expect(entries(data)[0]).not.toHaveProperty('preferentialRates');
    });

    it('shows the text of a duty that is no percentage', async () => {
      const { data } = await get('4202.22.40/tariffs?country=US');
      expect(entries(data)[0]).toMatchObject({ mfnRate: null, dutyExpression: '20¢/kg', rateBasis: 'line' });
    });

    it('averages lines that differ and says so', async () => {
      const { data } = await get('420221/tariffs?country=US');
      expect(entries(data)[0]).toMatchObject({
        mfnRate: 8.1,
        rateBasis: 'average_of_lines',
        rateRange: { min: 5.3, max: 10 },
        lines: 3,
      });
    });

    it('spells out duties that differ where none is ad valorem', async () => {
      const { data } = await get('4202224/tariffs?country=US');
      const [entry] = entries(data);
      expect(entry).toMatchObject({ mfnRate: null, rateBasis: 'different_lines', rateRange: null });
      expect(entry).toMatchObject({ dutyExpression: '20¢/kg; 10¢ each + 5%', lines: 2, nonAdValoremLines: 2 });
      expect(data['coverage']).toMatchObject({
        complete: false,
        missing: expect.arrayContaining([
          expect.stringMatching(/^the 2 lines of the schedule of US for 4202224 have different duties/),
        ]) as unknown,
      });
    });

    it('says which lines an average leaves out', async () => {
      const { data } = await get('4202/tariffs?country=US');
      const [entry] = entries(data);
      const [left, of] = [entry?.['nonAdValoremLines'], entry?.['lines']];
      expect(entry).toMatchObject({ rateBasis: 'average_of_lines' });
      expect(left).toBeGreaterThan(0);
      expect(data['coverage']).toMatchObject({
        complete: false,
        missing: expect.arrayContaining([
          expect.stringContaining(`${String(left)} of the ${String(of)} lines`),
        ]) as unknown,
      });
    });

    it('answers with an empty list and the reason for a country without data', async () => {
      const { status, data } = await get('610910/tariffs?country=BR');
      expect(status).toBe(200);
      expect(data).toMatchObject({
        tariffs: [],
        coverage: { complete: false, missing: ['no tariff schedule of BR is loaded'] },
      });
    });

    it('does not pass an empty list for all there is where no schedule is loaded', async () => {
      const empty = await createTestDatabase();
      await importStarter(empty);
      const { status, data } = await createReferenceClient(createReferenceApp(empty)).get('/hs-codes/610910/tariffs');
      await empty.drop();
      expect(status).toBe(200);
      expect(data).toMatchObject({
        tariffs: [],
        coverage: { complete: false, missing: ['no tariff schedule is loaded'] },
      });
    });

    it.each(['UK', 'EU', 'XX', 'DEU'])('refuses the country "%s"', async (country) => {
      expect((await get(`610910/tariffs?country=${country}`)).status).toBe(400);
    });
  });

  describe('search', () => {
    it('finds everyday names, plurals, compounds and slips of the pen', async () => {
      for (const query of ['donkey', 'Donkeys', 'jackass', 'dnokey']) {
        expect(codes((await search({ query })).data)[0]).toBe('010130');
      }
      for (const query of ['t-shirt', 'tshirt', 'T SHIRTS']) {
        expect(codes((await search({ query })).data)[0]).toMatch(/^6109/);
      }
      expect(codes((await search({ query: 'vacum cleaner' })).data)[0]).toMatch(/^8508/);
    });

    it('says on what a result matched', async () => {
      const { data } = await search({ query: 'jackass', limit: 1 });
      expect(data['results']).toMatchObject([
        {
          code: '010130',
          description: 'Donkeys',
          chapter: '01',
          chapterName: 'Living creatures',
          fullDescription: 'Living creatures > Horses and their kin > Donkeys',
          matchedOn: [{ word: 'jackass', in: ['name'] }],
        },
      ]);
    });

    it('asks what would decide between codes that fit alike', async () => {
      const { data } = await search({ query: 'horses' });
      expect(data['ask']).toEqual(expect.any(Array));
      expect((await search({ query: '0101' })).data['ask']).toEqual([]);
      expect((await search({ query: 'jackass' })).data['ask']).toEqual([]);
    });

    it('searches with synonyms too', async () => {
      expect(codes((await search({ query: 'purse' })).data)[0]).toMatch(/^4202/);
    });

    it('finds coffee under its name in other languages', async () => {
      const starter = await createTestDatabase();
      await importStarter(starter);
      const other = createReferenceClient(createReferenceApp(starter));
      const found = [];
      for (const query of ['café', 'cafe']) {
        found.push(codes((await other.post('/hs-codes/search', { query, limit: 3 })).data)[0]);
      }
      await starter.drop();
      expect(found).toEqual(['090111', '090111']);
    });

    it('looks digits up as codes first', async () => {
      expect(codes((await search({ query: '0101' })).data)).toEqual(['0101', '010121', '010129', '010130']);
      expect(codes((await search({ query: '0101.30.00' })).data)[0]).toBe('010130');
    });

    it('gives other headings a turn after two codes of one', async () => {
      const found = codes((await search({ query: 'horses and vacuum cleaners', limit: 4 })).data);
      const headings = found.map((code) => code.slice(0, 4));
      expect(headings.filter((heading) => heading === '0101').length).toBeLessThanOrEqual(2);
    });

    it('keeps to the limit and counts all matches', async () => {
      const { data } = await search({ query: 'horses', limit: 1 });
      expect(codes(data)).toHaveLength(1);
      expect(data['total']).toBeGreaterThanOrEqual(2);
    });

    it.each(['智能手机', 'هاتف', 'zzzzqqqq', '%_\'"\\x', "'; drop table hs_nodes; --"])(
      'answers "%s" calmly',
      async (query) => {
        expect((await search({ query })).status).toBe(200);
      },
    );

    it.each([
      [{}, 'query'],
      [{ query: '' }, 'query'],
      [{ query: '%_\'"\\' }, 'query'],
      [{ query: 'x'.repeat(10_000) }, 'query'],
      [{ query: 7 }, 'query'],
      [{ query: 'horse', limit: 0 }, 'limit'],
      [{ query: 'horse', limit: 1.5 }, 'limit'],
    ])('refuses %j', async (body, field) => {
      const { status, error } = await search(body);
      expect(status).toBe(400);
      expect(error.details?.[0]?.field).toBe(field);
    });
  });

  describe('classify', () => {
    const classify = (body: object): Promise<Answer> => client.post('/hs-codes/classify', body);
    it('suggests codes with confidence', async () => {
      const { status, data } = await classify({ description: 'cotton t-shirt', limit: 3 });
      expect(status).toBe(200);
      expect(data['code']).toBe('610910');
      const candidates = data['candidates'] as { code: string; confidence: number }[];
      expect(candidates[0]?.confidence).toBeGreaterThan(candidates[1]?.confidence ?? 0);
      expect(candidates.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1.001);
    });

    it('has no code where nothing fits', async () => {
      expect((await classify({ description: '量子纠缠' })).data).toMatchObject({ code: null, candidates: [] });
    });

    it('knows everyday words of other languages', async () => {
      expect((await classify({ description: '智能手机' })).data['code']).toBe('851713');
    });
  });
});
