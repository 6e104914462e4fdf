import { setTimeout as delay } from 'node:timers/promises';
import { openVault } from '../../../lib/vault';
import { atMost, rowOf, type BenchContext, type BenchModule, type BenchTable, type Round } from '../harness';
import { allAnswered, closedLoop } from '../load';
import { startHanging } from '../loopback';
import { makeRoutedPartner } from '../parties';
import type { Customer, Service } from '../service';
import type { Stage } from '../stage';
import { instructionBody } from './bodies';

const ROUNDS = { quick: 3, default: 5, long: 7 };
/** Clients of the good partner, and their creates of one figure: done before a hanging call of five seconds ends. */
const LOAD = { clients: 2, limitMs: 4_000, maxCalls: 40 };
/** A process submits 32 at a time for one partner, see process/api.ts; a busy machine has not all of them under way at once. */
const IN_FLIGHT = 24;
/** More than are admitted, so that every permit is taken. */
const HANGING_CREATES = 60;
const LIMIT_MS = 20_000;
const POLL_MS = 20;

async function goodCreates(service: Service): Promise<number> {
  return allAnswered(await closedLoop(LOAD, () => service.customer.create()), 'creates').p95Ms;
}

/** A new route is known to every process within a second. */
async function firstCreate(customer: Customer, body: object, limit: number): Promise<void> {
  for (;;) {
    try {
      await customer.create(body);
      return;
    } catch (fault) {
      if (Date.now() > limit) throw fault;
      await delay(POLL_MS);
    }
  }
}

/** Fills a partner that never answers, then measures the other one. A new one each time: one that hangs is soon held. */
async function besideHanging(stage: Stage, service: Service, round: number): Promise<number> {
  const server = await startHanging();
  const vault = openVault(stage.dataDir.ensureDataKey());
  const made = { name: `Hanging ${round}`, url: server.url, priority: 9 };
  const { routeId } = await makeRoutedPartner(service.database, vault, made);
  const customer = await service.newCustomer(`Client of hanging ${round}`);
  const body = { ...instructionBody(), settlementRoute: { routeId } };
  const limit = Date.now() + LIMIT_MS;
  await firstCreate(customer, body, limit);
  const creates = Array.from({ length: HANGING_CREATES }, () => customer.create(body));
  while (server.waiting() < IN_FLIGHT) {
    if (Date.now() > limit) throw new Error(`only ${server.waiting()} dispatches hang`);
    await delay(POLL_MS);
  }
  const figure = await goodCreates(service);
  await Promise.all(creates);
  await server.close();
  return figure;
}

async function run(context: BenchContext): Promise<BenchTable> {
  const { stage } = context;
  const service = await stage.service();
  await goodCreates(service);
  context.say('Creates beside a partner that hangs …');
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS[context.pace]; round += 1) {
    rounds.push({ floor: await goodCreates(service), ours: await besideHanging(stage, service, round) });
  }
  const label = { operation: 'creates beside a partner with at least 24 hanging dispatches, p95', unit: 'ms' };
  return {
    title: 'A partner that hangs (floor: the same creates without it)',
    rows: [rowOf({ ...label, floorName: 'alone', must: atMost(1.5), aim: atMost(1.1) }, rounds)],
    notes: ['Temporal and the processes are those of `npm start`: its development server, one API, one worker.'],
  };
}

export const partnersHang: BenchModule = {
  name: 'partners-hang',
  hasOwnStage: true,
  describe: 'creates for one partner beside another that answers none of its dispatches',
  run,
};
