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
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** A server that ran this long was healthy: the pause begins anew. */
const HEALTHY_MS = 30_000;

/** Keeps a server running: one that ends by itself is started again, with a line about it. */
export class KeptServer<Server extends RunningServer> {
  private server: Server | null = null;
  private starting: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private stopping = false;
  private pauseMs: number;

  constructor(private readonly options: KeptServerOptions<Server>) {
    this.pauseMs = options.firstPauseMs ?? FIRST_PAUSE_MS;
  }

  /** Starts it for the first time. @throws what its start throws: nothing is kept then */
  async start(): Promise<Server> {
    const server = await this.options.start();
    const startedAt = Date.now();
    this.server = server;
    this.options.onStart(server);
    void server.ended.then((how) => {
      if (this.stopping) return;
      this.server = null;
      if (Date.now() - startedAt > HEALTHY_MS) this.pauseMs = this.options.firstPauseMs ?? FIRST_PAUSE_MS;
      this.options.print(`${this.options.name} ended (${how}) and is started again.`);
      this.startLater();
    });
    return server;
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
