import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { findFreePort, whoListens } from '../../cli/embedded/ports';
import { startTemporalDev, type RunningTemporalDev } from '../../cli/embedded/temporal';
import { workflowIds } from '../../workflows/contract';
import { registerSearchAttributes } from '../../workflows/search-attributes';

const NAMESPACE = 'default';
const PAYMENT_PREFIX = workflowIds.payment('');
const RUNNING = `ExecutionStatus = 'Running'`;
/** SQLite keeps newer pages beside its file. */
const SUFFIXES = ['', '-wal', '-shm'];
const PORT_POLL_MS = 50;

/** Temporal with its data in a file, which can be put back or lost. */
export class TemporalOnFile {
  port = 0;
  private running: RunningTemporalDev | null = null;

  constructor(
    private readonly cli: string,
    private readonly file: string,
  ) {}

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    if (this.port === 0) this.port = await findFreePort();
    while (whoListens(this.port) !== null) await delay(PORT_POLL_MS);
    const { cli, file: dataFile, port } = this;
    const log = (): void => undefined;
    this.running = await startTemporalDev({ cli, dataFile, port, uiPort: null, log, namespace: NAMESPACE });
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  /** Restarts, and keeps a copy of the data as they are then. */
  async restart(): Promise<void> {
    await this.stop();
    this.copy(this.file, `${this.file}.kept`);
    await this.start();
  }

  /** Goes back to the newest kept copy, as after a restore from a backup. */
  async restore(): Promise<void> {
    await this.stop();
    this.copy(`${this.file}.kept`, this.file);
    await this.start();
  }

  /** Begins with no data at all; its search attributes are registered as `corridor migrate` does it. */
  async lose(): Promise<void> {
    await this.stop();
    for (const suffix of SUFFIXES) rmSync(this.file + suffix, { force: true });
    await this.start();
    await this.registerAttributes();
  }

  registerAttributes(): Promise<void> {
    return this.connected((connection) => registerSearchAttributes(connection, NAMESPACE));
  }

  /** @returns ids of the instructions whose workflow runs */
  followedInstructions(): Promise<Set<string>> {
    return this.withClient(async ({ workflow }) => {
      const followed = new Set<string>();
      for await (const { workflowId } of workflow.list({ query: RUNNING })) {
        if (workflowId.startsWith(PAYMENT_PREFIX)) followed.add(workflowId.slice(PAYMENT_PREFIX.length));
      }
      return followed;
    });
  }

  /**
   * Ends running workflows as an operator can in the web pages.
   * @param how `terminate` gives them no chance to react; `cancel` asks them
   * @returns how many there were
   */
  endWorkflows(how: 'terminate' | 'cancel'): Promise<number> {
    return this.withClient(async ({ workflow }) => {
      let count = 0;
      for await (const { workflowId } of workflow.list({ query: RUNNING })) {
        if (!/^(pay|wh[a-z])\//.test(workflowId)) continue;
        const handle = workflow.getHandle(workflowId);
        // One that has ended in the meantime needs no end.
        await (how === 'terminate' ? handle.terminate('chaos') : handle.cancel()).catch(() => undefined);
        count += 1;
      }
      return count;
    });
  }

  /** Whatever somebody can do there who reaches it. */
  withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return this.connected((connection) => work(new Client({ connection, namespace: NAMESPACE })));
  }

  private async connected<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await Connection.connect({ address: this.address });
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  }

  private copy(from: string, to: string): void {
    for (const suffix of SUFFIXES) {
      rmSync(to + suffix, { force: true });
      if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
    }
  }
}
