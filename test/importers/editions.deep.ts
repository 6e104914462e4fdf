import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../db/database';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createReferenceApp } from '../support/reference-app';
import { createReferenceClient, type Answer, type ReferenceClient } from '../support/reference-client';
import { importFixture, importSmallWorld } from '../support/reference-data';

const HEADER = 'HTS Number,Indent,Description,Unit of Quantity,General Rate of Duty,Special Rate of Duty\n';

function file(name: string, content: string | Buffer): string {
  const target = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-edition-')), name);
  writeFileSync(target, content);
  return target;
}

/** The same database, but Postgres ends the connection of a transaction before its statement of that number, from 0. */
function killedAt(database: Database, number: number): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((client) => {
        let next = 0;
        return work({
          async query(text, values) {
            if (next === number) await client.query('select pg_terminate_backend(pg_backend_pid())');
            next += 1;
            return client.query(text, values);
          },
        });
      }),
  };
}

/** A schedule of one line. */
function schedule(rate: string): string {
  return file('schedule.csv', `${HEADER}6109.10.00,0,T-shirts,,${rate},\n`);
}

describe('editions of a schedule', () => {
  let database: TestDatabase;
  let client: ReferenceClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    await importSmallWorld(database);
    await importFixture(database, 'usitc-csv', schedule('10%'), { edition: 'of 2024', validFrom: '2024-01-01' });
    // The later edition is imported first: the order of imports decides nothing.
    await importFixture(database, 'usitc-csv', schedule('30%'), { edition: 'of 2026', validFrom: '2026-01-01' });
    await importFixture(database, 'usitc-csv', schedule('20%'), { edition: 'of 2025', validFrom: '2025-01-01' });
    client = createReferenceClient(createReferenceApp(database));
  });

  const calculate = (date: string): Promise<Answer> =>
    client.post('/tariffs/calculate', {
      hsCode: '61091000',
      origin: 'CN',
      destination: 'US',
      value: 100,
      currency: 'USD',
      date,
    });

  it.each([
    ['2024-12-31', 10, 'of 2024'],
    ['2025-01-01', 20, 'of 2025'],
    ['2025-12-31', 20, 'of 2025'],
    ['2026-01-01', 30, 'of 2026'],
  ])('give on %s the rate of %d %% of the edition %s', async (date, mfnRate, edition) => {
    const { data } = await calculate(date);
    expect(data['tariff']).toMatchObject({ mfnRate });
    const { sources } = data['coverage'] as { sources: { edition: string }[] };
    expect(sources[0]?.edition).toBe(edition);
    const list = await client.get(`/hs-codes/61091000/tariffs?country=US&date=${date}`);
    expect(list.data).toMatchObject({ date, tariffs: [{ mfnRate, edition }] });
  });

  it('give no rate for a day before the oldest of them', async () => {
    const { status, error } = await calculate('2018-12-31');
    expect([status, error.code]).toEqual([422, 'TARIFF_DATA_UNAVAILABLE']);
    const { data } = await client.get('/hs-codes/61091000/tariffs?country=US&date=2018-12-31');
    expect(data).toMatchObject({ tariffs: [], coverage: { complete: false, missing: [/2019-01-01/] } });
  });

  it('refuse a date that is none', async () => {
    expect((await client.get('/hs-codes/61091000/tariffs?date=2025-02-30')).status).toBe(400);
  });

  it('are replaced by a correction for the same day alone', async () => {
    await importFixture(database, 'usitc-csv', schedule('25%'), { edition: 'corrected', validFrom: '2025-01-01' });
    const rates = await Promise.all(['2024-06-01', '2025-06-01', '2026-06-01'].map((date) => calculate(date)));
    expect(rates.map(({ data }) => data['tariff'])).toMatchObject([{ mfnRate: 10 }, { mfnRate: 25 }, { mfnRate: 30 }]);
  });

  it('stay whole at whatever statement an import is killed', async () => {
    const before = await calculate('2026-06-01');
    const content = schedule('99%');
    const options = { edition: 'after', validFrom: '2026-01-01' };
    let statements = 0;
    for (let isDone = false; !isDone; statements += 1) {
      const importing = importFixture(killedAt(database, statements), 'usitc-csv', content, options);
      isDone = await importing.then(
        () => true,
        () => false,
      );
      if (!isDone) expect((await calculate('2026-06-01')).data).toEqual(before.data);
    }
    // Lock, editions, former rates, supersede, edition, lines, search index, event and notification.
    expect(statements).toBeGreaterThan(10);
    expect((await calculate('2026-06-01')).data['tariff']).toMatchObject({ mfnRate: 99 });
  });

  describe('stay whole and keep answering when a publication is refused:', () => {
    const line = (code: string, rate: string): string => `${code},0,Goods,,${rate},\n`;
    const many = Array.from({ length: 300 }, (_, at) =>
      line(`6101.${String(10 + (at % 90))}.${String(10 + Math.floor(at / 90))}`, '5%'),
    );

    it.each<[string, string | Buffer, RegExp]>([
      ['cut off inside a cell', `${HEADER}6109.10.00,0,"T-shi`, /schedule\.csv cannot be read as CSV/],
      [
        'cut off inside a line',
        `${HEADER}${many.join('')}6109.10.00,0`,
        /schedule\.csv ends in the middle of line 302/,
      ],
      [
        'of two editions',
        `${HEADER}${many.join('')}${line('6109.10.00', '5%')}${line('6109.10.00', '6%')}`,
        /schedule\.csv, line 303: 61091000 has another rate than on line 302/,
      ],
      ['with columns moved', `${HEADER}6109.10.00,0,,T-shirts,,5%,\n`, /line 2: has 7 cells under 6 columns/],
      [
        'in Latin-1',
        Buffer.from(`${HEADER}6109.10.00,0,T-shirts,,1\xa2/kg,\n`, 'latin1'),
        /schedule\.csv, line 2: is not UTF-8/,
      ],
      ['in UTF-16', Buffer.from(`\ufeff${HEADER}${line('6109.10.00', '5%')}`, 'utf16le'), /is not UTF-8/],
      ['of 200 MB', Buffer.alloc(200_000_000, 'x'), /schedule\.csv is larger than/],
    ])('%s', async (_, content, message) => {
      const before = await calculate('2026-06-01');
      await expect(importFixture(database, 'usitc-csv', file('schedule.csv', content))).rejects.toThrow(message);
      expect((await calculate('2026-06-01')).data['tariff']).toEqual(before.data['tariff']);
    });

    it('a whole schedule that has lost a fifth of its lines', async () => {
      const lines = Array.from({ length: 1_200 }, (_, at) =>
        line(`6101.${String(10 + (at % 90))}.${String(10 + Math.floor(at / 90))}`, '5%'),
      );
      await importFixture(database, 'usitc-csv', file('whole.csv', HEADER + lines.join('')), {
        validFrom: '2027-01-01',
      });
      const half = file('half.csv', HEADER + lines.slice(0, 600).join(''));
      const importing = importFixture(database, 'usitc-csv', half, { validFrom: '2028-01-01' });
      await expect(importing).rejects.toThrow(/tariff:US has 600 lines with a rate after 1200/);
    });
  });
});
