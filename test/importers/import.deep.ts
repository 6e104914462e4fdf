import { findEventType } from '../../domain/webhooks/events';
import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { loadStarterPack } from '../../activities/importers/load-starter';
import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { codeTariffs } from '../../domain/hs-codes/code-tariffs';
import { searchWords } from '../../domain/hs-codes/search/query/search-words';
import { ImportRefused } from '../../domain/imports/drafts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { carryBroadcasts } from '../support/outbox';
import { importFixture } from '../support/reference-data';

function file(name: string, text: string): string {
  const target = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-import-')), name);
  writeFileSync(target, text);
  return target;
}

const HEADER = 'HTS Number,Indent,Description,Unit of Quantity,General Rate of Duty,Special Rate of Duty\n';

describe('imports', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const count = async (sql: string): Promise<number> => {
    const [row] = await database.query<{ count: string }>(`select count(*) from ${sql}`);
    return Number(row?.count);
  };

  it('reads a schedule with a byte order mark and takes superior texts from the indent', async () => {
    const report = await importFixture(database, 'usitc-csv', 'schedule-us.csv', { edition: 'first' });
    expect(report).toMatchObject({ status: 'imported', rowsIn: 23, rowsRejected: 0 });
    expect(report.editions).toMatchObject([{ subject: 'tariff:US', edition: 'first', changes: { added: 15 } }]);
    const [line] = await database.query<{ path: string }>(`select path from tariff_lines where code = '0101210010'`);
    expect(line?.path).toBe('Horses and their kin: > Horses: > For breeding > Stallions');
  });

  it('takes a line break for no unit', async () => {
    const units = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const rows = [
      `0101.21.00,0,Horses,${units('["","\\n"]')},Free,`,
      `0101.30.00,0,Donkeys,${units('["No.","\\n"]')},5%,`,
    ];
    await importFixture(database, 'usitc-csv', file('units.csv', `${HEADER}${rows.join('\n')}\n`));
    const lines = await database.query('select code, unit from tariff_lines order by code');
    expect(lines).toEqual([
      { code: '01012100', unit: null },
      { code: '01013000', unit: 'No.' },
    ]);
  });

  it('changes nothing when the same content is imported again', async () => {
    await importFixture(database, 'usitc-csv', 'schedule-us.csv');
    const again = await importFixture(database, 'usitc-csv', 'schedule-us.csv');
    expect(again).toMatchObject({ status: 'unchanged', rowsIn: 23 });
    expect(await count('reference_editions')).toBe(1);
  });

  it('switches editions, keeps the former one on record and tells every account what changed', async () => {
    await findOrCreateAccount(database, 'First');
    await findOrCreateAccount(database, 'Second');
    await importFixture(
      database,
      'usitc-csv',
      file('a.csv', `${HEADER}0101.21.00,0,Horses,,Free,\n0101.30.00,0,Donkeys,,5%,\n`),
    );
    await importFixture(
      database,
      'usitc-csv',
      file('b.csv', `${HEADER}0101.30.00,0,Donkeys,,6.8%,\n0102.21.00,0,Cows,,1%,\n`),
      {
        edition: 'second',
      },
    );
    const tariffs = codeTariffs(await referenceData(database), { code: '010130', country: 'US', date: '2026-06-01' });
    expect(tariffs?.tariffs[0]?.rate.percent).toBe('6.8');
    expect(await count(`tariff_lines`)).toBe(4);
    expect(await count(`reference_editions where superseded_at is not null`)).toBe(1);
    await carryBroadcasts(database);
    const events = await database.query<{ payload: Record<string, unknown> }>(
      `select payload from events where type = 'tariff.updated' order by created_at desc limit 2`,
    );
    expect(events).toHaveLength(2);
    for (const { payload } of events) expect(findEventType('tariff.updated')?.object.parse(payload)).toEqual(payload);
    expect(events[0]?.payload).toMatchObject({
      schedule: 'US',
      edition: 'second',
      previous_edition: 'a.csv',
      lines_added: 1,
      lines_changed: 1,
      lines_removed: 1,
    });
  });

  it('tells nobody when the words of a schedule change but no rate does', async () => {
    await findOrCreateAccount(database, 'First');
    await importFixture(database, 'usitc-csv', file('a.csv', `${HEADER}0101.21.00,0,Horses,,Free,\n`));
    await importFixture(database, 'usitc-csv', file('b.csv', `${HEADER}0101.21.00,0,Stallions,,Free,\n`));
    await carryBroadcasts(database);
    expect(await count(`events where type = 'tariff.updated'`)).toBe(1);
  });

  it('counts rejected rows with their line numbers', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, at) => `0101.${String(10 + Math.floor(at / 10))}.${at % 10}0,0,Horses,,Free,\n`,
    );
    const text = `${HEADER}${rows.join('')}not a number,0,Horses,,Free,\n0101.10.00,x,Horses,,Free,\n`;
    const report = await importFixture(database, 'usitc-csv', file('some.csv', text));
    expect(report.rejects).toEqual([
      { line: 302, reason: '"not a number" is no tariff number' },
      { line: 303, reason: 'indent "x" is no depth' },
    ]);
  });

  it('refuses a file of which too much is unusable, and leaves what was there', async () => {
    await importFixture(database, 'usitc-csv', 'schedule-us.csv');
    const bad = file('bad.csv', `${HEADER}0101.21.00,0,Horses,,Free,\nglued 0101.29.00 Other 5%,0,,,,\n`);
    await expect(importFixture(database, 'usitc-csv', bad)).rejects.toThrow(/1 of 2 rows cannot be used \(line 3/);
    expect(await count('tariff_lines where expression is not null')).toBe(15);
    expect(await count('reference_editions')).toBe(1);
  });

  it.each([
    ['usitc-csv', 'no-columns.csv', 'a,b\n1,2\n', /has no column "HTS Number"/],
    ['usitc-csv', 'empty.csv', '', /has no column|holds no rows/],
    ['ukgt-json', 'no-json.json', '<html>', /is not JSON/],
    ['ukgt-json', 'schedule.json', '[{"chapters": []}]', /has no list "data"/],
    ['vat', 'list.json', '[1]', /is no object of rates/],
    ['wits-sdmx', 'other.json', '{}', /is no SDMX-JSON answer/],
    ['worldbank-csv', 'other.csv', 'a,b\n1,2\n', /has no header/],
    ['baci-csv', 'other.csv', 'a,b\n1,2\n', /has no column t, i, j, k, v/],
    ['exchange-rates', 'rates.csv', 'base,quote,rate,date\nUSD,EUR,-1,2026-01-01\n', /1 of 1 rows cannot be used/],
  ])('refuses what is no %s: %s', async (kind, name, text, message) => {
    await expect(importFixture(database, kind, file(name, text))).rejects.toThrow(message);
    await expect(importFixture(database, kind, file(name, text))).rejects.toBeInstanceOf(ImportRefused);
    expect(await count('reference_editions')).toBe(0);
  });

  it('does not let averages take the place of a schedule unasked', async () => {
    await importFixture(database, 'usitc-csv', 'schedule-us.csv');
    const answer = {
      dataSets: [{ series: { '0:0:0:0:0': { observations: { '0': [6.8, 0, 0, 0] } } } }],
      structure: {
        dimensions: {
          series: [
            { id: 'FREQ', values: [{ id: 'A' }] },
            { id: 'REPORTER', values: [{ id: '840' }] },
            { id: 'PARTNER', values: [{ id: '000' }] },
            { id: 'PRODUCTCODE', values: [{ id: '010130', name: '(2012-) - Asses' }] },
            { id: 'DATATYPE', values: [{ id: 'Reported' }] },
          ],
          observation: [{ id: 'TIME_PERIOD', values: [{ id: '2017' }] }],
        },
        attributes: {
          observation: [
            { id: 'TARIFFTYPE', values: [{ id: 'MFN' }] },
            { id: 'TOTALNOOFLINES', values: [{ id: '1' }] },
            { id: 'NBR_NA_LINES', values: [{ id: '0' }] },
          ],
        },
      },
    };
    const wits = file('wits.json', JSON.stringify(answer));
    await expect(importFixture(database, 'wits-sdmx', wits)).rejects.toThrow(/held by an import of kind usitc-csv/);
    const report = await importFixture(database, 'wits-sdmx', wits, { replace: true });
    expect(report.editions).toMatchObject([{ subject: 'tariff:US', edition: '2017' }]);
    const asked = { code: '010130', country: 'US', date: '2026-06-01' };
    expect(codeTariffs(await referenceData(database), asked)?.tariffs[0]?.rate.percent).toBe('6.8');
  });

  it('keeps everyday names of the starter pack when official texts take its place', async () => {
    await loadStarterPack(database);
    expect(await count('hs_nodes where length(code) = 4')).toBeGreaterThan(1200);
    await importFixture(database, 'hs-nomenclature', 'harmonized-system.csv');
    expect(await count('hs_nodes')).toBe(20);
    const again = await loadStarterPack(database);
    expect(again.editions.map(({ subject }) => subject)).not.toContain('hs:nomenclature');
    expect(await count('hs_nodes')).toBe(20);
    const { hits } = searchWords(await loadSearcher(database), 'hoover', 5);
    expect(hits[0]?.code.slice(0, 4)).toBe('8508');
  });

  it('sums trade by code and names the countries that trade most', async () => {
    await importFixture(database, 'baci-csv', 'flows.csv');
    const [row] = await database.query(
      `select year, global_exports::text as exports, top_exporters, top_importers from trade_statistics where code = '6109'`,
    );
    expect(row).toEqual({
      year: 2023,
      exports: '34750',
      top_exporters: ['DE', 'US'],
      top_importers: ['US', 'DE', 'GB'],
    });
  });

  it('reads an indicator by country and leaves groups of countries out', async () => {
    await importFixture(database, 'worldbank-csv', 'indicator.csv');
    const rows = await database.query('select country, year, value::text as value from country_indicators');
    expect(rows).toEqual([{ country: 'BR', year: 2021, value: '13.3' }]);
  });
});
