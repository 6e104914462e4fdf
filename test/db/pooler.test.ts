import { createServer } from 'node:net';
import { connectionOptions, operatorConnectionOptions } from '../../db/connections';
import { openDatabase } from '../../db/database';
import { listenOn } from '../../lib/listen-on';

/** What a connection says first: its name, database and wishes, as text between zero bytes. */
async function firstWords(open: (url: string) => ReturnType<typeof openDatabase>): Promise<string> {
  let heard: (words: string) => void = () => undefined;
  const words = new Promise<string>((resolve) => (heard = resolve));
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      heard(data.toString('latin1').replaceAll('\0', ' '));
      socket.destroy();
    });
    socket.on('error', () => undefined);
  });
  const port = await listenOn(server);
  const database = open(`postgres://corridor@127.0.0.1:${port}/corridor`);
  await database.query('select').catch(() => undefined);
  await database.close();
  server.close();
  return words;
}

describe('a connection', () => {
  it('is waited for as long as its address says, and five seconds by default', () => {
    const timeouts = (url: string) => [
      connectionOptions({ url, isPooled: false }).connectionTimeoutMillis,
      operatorConnectionOptions(url).connectionTimeoutMillis,
    ];
    expect(timeouts('postgres://postgres/corridor')).toEqual([5_000, 5_000]);
    expect(timeouts('postgres://postgres/corridor?connect_timeout=30')).toEqual([30_000, 30_000]);
    expect(timeouts('postgres://postgres/corridor?connect_timeout=soon')).toEqual([5_000, 5_000]);
  });

  it('asks Postgres for a limit of its statements, and for the costs that their plans are measured with', async () => {
    const words = await firstWords((url) => openDatabase(url, 1));
    expect(words).toContain('statement_timeout');
    expect(words).toContain('random_page_cost=1.1');
  });

  it('asks a pooler for nothing that it would refuse', async () => {
    const words = await firstWords((url) => openDatabase(url, 1, 'postgres://postgres/corridor'));
    expect(words).toContain('corridor');
    expect(words).not.toMatch(/timeout|options/);
  });

  it('knows where Postgres itself is', async () => {
    const pooled = openDatabase('postgres://pooler/corridor', 1, 'postgres://postgres/corridor');
    expect(pooled.directUrl).toBe('postgres://postgres/corridor');
    const direct = openDatabase('postgres://postgres/corridor', 1);
    expect(direct.directUrl).toBe(direct.url);
    await Promise.all([pooled.close(), direct.close()]);
  });
});
