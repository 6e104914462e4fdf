import type { Page } from 'puppeteer';
import type { RunningBrowser } from './browser';
import { BrowserSession } from './browser-session';
import { RenderQueueFull, RenderTimeout } from './faults';

/** A document that takes longer is stuck: ordinary ones take a twentieth of a second, the largest a few seconds. */
export const RENDER_LIMIT_MS = 15_000;
/** Times that a document begins anew because another one brought the browser down. */
const MAX_RESTARTS = 2;

export interface BrowserPoolOptions {
  launch(): Promise<RunningBrowser>;
  /** Documents at a time; more than there are cores only makes each slower. */
  concurrency: number;
  /** Documents that may wait. */
  queueLimit: number;
  limitMs?: number;
}

/** One Chromium whose pages are used again and again, and a bounded queue before it. */
export class BrowserPool {
  private session: Promise<BrowserSession> | null = null;
  private readonly sessions = new Set<BrowserSession>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly options: BrowserPoolOptions) {}

  /**
   * Works in a page that no other document uses meanwhile.
   * @throws RenderQueueFull, RenderTimeout (the browser is killed), or what `work` throws (the browser is replaced)
   */
  async run<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await this.attempt(work, 0);
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  /** Starts the browser before the first document asks for it. */
  async warm(): Promise<void> {
    await this.run(async () => undefined);
  }

  private async enter(): Promise<void> {
    if (this.running >= this.options.concurrency) {
      if (this.waiting.length >= this.options.queueLimit) throw new RenderQueueFull();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
  }

  private async attempt<Result>(work: (page: Page) => Promise<Result>, restarts: number): Promise<Result> {
    const session = await this.current();
    const limitMs = this.options.limitMs ?? RENDER_LIMIT_MS;
    let timer: NodeJS.Timeout | undefined;
    let stuck = false;
    try {
      const limit = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          stuck = true;
          reject(new RenderTimeout(limitMs));
        }, limitMs);
      });
      const done = session.withPage(work);
      // Once the limit has passed, nobody listens to the work's own end any more.
      done.catch(() => undefined);
      return await Promise.race([done, limit]);
    } catch (fault) {
      const other = session.killed && !stuck;
      if (stuck) await session.kill();
      else await session.retire();
      if (other && restarts < MAX_RESTARTS) return this.attempt(work, restarts + 1);
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The browser in use; a retired one is replaced. Those who ask at the same time get the same one. */
  private async current(): Promise<BrowserSession> {
    const known = this.session;
    if (known !== null) {
      const session = await known.catch(() => null);
      if (session !== null && !session.retired) return session;
      if (this.session !== known) return this.current();
    }
    this.session = this.open();
    return this.session;
  }

  private async open(): Promise<BrowserSession> {
    const session = new BrowserSession(await this.options.launch());
    for (const old of this.sessions) if (old.retired) this.sessions.delete(old);
    this.sessions.add(session);
    return session;
  }

  /** Process ids of the browsers that may still run, the current one last. */
  get pids(): number[] {
    return [...this.sessions].filter((session) => !session.killed).map((session) => session.running.pid);
  }

  async close(): Promise<void> {
    await this.session?.catch(() => undefined);
    this.session = null;
    await Promise.all([...this.sessions].map((session) => session.running.close()));
    this.sessions.clear();
  }
}
