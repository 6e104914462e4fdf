import { setTimeout as delay } from 'node:timers/promises';
import { openVault } from '../../lib/vault';
import { atMost, rowOf, type BenchContext, type BenchModule, type BenchTable, type Round } from '../harness';
import { allAnswered, closedLoop } from '../load';
import { startHanging } from '../loopback';
import { makeRoutedPartner } from '../parties';
import type { Service } from '../service';
import { Stage } from '../stage';
import { instructionBody } from './bodies';

const ROUNDS = { quick: 3, default: 5, long: 7 };
/** Clients of the good partner, and their creates of one figure: done before a hanging call of five seconds ends. */
const LOAD = { clients: 2, limitMs: 4_000, maxCalls: 40 };
/** A partner has so many dispatches in flight at most, see activities/partners/gate.ts. */
const IN_FLIGHT = 40;
/** More than are let in, so that every place is taken. */
const HANGING_CREATES = 60;
const LIMIT_MS = 20_000;
const POLL_MS = 20;

async function goodCreates(service: Service): Promise<number> {
  return allAnswered(await closedLoop(LOAD, () => service.customer.create()), 'creates').p95Ms;
}

/** Fills a partner that never answers, then measures the other one. A new one each time: one that hangs is soon held. */
async function besideHanging(stage: Stage, service: Service, round: number): Promise<number> {
  const server = await startHanging();
  const vault = openVault(stage.dataDir.dataKey());
  const made = { name: `Hanging ${round}`, url: server.url, priority: 9 };
  const { routeId } = await makeRoutedPartner(service.database, vault, made);
  const customer = await service.newCustomer(`Client of hanging ${round}`);
  const body = { ...instructionBody(), settlementRoute: { routeId } };
  const creates = Array.from({ length: HANGING_CREATES }, () => customer.create(body).catch(() => null));
  const limit = Date.now() + LIMIT_MS;
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
  const stage = new Stage(context.say, context.stage.profileDirectory, 'npm start');
  try {
    const service = await stage.service();
    await goodCreates(service);
    context.say('Creates beside a partner that hangs …');
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS[context.pace]; round += 1) {
      rounds.push({ floor: await goodCreates(service), ours: await besideHanging(stage, service, round) });
    }
    const label = { operation: 'creates beside a partner with 40 hanging dispatches, p95', unit: 'ms' };
    return {
      title: 'A partner that hangs (floor: the same creates without it)',
      rows: [rowOf({ ...label, floorName: 'alone', must: atMost(1.5), aim: atMost(1.1) }, rounds)],
      notes: ["Engine and processes are those of `npm start`: Temporal's development server, one API, one worker."],
    };
  } finally {
    await stage.close();
  }
}

export const partnersHang: BenchModule = {
  name: 'partners-hang',
  describe: 'creates for one partner beside another that has 40 dispatches in flight and answers none',
  run,
};
