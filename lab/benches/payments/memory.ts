import { atMost, plainRow, type BenchContext, type BenchModule, type BenchTable } from '../harness';
import { allAnswered, closedLoop } from '../load';
import type { Service } from '../service';
import { STEPS } from './bodies';
import { report } from './reports';

const PAYMENTS = { quick: 1_000, default: 1_000, long: 10_000 };
const CLIENTS = 32;
const LIMIT_MS = 900_000;
const MB = 1_000_000;
const API_LIMIT_MB = 200;
const WORKER_LIMIT_MB = 350;
/** Growth over the second half that still counts as flat: what a garbage collector leaves lying about. */
const FLAT_RATIO = 1.15;

interface Sizes {
  apiMb: number;
  workerMb: number;
}

/** Makes payments and brings each to its outcome, so that nothing is left that would need memory. */
async function live(service: Service, count: number): Promise<Sizes> {
  const load = { clients: CLIENTS, limitMs: LIMIT_MS, maxCalls: count };
  const lives = await closedLoop(load, async () => {
    const { instructionId, status } = await service.customer.create();
    if (status !== 'submitted') return;
    for (const step of STEPS) await report(service, instructionId, step);
  });
  allAnswered(lives, 'payments');
  return { apiMb: service.api.residentBytes() / MB, workerMb: service.worker.residentBytes() / MB };
}

async function run({ pace, stage, say }: BenchContext): Promise<BenchTable> {
  const service = await stage.service();
  const count = PAYMENTS[pace];
  say(`${count} payments from submission to outcome, for the memory …`);
  const half = await live(service, count / 2);
  const whole = await live(service, count / 2);
  const growth = { unit: 'ratio', must: atMost(FLAT_RATIO), aim: null };
  const size = { unit: 'MB', aim: null };
  return {
    title: `Memory after ${count} payments`,
    rows: [
      plainRow({ ...size, operation: 'API, resident', ours: whole.apiMb, must: atMost(API_LIMIT_MB) }),
      plainRow({ ...size, operation: 'worker, resident', ours: whole.workerMb, must: atMost(WORKER_LIMIT_MB) }),
      plainRow({ ...growth, operation: 'API, second half', ours: whole.apiMb / half.apiMb }),
      plainRow({ ...growth, operation: 'worker, second half', ours: whole.workerMb / half.workerMb }),
    ],
    notes: ['One API and one worker of all queues, as `npm start` runs them, with the settings of a deployment.'],
  };
}

export const memory: BenchModule = {
  name: 'memory',
  needs: ['postgres', 'temporal'],
  hasOwnStage: true,
  describe: 'resident memory of API and worker after 1,000 payments, or 10,000 with --long',
  run,
};
