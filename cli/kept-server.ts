import { setTimeout as delay } from 'node:timers/promises';

/** A server that runs beside us, such as Postgres. */
export interface RunningServer {
  readonly pid: number;
  /** Resolves when it has ended, wanted or not, with how: "code 0" or "signal SIGKILL". */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface KeptServerOptions<Server extends RunningServer> {
  /** Used in messages, such as "Postgres". */
  readonly name: string;
  /** Starts it at the address that it had before. */
  start(): Promise<Server>;
  /** Called each time it runs. */
  onStart(server: Server): void;
  /** Takes a line for the person who watches. */
  print(line: string): void;
  readonly firstPauseMs?: number;
  /** How one learns that it still does its work; without it, that its process lives is enough. */
  readonly health?: Health<Server>;
}

export interface Health<Server> {
  /** One look, which ends by itself. */
  isWell(server: Server): Promise<boolean>;
  readonly everyMs: number;
  /** Looks in a row that must find it unwell before it is started again. */
  readonly patience: number;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** A server that ran this long was healthy: the pause starts again. */
const HEALTHY_MS = 30_000;

/** Keeps a server running: one that ends by itself, or does its work no more, is started again, with a line about it. */
export class KeptServer<Server extends RunningServer> {
  private server: Server | null = null;
  private starting: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private stopping = false;
  private pauseMs: number;

  constructor(private readonly options: KeptServerOptions<Server>) {
    this.pauseMs = options.firstPauseMs ?? FIRST_PAUSE_MS;
  }

  /** Starts the server and restarts it whenever it ends. @throws what its first start throws */
  async start(): Promise<Server> {
    const server = await this.options.start();
    const startedAt = Date.now();
    this.server = server;
    this.options.onStart(server);
    const watched = this.watch(server);
    void server.ended.then((how) => {
      watched.abort();
      if (this.stopping) return;
      this.server = null;
      if (Date.now() - startedAt > HEALTHY_MS) this.pauseMs = this.options.firstPauseMs ?? FIRST_PAUSE_MS;
      this.options.print(`${this.options.name} ended (${how}) and is restarted.`);
      this.startLater();
    });
    return server;
  }

  /** Ends a server that was found unwell often enough; its end then starts it again. */
  private watch(server: Server): AbortController {
    const watched = new AbortController();
    const { health, name } = this.options;
    if (health === undefined) return watched;
    const { everyMs, patience } = health;
    const stopWhenUnwell = async (): Promise<void> => {
      for (let unwell = 0; unwell < patience;) {
        await delay(everyMs, undefined, { signal: watched.signal, ref: false });
        unwell = (await health.isWell(server)) ? 0 : unwell + 1;
      }
      if (this.stopping || watched.signal.aborted) return;
      this.options.print(`${name} runs, but has done nothing in ${patience} looks at it.`);
      await server.stop();
    };
    // The watch ends with the server, by this very refusal to wait on.
    void stopWhenUnwell().catch(() => undefined);
    return watched;
  }

  private startLater(): void {
    this.timer = setTimeout(() => {
      this.starting = this.startAgain();
    }, this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, MAX_PAUSE_MS);
  }

  private async startAgain(): Promise<void> {
    try {
      await this.start();
      this.options.print(`${this.options.name} runs again.`);
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      this.options.print(`${this.options.name} cannot be started: ${reason}`);
      if (!this.stopping) this.startLater();
    }
  }

  /** Ends it, also when it is just being started again. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.starting;
    await this.server?.stop();
  }
}
