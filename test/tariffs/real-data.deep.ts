import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { importDataDirectory } from '../../activities/importers/data-directory';
import { loadStarterPack, loadStarterSchedules } from '../../activities/importers/load-starter';
import { quoter } from '../../api/tariffs/quotes';
import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { searchWords } from '../../domain/hs-codes/search/query/search-words';
import type { LineTerms, Schedule } from '../../domain/tariffs/schedule/schedule';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { carryBroadcasts } from '../support/outbox';
import { DATA_DIR, describeWithData, importFixture } from '../support/reference-data';
import { expectedTariff, readPublished } from './second-computation';

describeWithData('the real publications', () => {
  const directory = DATA_DIR ?? '';
  let database: TestDatabase;
  let seconds = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    await findOrCreateAccount(database, 'Listener');
    const started = performance.now();
    await loadStarterPack(database, { deferIndex: true });
    await importDataDirectory(database, directory);
    // The rates of VAT ship with Corridor.
    await loadStarterSchedules(database);
    seconds = (performance.now() - started) / 1000;
  });

  const one = async (sql: string): Promise<unknown> => Object.values((await database.query<object>(sql))[0] ?? {})[0];

  const schedule = async (name: string): Promise<Schedule | undefined> =>
    (await referenceData(database)).schedules.get(name)?.[0];

  it('are imported in less than three minutes and 500 megabytes', async () => {
    expect(seconds).toBeLessThan(180);
    expect(Number(await one('select pg_database_size(current_database())'))).toBeLessThan(500_000_000);
  });

  it('give 21 sections, 97 chapters, 1,229 headings and 5,612 subheadings', async () => {
    expect(await one('select count(*)::int from hs_nodes where length(code) = 2')).toBe(97);
    expect(await one('select count(*)::int from hs_nodes where length(code) = 4')).toBe(1229);
    expect(await one('select count(*)::int from hs_nodes where length(code) = 6')).toBe(5612);
    expect(await one('select count(*)::int from hs_sections')).toBe(21);
  });

  it('change nothing the second time', async () => {
    const again = await importDataDirectory(database, directory);
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 'unchanged'));
  });

  it('tell every account once for each schedule', async () => {
    await carryBroadcasts(database);
    const rows = await database.query<{ schedule: string }>(
      `select payload->>'schedule' as schedule from events where type = 'tariff.updated' order by 1`,
    );
    expect(rows.map((row) => row.schedule)).toEqual(['US']);
  });

  it('bear the general rates of January 2025 in every line of the United States that is still there', async () => {
    const text = readFileSync(path.join(directory, 'us-hts-2025/mfn_rates_2025.csv'), 'utf8');
    const lines = (await schedule('US'))?.lines ?? new Map<string, LineTerms>();
    const derived = parse<{ hs8: string; mfn_rate: string; rate_type: string; rate_raw: string }>(text, {
      columns: true,
    }).filter(({ hs8 }) => hs8 < '98' && lines.has(hs8));
    expect(derived.length).toBeGreaterThan(10_800);
    const different = derived.filter(({ hs8, mfn_rate, rate_type, rate_raw }) => {
      const rate = lines.get(hs8)?.rate;
      if (rate?.expression !== rate_raw) return true;
      if (rate_type !== 'free' && rate_type !== 'ad_valorem') return rate.adValorem !== null;
      return (
        rate.kind !== (Number(mfn_rate) === 0 ? 'free' : 'ad_valorem') ||
        Math.abs(Number(rate.adValorem) / 100 - Number(mfn_rate)) > 1e-12
      );
    });
    expect(different).toEqual([]);
  });

  it('bear the plain rates of 2020 in all but six lines of the European Union, which have become free', async () => {
    const text = readFileSync(path.join(directory, 'uk-ukgt-2020/ukgt_data.json'), 'utf8');
    const { data } = JSON.parse(text) as { data: { commodity: string; cet_duty_rate: string }[] };
    const union = await schedule('EU');
    const plain = data.flatMap(({ commodity, cet_duty_rate: rate }) => {
      const percent = /^(\d+\.\d+)%$/.exec(rate)?.[1];
      const now = union?.lines.get(commodity.padEnd(10, '0'))?.rate.adValorem ?? null;
      return percent === undefined || now === null ? [] : [{ then: Number(percent), now: Number(now) }];
    });
    expect(plain.length).toBeGreaterThan(5_600);
    expect(plain.filter(({ then, now }) => then !== now).map(({ now }) => now)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('agree with a second computation on 10,000 random consignments', async () => {
    const published = readPublished(directory);
    const subheadings = [...published.nodes].filter((code) => code.length === 6 && code < '98');
    const lines = [...published.schedules.US.keys()].filter(
      (code) => code < '98' && published.nodes.has(code.slice(0, 4)),
    );
    const request = fc.record({
      code: fc.oneof(fc.constantFrom(...subheadings), fc.constantFrom(...lines)),
      origin: fc.constantFrom('CN', 'MX', 'JP', 'BR', 'IT', 'PL', 'ZA'),
      destination: fc.constantFrom('US' as const, 'GB' as const, 'DE' as const, 'FR' as const),
      minor: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 1_000_000_000_000 })),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ code, origin, destination, minor }) => {
        const expected = expectedTariff(published, { code, origin, destination, minor });
        const shared = { hsCode: code, origin, destination, value: minor / 100, currency: 'USD' };
        const answer = (await quoter(database)).quote({ ...shared, weight: null, unit: null, date: '2026-09-01' });
        if (expected === 'not_ad_valorem') {
          expect(['not_computable', 'input_missing']).toContain(answer.kind);
          return;
        }
        if (expected === 'unknown') {
          // Codes of 2022 that replaced one of 2017 take its rate, which may be one by weight; no other gets one.
          expect(['no_rate', 'not_computable', 'input_missing', 'quote']).toContain(answer.kind);
          if (answer.kind === 'quote') expect(answer.rate.basis).toBe('previous_edition');
          return;
        }
        if (answer.kind !== 'quote') throw new Error(`${code} ${destination}: ${answer.kind}`);
        const { mfn } = answer;
        expect(mfn.rate).toBeCloseTo(expected.mfnRate, 10);
        expect([mfn.duty, mfn.vat, mfn.vatAmount, mfn.totalDuties]).toEqual([
          expected.mfnDuty,
          expected.vat,
          expected.vatAmount,
          expected.totalDuties,
        ]);
        expect(Math.abs((mfn.effectiveRate ?? 0) / expected.effectiveRate - 1 || 0)).toBeLessThan(1e-9);
      }),
      { numRuns: 10_000 },
    );
  });

  it('refuse a scraped schedule with glued cells, whichever importer it is given to', async () => {
    const scraped = path.join(directory, 'au-tariff/tariff-schedule3.json');
    await expect(importFixture(database, 'ukgt-json', scraped)).rejects.toThrow(/has no list "data"/);
    await expect(importFixture(database, 'usitc-csv', scraped)).rejects.toThrow(/cannot be read as CSV|has no column/);
  });

  it('read the answer of WITS', async () => {
    const sample = path.join(directory, 'wits-sdmx-sample/sample_tariff_data.json');
    await expect(importFixture(database, 'wits-sdmx', sample)).rejects.toThrow(/held by an import of kind usitc-csv/);
  });

  it('are found by everyday words', async () => {
    const first = async (query: string): Promise<string | undefined> =>
      searchWords(await loadSearcher(database), query, 3).hits[0]?.code;
    expect(await first('vacuum cleaner')).toMatch(/^8508/);
    expect(await first('vaccum claener')).toMatch(/^8508/);
    expect(await first('T-shirts')).toMatch(/^6109/);
    expect(await first('smart phone')).toMatch(/^8517/);
    expect(await first('potatoe')).toMatch(/^(0701|0710|0714|2004|2005|1105)/);
  });
});
