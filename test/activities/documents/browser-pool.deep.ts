import { launchBrowser, type RunningBrowser } from '../../../activities/documents/browser';
import { BrowserPool } from '../../../activities/documents/browser-pool';
import { DOCUMENTS_PER_BROWSER } from '../../../activities/documents/pooled-browser';
import { eventually } from '../../support/builders';
import { RenderQueueFull, RenderTimeout } from '../../../activities/documents/faults';

const open: BrowserPool[] = [];
const launched: RunningBrowser[] = [];

function openPool(options: { concurrency?: number; queueLimit?: number; limitMs?: number } = {}): BrowserPool {
  const launch = async (): Promise<RunningBrowser> => {
    const running = await launchBrowser();
    launched.push(running);
    return running;
  };
  const pool = new BrowserPool({ launch, concurrency: 1, queueLimit: 5, ...options });
  open.push(pool);
  return pool;
}

beforeEach(() => launched.splice(0));
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const untilDead = (running: RunningBrowser | undefined): Promise<boolean> =>
  eventually(
    async () => isAlive(running?.pid ?? 0),
    (alive) => !alive,
    'the end of the browser',
  );
const never = (): Promise<never> => new Promise(() => undefined);

it('kills a browser that is stuck and serves the next document with another', async () => {
  const pool = openPool({ limitMs: 8_000 });
  await pool.warm();
  await expect(pool.run(never)).rejects.toThrow(RenderTimeout);
  expect(await untilDead(launched[0])).toBe(false);
  expect(await pool.run((page) => page.evaluate('1 + 1'))).toBe(2);
  expect(launched).toHaveLength(2);
});

it('begins a document anew when something else killed its browser', async () => {
  const pool = openPool();
  let attempts = 0;
  const result = await pool.run(async (page) => {
    attempts += 1;
    if (attempts === 1) {
      process.kill(launched[0]?.pid ?? 0, 'SIGKILL');
      await untilDead(launched[0]);
    }
    return page.evaluate('document.title');
  });
  expect(result).toBe('-');
  expect(attempts).toBe(2);
});

it('refuses more than it can queue, at once', async () => {
  const pool = openPool({ queueLimit: 1 });
  let finish = (): void => undefined;
  const began = new Promise<void>((resolve) => {
    void pool.run(() => {
      resolve();
      return new Promise<void>((done) => (finish = done));
    });
  });
  const second = pool.run(async () => 'second');
  await expect(pool.run(async () => 'third')).rejects.toThrow(RenderQueueFull);
  await began;
  finish();
  expect(await second).toBe('second');
});

it('uses one page again and again, and a new browser after a hundred documents', async () => {
  const pool = openPool();
  for (let count = 0; count < DOCUMENTS_PER_BROWSER + 1; count += 1) await pool.run(async () => undefined);
  expect(launched).toHaveLength(2);
});

it('replaces the browser after a failure', async () => {
  const pool = openPool();
  await expect(pool.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await pool.warm();
  expect(launched).toHaveLength(2);
});

it('runs no script of the page', async () => {
  const pool = openPool();
  const title = await pool.run(async (page) => {
    await page.setContent('<title>quiet</title><script>document.title = "loud"</script>');
    return page.title();
  });
  expect(title).toBe('quiet');
});
