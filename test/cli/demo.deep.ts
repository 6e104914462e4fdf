import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import path from 'node:path';
import { DemoClient, object, type Json } from '../../cli/demo/client';
import { closeAtEnd } from '../support/closing';
import { TEST_SERVER } from '../support/time-skipping';
import { listenOn } from '../../lib/listen-on';

const MAIN = path.join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

function demo(env: NodeJS.ProcessEnv): Promise<{ code: number; lines: string[]; fault: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'demo', 'retries'], { env: { ...process.env, ...env } }, (error, out, fault) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, lines: out.trim().split('\n'), fault });
    });
  });
}

it('says how to get the server that it needs', async () => {
  const { code, fault } = await demo({ CORRIDOR_TEST_SERVER: '', XDG_CACHE_HOME: '/nowhere' });
  expect([code, fault]).toEqual([1, expect.stringContaining('node scripts/setup.mjs --for test') as string]);
});

// The schedule of the specification, added up: after 5 min, 35 min, 2 h 35 min, 8 h 35 min, 32 h 35 min.
const TIMES = ['00:00:00', '00:05:00', '00:35:00', '02:35:00', '08:35:00', '32:35:00'];

it('draws the whole schedule of retries', async () => {
  if (TEST_SERVER === null) return expect(TEST_SERVER).toBeNull();
  const { code, lines } = await demo({});
  const drawn = lines.filter((text) => text.includes('|'));
  expect(code).toBe(0);
  expect(drawn).toHaveLength(TIMES.length);
  for (const [index, time] of TIMES.entries()) {
    const [hours, minutes] = (drawn[index] ?? '').trim().split(/[: ]/).map(Number);
    const [wantedHours, wantedMinutes] = time.split(':').map(Number);
    expect([index, hours, minutes]).toEqual([index, wantedHours, wantedMinutes]);
  }
  expect(drawn.map((text) => text.slice(-3))).toEqual(['503', '503', '503', '503', '503', '200']);
  expect(lines.at(-1)).toContain('delivered with attempt 6');
});

it('waits longer for a payment that goes on, and gives up on one that does not', async () => {
  const BEGUN = Date.now();
  /** Goes on for a second and a half, and no further. */
  const server = createServer((_request, response) => {
    const step = Math.min(Math.floor((Date.now() - BEGUN) / 300), 5);
    response.end(JSON.stringify({ data: { step } }));
  });
  const port = await listenOn(server);
  const client = new DemoClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'any', waitMs: 1_000 });
  const until = (step: number) => client.until('/', (answer) => object(answer['data'])['step'] === step, 'it');
  expect(await until(5)).toEqual({ data: { step: 5 } });
  await expect(until(6)).rejects.toThrow('it did not happen within 1 s of the last change');
  server.close();
});

it('waits on while the service is ready, and ends at once where what it waits for cannot come', async () => {
  let asked = 0;
  let isReady = true;
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.writeHead(isReady ? 200 : 503).end(isReady ? 'ready' : 'not_ready');
      return;
    }
    asked += 1;
    response.end(JSON.stringify({ data: { status: asked > 12 ? 'settled' : 'submitted' } }));
  });
  const port = await listenOn(server);
  closeAtEnd(() => void server.close());
  const said: string[] = [];
  const service = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'any', waitMs: 400 };
  const client = new DemoClient({ ...service, sayWaiting: (line) => said.push(line) });
  const statusIs = (status: string) => (answer: Json) => object(answer['data'])['status'] === status;
  expect(await client.until('/', statusIs('settled'), 'it')).toEqual({ data: { status: 'settled' } });
  expect(said[0]).toContain('still waiting for it: the service is ready');
  const never = client.until('/', statusIs('returned'), 'it', () => 'it was cancelled');
  await expect(never).rejects.toThrow('it will not happen: it was cancelled');
  isReady = false;
  await expect(client.until('/', statusIs('returned'), 'it')).rejects.toThrow('not ready: not_ready');
});
