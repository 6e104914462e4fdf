import { ImportBusy, takeImportLock } from '../../db/imports/import-lock';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { importFixture } from '../support/reference-data';

const NAME = 'usitc-csv, hts_2025.csv';
const ignore = (): void => undefined;
const EDITIONS = 'select count(*)::int as editions from reference_editions';

describe('two imports at once', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  it('follow each other, and the second says which one runs', async () => {
    let release: () => void = ignore;
    const released = new Promise<void>((resolve) => (release = resolve));
    let taken: () => void = ignore;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const first = database.transaction(async (client) => {
      await takeImportLock(client, { name: NAME, onWait: ignore });
      taken();
      await released;
      return client.query(EDITIONS);
    });
    await isTaken;
    const said: string[] = [];
    const second = await importFixture(database, 'hs-nomenclature', 'harmonized-system.csv', {
      deferIndex: true,
      onWait: (running) => {
        said.push(running);
        release();
      },
    });
    expect(said).toEqual([
      expect.stringMatching(/^An import runs already: usitc-csv, hts_2025\.csv, since \d\d:\d\d:\d\d UTC .*Waiting/),
    ]);
    expect(await first).toEqual([{ editions: 0 }]);
    expect(second.status).toBe('imported');
  });

  it('of the same content change it once', async () => {
    const [before] = await database.query<{ editions: number }>(EDITIONS);
    let waiting = 0;
    const { imports } = await database.transaction(async (holder) => {
      await takeImportLock(holder, { name: NAME, onWait: ignore });
      let release: () => void = ignore;
      const bothWait = new Promise<void>((resolve) => (release = resolve));
      const onWait = (): void => {
        waiting += 1;
        if (waiting === 2) release();
      };
      const started = [1, 2].map(() => importFixture(database, 'vat', 'vat.json', { onWait }));
      await bothWait;
      return { imports: started };
    });
    const reports = await Promise.all(imports);
    expect(reports.map(({ status }) => status).sort()).toEqual(['imported', 'unchanged']);
    const [first, second] = reports.map(({ editions }) => editions.map(({ id }) => id));
    expect(second).toEqual(first);
    expect(await database.query(EDITIONS)).toEqual([{ editions: (before?.editions ?? 0) + (first?.length ?? 0) }]);
  });

  it('end with a sentence and no change where the first takes too long', async () => {
    const before = await database.query(EDITIONS);
    await database.transaction(async (holder) => {
      await takeImportLock(holder, { name: NAME, onWait: ignore });
      const waiting = database.transaction((client) =>
        takeImportLock(client, { name: 'vat, rates.json', onWait: ignore, maxWaitMs: 0 }),
      );
      await expect(waiting).rejects.toThrow(ImportBusy);
      await expect(waiting).rejects.toThrow(/runs already: usitc-csv, hts_2025\.csv, since .* try again/);
    });
    expect(await database.query(EDITIONS)).toEqual(before);
  });

  it('leave the name of the session as it was', async () => {
    await database.transaction((client) => takeImportLock(client, { name: NAME, onWait: ignore }));
    expect(await database.query(`select current_setting('application_name') as name`)).toEqual([{ name: 'corridor' }]);
  });
});
