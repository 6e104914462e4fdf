import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { loadStarterPack, loadStarterSchedules } from '../../activities/importers/load-starter';
import { referenceData } from '../../db/tariffs/load-reference-data';
import type { EditionDraft } from '../../domain/imports/drafts';
import type { Schedule } from '../../domain/tariffs/schedule/schedule';
import type { Importer } from '../../importers/importer';
import { STARTER_SOURCES } from '../../importers/starter-schedules';
import { ukgtJson } from '../../importers/ukgt-json';
import { usitcCsv } from '../../importers/usitc-csv';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';
import { DATA_DIR, describeWithData, importFixture } from '../support/reference-data';

/** What a set-up loads without a folder of publications; words are not looked for here. */
async function setUp(database: TestDatabase): Promise<void> {
  await loadStarterPack(database, { deferIndex: true });
  await loadStarterSchedules(database);
}

describe('a database that was just set up, without a folder of publications', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    await setUp(database);
    client = createReferenceClient(createReferenceApp(database));
  });

  const calculate = (changes: object): Promise<Answer> =>
    client.post('/tariffs/calculate', {
      hsCode: '610910',
      origin: 'CN',
      destination: 'US',
      value: 1000,
      currency: 'USD',
      ...changes,
    });

  it.each([
    ['US', 'USD', 16.5, 0, 165],
    ['DE', 'EUR', 12, 19, 332.8],
    ['GB', 'GBP', 12, 20, 344],
  ])('knows duty and VAT of cotton T-shirts in %s', async (destination, currency, mfnRate, vat, totalDuties) => {
    const { status, data } = await calculate({ destination, currency });
    expect(status).toBe(200);
    expect(data['tariff']).toMatchObject({ mfnRate, vat, totalDuties });
  });

  it('names edition and date of each schedule', async () => {
    const { data } = await client.get('/hs-codes/610910/tariffs');
    const entries = data['tariffs'] as { country: string; edition: string; validFrom: string }[];
    const of = (country: string): unknown => entries.find((entry) => entry.country === country);
    expect(entries).toHaveLength(29);
    expect(of('US')).toMatchObject({ mfnRate: 16.5, edition: '2025 basic edition', validFrom: '2025-01-01' });
    expect(of('GB')).toMatchObject({ mfnRate: 12, edition: '2020-07', validFrom: '2021-01-01' });
    expect(of('FR')).toMatchObject({ mfnRate: 12, edition: '2020-07', validFrom: '2020-07-21' });
  });

  it('knows the VAT of 146 countries today, and that some have none', async () => {
    const [row] = await database.query<{ countries: number }>(
      'select count(distinct country)::int as countries from vat_rates',
    );
    expect(row?.countries).toBe(147);
    expect((await client.get('/tariffs/countries/US')).data).toMatchObject({ vatRate: 0 });
    expect((await client.get('/tariffs/countries/VN')).data).toMatchObject({ vatRate: 10 });
    expect((await client.get('/tariffs/countries/QA')).data).toMatchObject({ vatRate: 0 });
  });

  it('answers VAT by date, and says from when on it is not known', async () => {
    const vatOn = async (destination: string, date: string): Promise<unknown> =>
      ((await calculate({ destination, currency: 'EUR', date })).data['tariff'] as { vat: unknown }).vat;
    expect(await vatOn('RO', '2025-07-31')).toBe(19);
    expect(await vatOn('RO', '2025-08-01')).toBe(21);
    const lebanon = await client.get('/tariffs/countries/LB');
    expect(lebanon.data).toMatchObject({ vatRate: null });
    expect(JSON.stringify(lebanon.data)).toContain('VAT of LB is not known from 2026-05-01 on');
  });

  it('carries no words of the publications', async () => {
    expect(await database.query(`select code from tariff_lines where description <> '' or path <> ''`)).toEqual([]);
  });

  it('gives way to a publication and does not come back at the next start', async () => {
    await importFixture(database, 'vat', 'vat.json');
    await importFixture(database, 'usitc-csv', 'schedule-us.csv', { edition: 'newer', validFrom: '2026-01-01' });
    await setUp(database);
    expect((await client.get('/tariffs/countries/VN')).data).toMatchObject({ vatRate: null });
    const editions = async (date: string): Promise<unknown> =>
      (await client.get(`/hs-codes/610910/tariffs?country=US&date=${date}`)).data['tariffs'];
    expect(await editions('2026-06-01')).toMatchObject([{ edition: 'newer', validFrom: '2026-01-01' }]);
    expect(await editions('2025-06-01')).toMatchObject([{ edition: '2025 basic edition', validFrom: '2025-01-01' }]);
    expect(await editions('2024-06-01')).toEqual([]);
  });
});

describeWithData('the schedules that ship', () => {
  const directory = DATA_DIR ?? '';
  let database: TestDatabase;
  let schedules: Record<'US' | 'GB' | 'EU', Schedule | null>;
  beforeAll(async () => {
    database = await createTestDatabase();
    await setUp(database);
    const loaded = (await referenceData(database)).schedules;
    const [US, GB, EU] = ['US', 'GB', 'EU'].map((name) => loaded.get(name)?.[0] ?? null);
    schedules = { US: US ?? null, GB: GB ?? null, EU: EU ?? null };
  });

  it('hold every line of the United States with its general, special and column 2 rates', () => {
    const file = path.join(directory, 'us-hts-2025/hts_2025_basic_edition.csv');
    const rows = parse<Record<string, string>>(readFileSync(file), { bom: true, columns: true });
    const rated = rows.filter((row) => row['General Rate of Duty']?.trim() !== '');
    const different = rated.filter((row) => {
      const line = schedules.US?.lines.get((row['HTS Number'] ?? '').replaceAll('.', '').slice(0, 8));
      const [general, second] = [row['General Rate of Duty']?.trim(), row['Column 2 Rate of Duty']?.trim()];
      return line?.rate.expression !== general || (line?.columnTwo?.expression ?? '') !== second;
    });
    expect(schedules.US?.lines.size).toBe(rated.length);
    expect(different).toEqual([]);
  });

  it('are what the importers read of the publications, without their words', async () => {
    const withoutWords = ({ content }: EditionDraft): string[] => {
      if (content.kind !== 'schedule') return [];
      const rated = content.lines.filter(({ rate }) => rate !== null);
      const lines = rated.map((line) => JSON.stringify({ ...line, description: '', path: [] }));
      return [...lines, JSON.stringify(content.additional)];
    };
    const read = async (importer: Importer, name: string): Promise<string[]> => {
      const file = { name: path.basename(name), path: path.join(directory, name) };
      return (await importer.parse(file, {})).editions.flatMap(withoutWords);
    };
    const shipped = async (subject: string): Promise<string[]> => {
      const source = STARTER_SOURCES.find(({ subjects }) => subjects.includes(subject));
      const parsed = await source?.importer.parse({ name: '', path: '' }, {});
      return (parsed?.editions ?? []).flatMap(withoutWords);
    };
    const [us, gb] = ['us-hts-2025/hts_2025_basic_edition.csv', 'uk-ukgt-2020/ukgt_data.json'];
    for (const [subject, publication] of [
      ['tariff:US', await read(usitcCsv, us)],
      ['tariff:GB', await read(ukgtJson, gb)],
    ] as const) {
      const lines = await shipped(subject);
      expect(lines).toHaveLength(publication.length);
      expect(lines.filter((line, at) => line !== publication[at])).toEqual([]);
    }
  });

  it('hold every line of the United Kingdom and the European Union', () => {
    const file = path.join(directory, 'uk-ukgt-2020/ukgt_data.json');
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as {
      data: { commodity: string; cet_duty_rate: string; ukgt_duty_rate: string }[];
    };
    const different = data.filter(
      (row) =>
        schedules.EU?.lines.get(row.commodity)?.rate.expression !== row.cet_duty_rate.trim() ||
        schedules.GB?.lines.get(row.commodity)?.rate.expression !== row.ukgt_duty_rate.trim(),
    );
    expect([schedules.EU?.lines.size, schedules.GB?.lines.size]).toEqual([data.length, data.length]);
    expect(different).toEqual([]);
  });
});
