import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase, type Database } from '../../db/database';
import { listen, type Listener } from '../../db/listener';
import { loadSearcher } from '../../db/hs-codes/search';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { watchReferenceData } from '../../db/tariffs/reference-data';
import type { Schedule } from '../../domain/tariffs/schedule/schedule';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { importFixture, importSmallWorld } from '../support/reference-data';

describe('what a process has read of reference data', () => {
  let importing: TestDatabase;
  let answering: Database;
  let listener: Listener;
  beforeAll(async () => {
    importing = await createTestDatabase();
    await importSmallWorld(importing);
    answering = openDatabase(importing.url, 4);
    closeAtEnd(() => answering.close());
    listener = await listen(importing.url);
    closeAtEnd(() => listener.close());
    watchReferenceData(listener, answering);
  });

  const newest = async (): Promise<Schedule | undefined> => (await referenceData(answering)).schedules.get('US')?.[0];
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await nextTurn();
  };
  const someoneWaits = async (): Promise<boolean> => {
    const waiting = await importing.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  };

  it('answers while an import by another process is read, and changes as a whole after it', async () => {
    const [before, searcher] = [await newest(), await loadSearcher(answering)];
    await importing.transaction(async (client) => {
      // Imports of schedules do not touch this table; whoever reads a new snapshot waits for it.
      await client.query('lock table exchange_rates in access exclusive mode');
      await importFixture(importing, 'usitc-csv', 'schedule-us.csv', { edition: 'next', validFrom: '2026-01-01' });
      await until(someoneWaits);
      expect(await newest()).toBe(before);
      expect(await loadSearcher(answering)).toBe(searcher);
    });
    await until(async () => (await newest()) !== before);
    expect((await newest())?.provenance.edition).toBe('next');
    expect(await loadSearcher(answering)).not.toBe(searcher);
    expect((await referenceData(answering)).schedules.get('US')).toHaveLength(2);
  });
});
