import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { TimeoutError, type Browser } from 'puppeteer';
import { commandAs, confinements, sandboxPolicy, type Confinement } from './confinement';
import { BrowserUnavailable } from './faults';

const START_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3_000;
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'];

/**
 * No address resolves, loopback included, and a request to an IP address goes to a port without a listener.
 * The other switches keep Chromium from talking on its own account.
 */
const FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** One running Chromium. */
export interface RunningBrowser {
  browser: Browser;
  pid: number;
  /** What keeps it from this process. */
  confinement: Confinement;
  /** Ends it in good order; kills it when that takes too long. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/**
 * The path of the browser: the named one, else the one that puppeteer fetched, else the system's.
 * @throws BrowserUnavailable
 */
export async function findBrowser(): Promise<string> {
  const named = process.env['PUPPETEER_EXECUTABLE_PATH'];
  if (named !== undefined && named !== '') return named;
  const fetched = await puppeteer.executablePath().catch(() => null);
  const found = [...(fetched === null ? [] : [fetched]), ...SYSTEM_BROWSERS].find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new BrowserUnavailable(
    'No Chromium was found: install it (Debian: apt-get install chromium), or name one in PUPPETEER_EXECUTABLE_PATH.',
  );
}

/** Environment of the browser: a home of its own and none of this process's settings, which include secrets. */
function browserEnvironment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: home, TMPDIR: home, LANG: 'C.UTF-8', TZ: 'UTC' };
}

/** Kills a process and its group, so that no renderer survives. */
function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone: that is what was wanted.
    }
  }
}

function rejectAfter<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  const limit = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('took too long')), limitMs).unref();
  });
  return Promise.race([work, limit]);
}

/** The safest way that has worked here; later starts begin with it. */
let known: Confinement | null = null;

/**
 * Starts a Chromium that reaches no network, isolated from this process as well as the machine allows: tries the ways
 * from the safest on, and remembers the first that works.
 * @throws BrowserUnavailable
 */
export async function launchBrowser(): Promise<RunningBrowser> {
  const ways = known === null ? confinements(sandboxPolicy(process.env['CHROMIUM_SANDBOX'])) : [known];
  let reason: unknown = null;
  for (const way of ways) {
    try {
      const running = await launchAs(way);
      known = way;
      return running;
    } catch (fault) {
      if (fault instanceof BrowserUnavailable) throw fault;
      reason = fault;
      // A machine that is slow today is no reason to do without a sandbox.
      if (fault instanceof TimeoutError) break;
    }
  }
  throw new BrowserUnavailable('Chromium does not start.', reason);
}

/** Starts a Chromium in one way of confinement, with a temporary home. */
async function launchAs(confinement: Confinement): Promise<RunningBrowser> {
  const { account, sandbox } = confinement;
  const browserFile = await findBrowser();
  const home = await mkdtemp(path.join(tmpdir(), 'corridor-chromium-'));
  const forget = () => rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  try {
    if (account !== null) await chown(home, account.uid, account.gid);
    const userDataDir = path.join(home, 'profile');
    const flags = await puppeteer.defaultArgs({ args: [...FLAGS, ...(sandbox ? [] : ['--no-sandbox'])], userDataDir });
    const [executablePath, args] = commandAs(account, browserFile, flags);
    const browser = await puppeteer.launch({
      executablePath,
      args,
      ignoreDefaultArgs: true,
      env: browserEnvironment(home),
      // A pipe instead of a port: no other process on the machine can drive it.
      pipe: true,
      timeout: START_LIMIT_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const pid = browser.process()?.pid ?? 0;
    const kill = async () => {
      if (pid > 0) killGroup(pid);
      await forget();
    };
    const close = async () => {
      await rejectAfter(browser.close(), CLOSE_LIMIT_MS).catch(() => undefined);
      await kill();
    };
    return { browser, pid, confinement, close, kill };
  } catch (fault) {
    await forget();
    throw fault;
  }
}
