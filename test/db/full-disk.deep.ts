import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SmallDisk } from '../../lab/chaos/small-disk';
import { findFreePort } from '../../cli/embedded/ports';
import { startPostgres } from '../../cli/embedded/postgres';
import { openDatabase } from '../../db/database';
import { closeAtEnd } from '../support/closing';

const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;
const DISK_MIB = 200;
/** What Postgres keeps of the catalog for sessions to begin with; the first session without it writes it. */
const INIT_FILE = 'pg_internal.init';

async function startOnSmallDisk() {
  const disk = new SmallDisk(DISK_MIB);
  closeAtEnd(() => disk.remove());
  const binDir = process.env['CORRIDOR_POSTGRES_BIN'];
  if (binDir === undefined) throw new Error('Run the tests with "npm test": it finds Postgres.');
  const dataDir = path.join(disk.folder, 'postgres');
  const postgres = await startPostgres({ binDir, dataDir, port: await findFreePort(), log: () => undefined });
  closeAtEnd(() => postgres.stop());
  const database = openDatabase(postgres.databaseUrl, 1);
  closeAtEnd(() => database.close());
  return { disk, postgres, database };
}

(CAN_MOUNT ? describe : describe.skip)('a full disk of Postgres', () => {
  it('is "not now" for new sessions, growing tables and sorts, and over once there is room', async () => {
    const { disk, postgres, database } = await startOnSmallDisk();
    await database.query('create table notes as select md5(n::text) as text from generate_series(1, 20000) n');
    const cluster = path.join(postgres.dataDir, 'cluster');
    disk.fill();
    await expect(database.query('insert into notes select repeat(text, 20) from notes')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await expect(
      database.transaction(async (client) => {
        await client.query("set local work_mem = '64kB'");
        await client.query('select text from notes order by text offset 19999');
      }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (const file of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
      if (path.basename(file) === INIT_FILE) rmSync(path.join(cluster, file));
    disk.fill();
    const stranger = openDatabase(postgres.databaseUrl, 1);
    closeAtEnd(() => stranger.close());
    await expect(stranger.query('select 1 as one')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: 'could not write init file' },
    });
    disk.free();
    expect(await stranger.query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await database.query('select count(*)::int as count from notes')).toEqual([{ count: 20_000 }]);
  });
});
