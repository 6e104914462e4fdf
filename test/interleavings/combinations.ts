import { randomUUID } from 'node:crypto';
import { newId } from '../../lib/ids';
import { requestCancellation } from '../../db/payments/cancellation';
import { insertInstruction } from '../../db/payments/create-instruction';
import { listRoutes } from '../../db/payments/routes';
import { beginDispatch, recordDelivered, recordNeverReceived, recordUndelivered } from '../../db/payments/dispatch';
import { requestRecall } from '../../db/payments/recall';
import { readDispatchState } from '../../db/payments/read-dispatch';
import { recordStatusReport } from '../../db/payments/record-report';
import { StatusReport } from '../../domain/payments/report-schema';
import { openDatabase, type Database } from '../../db/database';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase } from '../support/database';
import { PostgresClock } from '../support/postgres-clock';
import { holdProcessClock } from '../support/process-clock';
import { insertPartner } from '../support/rows';
import { counting, judge, ScriptedPartner, type World } from './judges';
import { newInstruction, type Operation } from './operation';
import { reportContext } from './operations';
import { everyOrder, type Bounds, type Scene } from './scheduler';

/** Longer than a call that nobody recorded may be under way, and ten seconds. */
const WHILE_AWAY_MS = 25_000;
/** The route of the second partner comes after the first one's. */
const SECOND_PRIORITY = 200;
const LATE = { kind: 'unknown', fault: 'no answer', refusal: null } as const;

/** Where the payment stands before the actors begin. */
export const STARTS = {
  not_created: async () => undefined,
  kept: keep,
  held: async (world: World) => {
    await keep(world);
    await world.database.query(`update payment_instructions set compliance_hold = '{"state":"review"}' where id = $1`, [
      world.instructionId,
    ]);
  },
  kept_with_two_routes: async (world: World) => {
    const routes = await listRoutes(world.database);
    world.network = { routes, closed: () => null, away: new Set() };
    await keep(world);
  },
  in_doubt_taken: (world: World) => leaveInDoubt(world, true),
  in_doubt_lost: (world: World) => leaveInDoubt(world, false),
  in_doubt_denied: async (world: World) => {
    await leaveInDoubt(world, false);
    await recordNeverReceived(world.database, world.instructionId, {
      call: { attempt: 1, sends: 1 },
      at: (await readDispatchState(world.database, world.instructionId)).readAt,
    });
    await world.letTimePass();
  },
  submitted: submit,
  asked_to_cancel: async (world: World) => {
    await submit(world);
    const audit = { actor: 'client', act: 'payment.cancel', requestId: null, detail: {} };
    await requestCancellation(world.database, world.instructionId, { reason: null, audit });
  },
  settled: async (world: World) => {
    await submit(world);
    world.partner.settle();
    await recordStatusReport(world.database, reportContext(world), StatusReport.parse({ status: 'settled' }));
  },
  recalled: async (world: World) => {
    await STARTS.settled(world);
    const audit = { actor: 'client', act: 'payment.recall_requested', requestId: null, detail: {} };
    const request = { reasonCode: 'DUPL', reason: null, audit } as const;
    await requestRecall(world.database, world.instructionId, request);
  },
  failed: async (world: World) => {
    await submit(world);
    await recordStatusReport(world.database, reportContext(world), StatusReport.parse({ status: 'failed' }));
  },
};

export type Start = keyof typeof STARTS;

async function keep(world: World): Promise<void> {
  world.instructionId = newId('instruction');
  await insertInstruction(world.database, newInstruction(world.instructionId), null);
}

async function leaveInDoubt(world: World, isTaken: boolean): Promise<void> {
  await keep(world);
  await beginDispatch(world.database, world.instructionId, 'ptn_1');
  if (isTaken) world.partner.take();
  await recordUndelivered(world.database, world.instructionId, { attempt: 1, sends: 1 }, LATE);
}

async function submit(world: World): Promise<void> {
  await keep(world);
  await beginDispatch(world.database, world.instructionId, 'ptn_1');
  world.partner.take();
  const call = { attempt: 1, sends: 1, partnerId: 'ptn_1' };
  await recordDelivered(world.database, world.instructionId, { ...call, partnerReference: 'P-1', status: 'submitted' });
}

export interface Combination {
  start: Start;
  operations: readonly Operation[];
}

/** @returns every two of them, an operation with itself included */
export function pairsOf(start: Start, operations: readonly Operation[]): Combination[] {
  return operations.flatMap((one, index) =>
    operations.slice(index).map((other) => ({ start, operations: [one, other] })),
  );
}

/** @returns each of the one kind with each of the other */
export function eachWith(start: Start, ones: readonly Operation[], others: readonly Operation[]): Combination[] {
  return ones.flatMap((one) => others.map((other) => ({ start, operations: [one, other] })));
}

export interface Totals {
  orders: number;
  combinations: number;
  /** Combinations of which some orders were left out. */
  cut: string[];
}

/** A database in which payments are set up and run in every order; the clocks of process and Postgres are put forward together. */
export class Arena {
  readonly totals: Totals = { orders: 0, combinations: 0, cut: [] };

  private constructor(
    private readonly database: Database,
    private readonly clock: PostgresClock,
  ) {}

  static async open(): Promise<Arena> {
    const origin = await createTestDatabase();
    await insertPartner(origin, 'ptn_1');
    await insertPartner(origin, 'ptn_2');
    await origin.query(`update routes set priority = ${SECOND_PRIORITY} where partner_id = 'ptn_2'`);
    // Thousands of commits follow, and no power cut is part of any order.
    await origin.query(
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    );
    const clock = await PostgresClock.replaceIn(origin);
    const database = openDatabase(origin.url, 1);
    closeAtEnd(() => database.close());
    holdProcessClock(Date.now());
    closeAtEnd(() => jest.useRealTimers());
    return new Arena(database, clock);
  }

  private async sceneOf({ start, operations }: Combination): Promise<Scene> {
    const changes = new Map<string, number>();
    const { database } = this;
    const world: World = {
      database: counting({ query: (text, values) => database.query(text, values) }, changes),
      instructionId: '',
      key: randomUUID(),
      partner: new ScriptedPartner(),
      second: new ScriptedPartner(),
      network: null,
      rescreened: [],
      reviewed: [],
      answered: [],
      toldStatuses: [],
      toldIds: [],
      toldReports: [],
      changes,
      letTimePass: async () => {
        jest.setSystemTime(Date.now() + WHILE_AWAY_MS);
        await this.clock.advance(WHILE_AWAY_MS);
      },
    };
    await STARTS[start](world);
    const actors = operations.map((operation) => operation(world));
    return { database: world.database, actors, judge: () => judge(world) };
  }

  /** Runs a combination in every order within the bounds. */
  async run(combination: Combination, bounds: Bounds): Promise<void> {
    const { orders, isWhole } = await everyOrder(() => this.sceneOf(combination), bounds);
    this.totals.orders += orders;
    this.totals.combinations += 1;
    if (!isWhole) {
      const { actors } = await this.sceneOf(combination);
      this.totals.cut.push(`${combination.start}: ${actors.map(({ name }) => name).join(' + ')}`);
    }
  }

  /** Says what was run, as one line. */
  report(): void {
    const { orders, combinations, cut } = this.totals;
    process.stdout.write(`${orders} orders of ${combinations} combinations, ${cut.length} cut, 0 violations\n`);
  }
}
