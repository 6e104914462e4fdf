import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { loadStarterPack, loadStarterSchedules } from '../../activities/importers/load-starter';
import { listFlags } from '../../db/operator-flags';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { ImportRefused } from '../../domain/imports/drafts';
import type { Schedule } from '../../domain/tariffs/schedule/schedule';
import { STARTER_SOURCES } from '../../importers/starter-schedules';
import { shippedSchedules, type ShippedSchedule } from '../../importers/starter-table';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';
import { DATA_DIR, describeWithData, importFixture } from '../support/reference-data';

/** A day on which every edition that ships holds. */
const DAY = '2026-11-28';

/** What a set-up loads without a folder of publications; words are not looked for here. */
async function setUp(database: TestDatabase): Promise<void> {
  await loadStarterPack(database, { deferIndex: true });
  await loadStarterSchedules(database);
}

describe('a database that was just set up, without a folder of publications', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  let processorSeconds = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    await loadStarterPack(database, { deferIndex: true });
    const before = process.cpuUsage();
    await loadStarterSchedules(database);
    const { user, system } = process.cpuUsage(before);
    processorSeconds = (user + system) / 1_000_000;
    client = createReferenceClient(createReferenceApp(database));
  });

  const calculate = (changes: object): Promise<Answer> =>
    client.post('/tariffs/calculate', {
      hsCode: '610910',
      origin: 'CN',
      destination: 'US',
      value: 1000,
      currency: 'USD',
      date: DAY,
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

  it('loads what ships with less than 15 seconds of a processor', () => {
    expect(processorSeconds).toBeLessThan(15);
  });

  const LARGE = 'AE BE BR CA DE ES FR GB HK ID IN IT JP MX MY NL PH PL SA SG TH TW US VN'.split(' ');
  const COMMON = ['851713', '847130', '610910', '950300', '870899'];

  it.each(LARGE)('answers with source and year in %s for five common goods', async (destination) => {
    for (const hsCode of COMMON) {
      const goods = { hsCode, destination, currency: 'INR', weight: 100, unit: 'item' };
      const { status, data } = await calculate(goods);
      expect([hsCode, status]).toEqual([hsCode, 200]);
      const [source] = (data['coverage'] as { sources: { publisher: string; edition: string; validFrom: string }[] })
        .sources;
      expect(source?.publisher).toMatch(/\w/);
      expect(source?.validFrom).toMatch(/^202[56]-/);
    }
  });

  it.each(['CN', 'KR', 'TR'])('says how an operator gets averages of %s, whose schedule does not ship', async (to) => {
    const { status, error } = await calculate({ origin: 'VN', destination: to });
    expect(status).toBe(422);
    expect(error.message).toContain(`corridor data pull wits --countries ${to}`);
  });

  it('answers for Switzerland where industrial goods are free by a rule, and for no others', async () => {
    expect((await calculate({ destination: 'CH' })).data['tariff']).toMatchObject({
      mfnRate: 0,
      rateBasis: 'parent_line',
    });
    expect(await calculate({ destination: 'CH', hsCode: '020130' })).toMatchObject({ status: 422 });
  });

  it('takes the common tariff of a union for a member without a schedule of its own, and says so', async () => {
    const { data } = await calculate({ destination: 'NA', origin: 'CN' });
    expect(data['tariff']).toMatchObject({ mfnRate: 45 });
    expect(JSON.stringify(data['coverage'])).toContain('common tariff that is loaded for ZA');
    expect(await calculate({ destination: 'NA', origin: 'ZA' })).toMatchObject({ status: 422 });
  });

  it('says what makes an answer provisional', async () => {
    const { data } = await calculate({ destination: 'MX' });
    expect(data['tariff']).toMatchObject({ mfnRate: 35, estimate: false });
    expect(JSON.stringify(data['coverage'])).toContain('MX: the reform of 2026-01-01');
  });

  it('names edition and date of each schedule', async () => {
    const { data } = await client.get(`/hs-codes/610910/tariffs?date=${DAY}`);
    const entries = data['tariffs'] as { country: string; edition: string; validFrom: string }[];
    const of = (country: string): unknown => entries.find((entry) => entry.country === country);
    expect(of('US')).toMatchObject({ mfnRate: 16.5, edition: '2026 revision 10', validFrom: '2026-06-08' });
    expect(of('GB')).toMatchObject({ mfnRate: 12, edition: '2025-07', validFrom: '2025-07-01' });
    expect(of('FR')).toMatchObject({ mfnRate: 12, edition: '2025-10', validFrom: '2025-10-01' });
    expect(of('KZ')).toMatchObject({ mfnRate: 12, edition: '2026-06-18' });
  });

  it('leaves the former edition in force where a schedule that ships is broken, with a flag', async () => {
    const [source] = STARTER_SOURCES;
    if (source === undefined) throw new Error('nothing ships');
    const parsing = jest.fn(() => Promise.reject(new ImportRefused('it ends in the middle')));
    const broken = { ...source, importer: { ...source.importer, version: 99, parse: parsing } };
    await loadStarterSchedules(database, [broken]);
    const flags = async () => (await listFlags(database)).filter(({ kind }) => kind === 'publication_refused');
    expect(await flags()).toMatchObject([{ subject: 'tariff:US', says: 'it ends in the middle' }]);
    expect((await calculate({})).data['tariff']).toMatchObject({ mfnRate: 16.5 });
    await loadStarterSchedules(database);
    expect(await flags()).toEqual([]);
  });

  it('knows the VAT of 154 countries today, and that some have none', async () => {
    const [row] = await database.query<{ countries: number }>(
      'select count(distinct country)::int as countries from vat_rates',
    );
    expect(row?.countries).toBe(155);
    expect((await client.get('/tariffs/countries/US')).data).toMatchObject({ vatRate: 0 });
    expect((await client.get('/tariffs/countries/VN')).data).toMatchObject({ vatRate: 10 });
    expect((await client.get('/tariffs/countries/QA')).data).toMatchObject({ vatRate: 0 });
  });

  it('answers VAT by date, and says from when on it is not known', async () => {
    const vatOn = async (country: string, date: string): Promise<unknown> =>
      (await client.get(`/tariffs/countries/${country}?date=${date}`)).data['vatRate'];
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
    expect(await editions('2026-07-01')).toMatchObject([{ edition: '2026 revision 10' }]);
    expect(await editions('2025-06-01')).toMatchObject([{ edition: '2025 basic edition', validFrom: '2025-01-01' }]);
    expect(await editions('2024-06-01')).toEqual([]);
  });
});

/** A second reading of a publication, which shares nothing with the first: percent of a plain rate, else its text alone. */
function readAgain(text: string, isBarePercent: boolean): number | null {
  const clean = text.trim().replace(',', '.');
  if (/^(free|exempt|exempted)$/i.test(clean)) return 0;
  if (isBarePercent && /^[\d.]+$/.test(clean)) return Number(clean);
  return clean.endsWith('%') && !Number.isNaN(Number(clean.slice(0, -1))) ? Number(clean.slice(0, -1)) : null;
}

/** The rate that Japan's publication says towards a member of the World Trade Organization, where all columns are plain. */
function readJapan({ general = '', temporary = '', wto = '' }: Record<string, string>): number | null | 'unread' {
  const [base, bound] = [readAgain(temporary || general, false), readAgain(wto, false)];
  if (base === 0) return 0;
  if (/[)）].*[(（]/.test(wto)) return 'unread';
  if (wto.startsWith('(') || wto === '') return temporary + general === '' ? 'unread' : base;
  if (temporary + general === '') return bound;
  return base === null || bound === null ? 'unread' : Math.min(base, bound);
}

describeWithData('the schedules that ship', () => {
  let database: TestDatabase;
  let schedules: ReadonlyMap<string, readonly Schedule[]>;
  beforeAll(async () => {
    database = await createTestDatabase();
    await setUp(database);
    ({ schedules } = await referenceData(database));
  });

  const publicationOf = ({ source }: ShippedSchedule): Record<string, string>[] => {
    const bytes = readFileSync(path.join(DATA_DIR ?? '', source.file ?? ''));
    const text = source.file?.endsWith('.gz') === true ? gunzipSync(bytes) : bytes;
    return parse<Record<string, string>>(text, { bom: true, columns: true, relax_column_count: true });
  };
  const published = shippedSchedules().filter(({ source }) => source.file !== undefined);
  const shippedAs = ({ name, known }: ShippedSchedule): Schedule | undefined =>
    schedules.get(name)?.find(({ provenance }) => provenance.validFrom === known.validFrom);
  const expectedOf = (row: Record<string, string>, { form, source }: ShippedSchedule): number | null | 'unread' => {
    if (source.special === 'japan') return readJapan(row);
    if (source.special === 'usitc')
      return readAgain((row['General Rate of Duty'] ?? '').replace(' 1/3', '.33333333333333333333'), false);
    return readAgain(row[source.general ?? ''] ?? '', typeof form === 'object' && form.bare === 'percent');
  };

  it.each(published.map((shipped) => [`${shipped.name} ${shipped.known.edition}`, shipped] as const))(
    'hold 300 random lines of %s as a second reading finds them',
    (_name, shipped) => {
      const schedule = shippedAs(shipped);
      const isAmerican = shipped.source.special === 'usitc';
      const rows = publicationOf(shipped).filter((row) =>
        isAmerican ? row['General Rate of Duty']?.trim() !== '' : /^\d{4,12}$/.test(row['code'] ?? ''),
      );
      const codeOf = (row: Record<string, string>): string =>
        isAmerican ? (row['HTS Number'] ?? '').replaceAll('.', '').slice(0, 8) : (row['code'] ?? '');
      const counts = new Map<string, number>();
      for (const row of rows) counts.set(codeOf(row), (counts.get(codeOf(row)) ?? 0) + 1);
      expect(schedule?.lines.size).toBe(counts.size);
      fc.assert(
        fc.property(fc.constantFrom(...rows.filter((row) => counts.get(codeOf(row)) === 1)), (row) => {
          const found = schedule?.lines.get(codeOf(row))?.rate;
          const expected = expectedOf(row, shipped);
          if (expected === 'unread') return found !== undefined;
          const percent = found?.adValorem ?? null;
          return expected === null
            ? found !== undefined && percent === null
            : percent !== null && Number(percent) === expected;
        }),
        { numRuns: 300 },
      );
    },
  );
});
