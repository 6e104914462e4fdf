import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openDatabase, type Database } from '../../../db/database';
import { recordEvent } from '../../../db/events';
import type { Tenant } from '../../../domain/auth/tenant';
import { atMost, plainRow, type BenchContext, type BenchModule, type BenchTable, type BenchRow } from '../harness';
import type { Customer } from '../service';
import { percentile } from '../statistics';

const WRITERS = 16;
/** Whole transactions of every writer. */
const EVENTS = { quick: 9_600, default: 96_000, long: 96_000 };
/** Of one transaction, so that a writer's events stand in the log beside those of transactions that began later. */
const OF_ONE_TRANSACTION = 2;
/** Each event is followed by a pause of so many seconds at most, which decides when its transaction commits. */
const MOST_PAUSE_SECONDS = 0.006;
const PAGE = 100;
const POLL_MS = 20;
/** For the last events to be shown once nothing is written any more. */
const PATIENCE_MS = 30_000;

const Page = z.object({
  data: z.array(z.object({ id: z.string(), data: z.object({ object: z.object({ writer: z.int(), step: z.int() }) }) })),
});

interface Read {
  id: string;
  writer: number;
  step: number;
  /** Milliseconds of this process's clock. */
  at: number;
}

/** @returns when each event's transaction was committed, by its id, in milliseconds of this process's clock */
async function write(database: Database, tenant: Tenant, events: number): Promise<Map<string, number>> {
  const committed = new Map<string, number>();
  async function writer(number: number): Promise<void> {
    for (let step = 0; step < events / WRITERS; step += OF_ONE_TRANSACTION) {
      const ids = await database.transaction(async (client) => {
        const made: string[] = [];
        for (let offset = 0; offset < OF_ONE_TRANSACTION; offset += 1) {
          const object = { id: `writer-${number}`, writer: number, step: step + offset };
          made.push(await recordEvent(client, { tenant, type: 'buyer.matched', object, subject: `${number}` }));
          await client.query('select pg_sleep(random() * $1)', [MOST_PAUSE_SECONDS]);
        }
        return made;
      });
      for (const id of ids) committed.set(id, performance.now());
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  return committed;
}

/** Follows the log over HTTP, each time after the event read last, until it has shown as many as were written. */
async function follow(customer: Customer, events: number, isWriting: () => boolean): Promise<Read[]> {
  const reads: Read[] = [];
  let quietSince = performance.now();
  while (reads.length < events) {
    const last = reads.at(-1);
    const after = last === undefined ? '' : `&after=${last.id}`;
    const { body } = await customer.target.expect([200], 'GET', `/v1/events?limit=${PAGE}${after}`);
    const at = performance.now();
    const { data } = Page.parse(body);
    for (const { id, data: rest } of data) reads.push({ id, ...rest.object, at });
    if (data.length > 0 || isWriting()) quietSince = at;
    else if (at - quietSince > PATIENCE_MS) return reads;
    if (data.length < PAGE) await delay(POLL_MS);
  }
  return reads;
}

/** @returns events of a writer that came before one that it had written earlier */
function countDisordered(reads: readonly Read[]): number {
  const reached = new Map<number, number>();
  let disordered = 0;
  for (const { writer, step } of reads) {
    if (step < (reached.get(writer) ?? 0)) disordered += 1;
    else reached.set(writer, step);
  }
  return disordered;
}

function rowsOf(reads: readonly Read[], committed: ReadonlyMap<string, number>, seconds: number): BenchRow[] {
  const ids = new Set(reads.map(({ id }) => id));
  const lags = reads.map(({ id, at }) => at - (committed.get(id) ?? NaN));
  const exact = { unit: 'count', must: atMost(0), aim: null };
  const shown = { must: null, aim: null };
  return [
    plainRow({ operation: 'events written', unit: 'count', ours: committed.size, ...shown }),
    plainRow({
      ...exact,
      operation: 'events not read',
      ours: [...committed.keys()].filter((id) => !ids.has(id)).length,
    }),
    plainRow({ ...exact, operation: 'events read twice', ours: reads.length - ids.size }),
    plainRow({ ...exact, operation: 'events out of order of their subject', ours: countDisordered(reads) }),
    plainRow({ operation: 'written and read', unit: 'per s', ours: committed.size / seconds, ...shown }),
    plainRow({ operation: 'committed -> read, p50', unit: 'ms', ours: percentile(lags, 0.5), ...shown }),
    plainRow({ operation: 'committed -> read, p99', unit: 'ms', ours: percentile(lags, 0.99), ...shown }),
  ];
}

async function run({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const service = await stage.service();
  const { databaseUrl } = await stage.backends();
  const customer = await service.newCustomer('Bench event log');
  const tenant: Tenant = { accountId: customer.accountId, environment: 'test' };
  const database = openDatabase(databaseUrl, WRITERS);
  say(`${WRITERS} writers beside a reader of the event log …`);
  try {
    let isWriting = true;
    const began = performance.now();
    const [committed, reads] = await Promise.all([
      write(database, tenant, EVENTS[pace]).finally(() => (isWriting = false)),
      follow(customer, EVENTS[pace], () => isWriting),
    ]);
    return {
      title: `Event log: ${WRITERS} writers whose transactions commit in any order, beside a reader that polls`,
      rows: rowsOf(reads, committed, (performance.now() - began) / 1000),
      notes: [
        `A transaction writes ${OF_ONE_TRANSACTION} events of one subject, with a random pause of up to ${MOST_PAUSE_SECONDS * 1000} ms after each.`,
        `The reader asks GET /v1/events for ${PAGE} after the id of the event that it read last.`,
      ],
    };
  } finally {
    await database.close();
  }
}

export const eventLog: BenchModule = {
  name: 'event-log',
  describe: 'events of 16 writers that commit in any order, each read once by a reader that polls',
  run,
};
