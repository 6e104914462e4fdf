import type { Page } from 'puppeteer';
import { Permits } from '../../lib/permits';
import type { RunningBrowser } from './browser';
import { PooledBrowser } from './pooled-browser';
import { RenderQueueFull, RenderTimeout } from './faults';

/** A document that takes longer is stuck: ordinary ones take a twentieth of a second, the largest a few seconds. */
const RENDER_LIMIT_MS = 15_000;
/** Times that a document starts again because another one brought the browser down. */
const MAX_RESTARTS = 2;
/** All documents share one queue. */
const EVERY_DOCUMENT = '';

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
  private pooled: Promise<PooledBrowser> | null = null;
  private readonly browsers = new Set<PooledBrowser>();
  private readonly permits: Permits;

  constructor(private readonly options: BrowserPoolOptions) {
    this.permits = new Permits({ perKey: options.concurrency, maxWaiting: options.queueLimit });
  }

  /**
   * Works in a page that no other document uses meanwhile.
   * @throws RenderQueueFull, RenderTimeout (the browser is killed), or what `work` throws (the browser is replaced)
   */
  async run<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
    const release = await this.permits.take(EVERY_DOCUMENT);
    if (release === null) throw new RenderQueueFull();
    try {
      return await this.runOrRestart(work, 0);
    } finally {
      release();
    }
  }

  /** Starts the browser before the first document asks for it. */
  async warm(): Promise<void> {
    await this.run(async () => undefined);
  }

  private async runOrRestart<Result>(work: (page: Page) => Promise<Result>, restarts: number): Promise<Result> {
    const pooled = await this.current();
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
      const done = pooled.withPage(work);
      // Once the limit has passed, the result of the work is ignored.
      done.catch(() => undefined);
      return await Promise.race([done, limit]);
    } catch (fault) {
      const other = pooled.killed && !stuck;
      if (stuck) await pooled.kill();
      else await pooled.retire();
      if (other && restarts < MAX_RESTARTS) return this.runOrRestart(work, restarts + 1);
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The browser in use; a retired one is replaced. Those who ask at the same time get the same one. */
  private async current(): Promise<PooledBrowser> {
    const known = this.pooled;
    if (known !== null) {
      const pooled = await known.catch(() => null);
      if (pooled !== null && !pooled.retired) return pooled;
      if (this.pooled !== known) return this.current();
    }
    this.pooled = this.open();
    return this.pooled;
  }

  private async open(): Promise<PooledBrowser> {
    const pooled = new PooledBrowser(await this.options.launch());
    for (const old of this.browsers) if (old.retired) this.browsers.delete(old);
    this.browsers.add(pooled);
    return pooled;
  }

  /** Process ids of the browsers that may still run, the current one last. */
  get pids(): number[] {
    return [...this.browsers].filter((pooled) => !pooled.killed).map((pooled) => pooled.running.pid);
  }

  async close(): Promise<void> {
    await this.pooled?.catch(() => undefined);
    this.pooled = null;
    await Promise.all([...this.browsers].map((pooled) => pooled.running.close()));
    this.browsers.clear();
  }
}
