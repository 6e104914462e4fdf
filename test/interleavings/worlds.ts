import { randomUUID } from 'node:crypto';
import { newId } from '../../lib/ids';
import { removeList } from './leave-operations';
import { requestCancellation } from '../../db/payments/dispatch/cancellation';
import { createBatch } from '../../db/payments/batches/create-batch';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { addPartnerSecret } from '../../db/payments/dispatch/partners';
import {
  beginDispatch,
  recordDelivered,
  recordNeverReceived,
  recordUndelivered,
} from '../../db/payments/dispatch/dispatch';
import { requestRecall } from '../../db/payments/settlement/recall';
import { readDispatchState } from '../../db/payments/dispatch/read-dispatch';
import { recordStatusReport } from '../../db/payments/reports/record-report';
import { StatusReport } from '../../domain/payments/reports/report-schema';
import { rowIdOf } from '../../domain/payments/batches/row-names';
import type { Database } from '../../db/database';
import { DatabaseClock } from '../../db/database-clock';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { PostgresClock } from '../support/postgres-clock';
import { insertPartner } from '../support/rows';
import { batchWorker } from './batch-operations';
import { counting, expectSameState, ScriptedPartner, type World } from './judges';
import { newInstruction, VAULT } from './operation';
import { reportContext } from './operations';

/** Longer than a call that nobody recorded may be under way, and ten seconds; and than an operator has to wait after one. */
const WHILE_AWAY_MS = 31_000;
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
  to_approve: (world: World) => withApprovals(world, () => keep(world)),
  row: async (world: World) => {
    world.batchId = newId('batch');
    world.key = rowIdOf(world.batchId, 0);
    const limits = { minute: null, hour: null, day: null, endpoint: null };
    const sent = { requestId: 'req_1', name: null, mode: 'valid_only', isStrict: false, creatorId: 'usr_1' } as const;
    const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;
    const pace = { plan: 'key_1', endpoint: null, limits };
    const rows = [{ body: {}, faults: null }];
    const batch = { id: world.batchId, tenant, ...sent, pace, rows, message: null, createdAt: new Date() };
    await createBatch(world.database, VAULT, batch, null);
  },
  of_batch: async (world: World) => {
    await STARTS.row(world);
    await batchWorker(world.database).makeBatchPayments(world.batchId);
    const [made] = await world.database.query<{ id: string }>(
      'select id from payment_instructions where batch_id = $1',
      [world.batchId],
    );
    world.instructionId = made?.id ?? '';
  },
  of_batch_to_approve: (world: World) => withApprovals(world, () => STARTS.of_batch(world)),
  kept_with_two_routes: async (world: World) => {
    world.hasTwoRoutes = true;
    await keep(world);
  },
  in_doubt_taken: (world: World) => leaveInDoubt(world, true),
  in_doubt_lost: (world: World) => leaveInDoubt(world, false),
  in_doubt_denied: async (world: World) => {
    await leaveInDoubt(world, false);
    await recordNeverReceived(world.database, world.instructionId, {
      call: { attempt: 1, sends: 1 },
      at: (await readDispatchState(world.database, world.instructionId)).readAt,
      destination: '1',
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

/** What is made meanwhile needs one approval. */
async function withApprovals({ database }: World, make: () => Promise<void>): Promise<void> {
  const side = ['acc_ptn_1', 'test'];
  await database.query('insert into approval_rules values ($1, $2, $3, 0, 1)', [...side, 'USD']);
  await make();
  await database.query('delete from approval_rules where account_id = $1 and environment = $2', side);
}

async function keep(world: World): Promise<void> {
  world.instructionId = newId('instruction');
  const requestedRoute = world.hasTwoRoutes ? {} : { routeId: 'rt_ptn_1' };
  await insertInstruction(world.database, { ...newInstruction(world.instructionId), requestedRoute }, null);
}

async function leaveInDoubt(world: World, isTaken: boolean): Promise<void> {
  await keep(world);
  await expectSameState(world, (await beginDispatch(world.database, world.instructionId, 'ptn_1')).state);
  if (isTaken) world.partner.take();
  const call = { attempt: 1, sends: 1 };
  await expectSameState(world, (await recordUndelivered(world.database, world.instructionId, call, LATE)).state);
}

async function submit(world: World): Promise<void> {
  await keep(world);
  const { database, instructionId } = world;
  await beginDispatch(database, instructionId, 'ptn_1');
  world.partner.take();
  const call = { attempt: 1, sends: 1, partnerId: 'ptn_1' };
  await recordDelivered(database, { instructionId }, { ...call, partnerReference: 'P-1', status: 'submitted' });
}

/** A database with two partners, whose clock can be put forward. */
export interface Ground {
  origin: TestDatabase;
  clock: PostgresClock;
}

/** The connections that are to have the clock are opened after it. */
export async function makeGround(): Promise<Ground> {
  const origin = await createTestDatabase();
  for (const id of ['ptn_1', 'ptn_2']) {
    await insertPartner(origin, id);
    await origin.query('update partners set url = $2 where id = $1', [id, `https://${id.replace('_', '-')}`]);
    await addPartnerSecret(origin, VAULT, id, 'secret');
  }
  await origin.query(`update routes set priority = ${SECOND_PRIORITY} where partner_id = 'ptn_2'`);
  // Thousands of commits follow, and no power cut is part of any order.
  await origin.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  );
  return { origin, clock: await PostgresClock.replaceIn(origin) };
}

/**
 * @param changes counted by instruction; those of many worlds can be in one
 * @returns a world in which a payment stands at the start, and the processes' clocks at that of Postgres
 */
export async function newWorld(
  database: Database,
  clock: PostgresClock,
  start: Start,
  changes = new Map<string, number>(),
): Promise<World> {
  let passedMs = 0;
  const now = await clock.now();
  jest.setSystemTime(now);
  const wallAheadMs = now.getTime() - performance.now();
  const monotonicMs = (): number => performance.now() + passedMs;
  const wallMs = (): number => wallAheadMs + monotonicMs();
  const world: World = {
    database: counting(database, changes),
    instructionId: '',
    key: randomUUID(),
    batchId: '',
    leftAtEnd: null,
    partner: new ScriptedPartner(),
    moved: new ScriptedPartner(),
    second: new ScriptedPartner(),
    hasTwoRoutes: false,
    rescreened: [],
    isListedUnsent: false,
    isContradictedUnsent: false,
    reviewed: [],
    answered: [],
    approved: [],
    toldStatuses: [],
    toldIds: [],
    toldReports: [],
    bookedReferences: new Set(),
    attempted: [],
    isEndpointSwitched: false,
    changes,
    clock: new DatabaseClock(database, { monotonicMs, wallMs }),
    pausedClock: new DatabaseClock(database, { monotonicMs: () => performance.now(), wallMs }),
    letTimePass: async () => {
      passedMs += WHILE_AWAY_MS;
      jest.setSystemTime(Date.now() + WHILE_AWAY_MS);
      await clock.advance(WHILE_AWAY_MS);
    },
  };
  await removeList(world);
  await Promise.all([world.clock.look(), world.pausedClock.look()]);
  await database.query(
    `update partners set url = 'https://ptn-1', generation = 1 where id = 'ptn_1' and generation <> 1`,
  );
  await STARTS[start](world);
  return world;
}
