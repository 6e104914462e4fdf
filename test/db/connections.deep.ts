import { openDatabase } from '../../db/database';
import { eventually } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase } from '../support/database';
import { startSilentProxy } from '../support/silent-proxy';

/** Within this, kept connections that lead to a server which has vanished are replaced. */
const BACK_MS = 20_000;
const STATEMENTS = 6;

it('replaces kept connections that have fallen silent, before a statement needs them', async () => {
  const { url } = await createTestDatabase();
  const proxy = await startSilentProxy(url);
  const database = openDatabase(proxy.url);
  closeAtEnd(() => database.close());
  await Promise.all(Array.from({ length: STATEMENTS }, () => database.query('select pg_sleep(0.2)')));
  expect(database.connectionCounts().all).toBeGreaterThanOrEqual(2);
  proxy.silence();
  const count = (): Promise<number> => Promise.resolve(database.connectionCounts().all);
  await eventually(count, (all) => all === 0, 'the end of the silent connections', BACK_MS);
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
});
