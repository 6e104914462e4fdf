import { openDatabase, type Database } from '../../db/database';
import { DomainError } from '../../domain/errors';
import { closeAtEnd } from '../support/closing';
import type { PostgresClock } from '../support/postgres-clock';
import { holdProcessClock } from '../support/process-clock';
import { create, endLease } from './creation';
import { judge, type World } from './judges';
import { bookOtherwise, link, recall, redate, refuseRecall, resubmit } from './later-operations';
import type { Operation } from './operation';
import { askPartner, cancel, giveUp, report, rescreen, review, settle, wait } from './operations';
import { inquire, inquireAndSend, send, sendOver } from './sending';
import type { Steps } from './scheduler';
import { ProcessDied, workerOf } from './worker';
import { makeGround, newWorld, type Start } from './worlds';

/**
 * What happens at a statement: its connection ends before it is begun, or when it is committed and its answer is on the
 * way; or the whole process ends then.
 */
const BREAKS = ['not begun', 'answer lost', 'process gone'] as const;
type Break = (typeof BREAKS)[number];

/** Operations as their callers repeat them: clients, partners, Temporal. */
const REPEATED: [Start, Operation[]][] = [
  ['kept', [cancel, wait, rescreen, redate, giveUp, bookOtherwise]],
  ['held', [review('release'), review('reject'), cancel]],
  ['in_doubt_taken', [inquire, report('accepted'), giveUp]],
  ['in_doubt_denied', [inquire]],
  ['submitted', [cancel, report('accepted'), report('settled'), report('failed'), settle]],
  ['asked_to_cancel', [askPartner]],
  ['settled', [recall]],
  ['recalled', [refuseRecall]],
];

/** Those that others bring to their end: the client with the same key when its claim has run out, and the relay. */
const COMPLETED: [Start, Operation, Operation[]][] = [
  ['not_created', create, [endLease, create]],
  ['failed', resubmit, [link]],
];

const SENT: [Start, Operation[]][] = [
  ['kept', [send('taken'), send('timeout_taken'), send('timeout_lost'), send('not_written'), send('turned_away')]],
  ['kept_with_two_routes', [sendOver('refused', 'taken'), sendOver('not_written', 'timeout_taken')]],
  ['in_doubt_taken', [send('taken')]],
  ['in_doubt_denied', [inquireAndSend]],
];

let database: Database;
let clock: PostgresClock;

beforeAll(async () => {
  const ground = await makeGround();
  ({ clock } = ground);
  database = openDatabase(ground.origin.url, 2);
  closeAtEnd(() => database.close());
  holdProcessClock(Date.now());
  closeAtEnd(() => jest.useRealTimers());
});

const BROKEN = new DomainError('UNAVAILABLE', 'The database cannot answer at the moment.');

/** Statements of a process of which the n-th one breaks. */
class BreakingProcess {
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly at: number,
    private readonly how: Break,
  ) {}

  get steps(): Steps {
    const query = this.query.bind(this);
    return { database: { ...this.world.database, query }, step: () => Promise.resolve() };
  }

  get hasBroken(): boolean {
    return this.count >= this.at;
  }

  private async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    this.count += 1;
    if (this.count > this.at && this.how === 'process gone') throw new ProcessDied();
    if (this.count !== this.at) return this.world.database.query<Row>(text, values);
    if (this.how !== 'not begun') await this.world.database.query<Row>(text, values);
    throw this.how === 'process gone' ? new ProcessDied() : BROKEN;
  }
}

const soundSteps = (world: World): Steps => ({ database: world.database, step: () => Promise.resolve() });

/**
 * Breaks an operation at each of its statements, in each way, on a payment of its own.
 * @param afterwards what follows, before all is judged
 * @returns how often it was broken
 */
async function breakEverywhere(
  start: Start,
  operation: Operation,
  afterwards: (world: World) => Promise<void>,
): Promise<number> {
  let broken = 0;
  for (const how of BREAKS) {
    let hasBroken = true;
    for (let at = 1; hasBroken; at += 1) {
      const world = await newWorld(database, clock, start);
      const process = new BreakingProcess(world, at, how);
      const { name, run } = operation(world);
      try {
        await run(process.steps).catch((fault: unknown) => {
          if (!process.hasBroken) throw fault;
        });
        ({ hasBroken } = process);
        if (hasBroken) broken += 1;
        await afterwards(world);
        await judge(world);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${reason}\n${start}: ${name}, statement ${at}: ${how}`, { cause });
      }
    }
  }
  return broken;
}

interface Place {
  status: string;
  version: number;
}

async function placeOf({ instructionId, key }: World): Promise<Place | undefined> {
  const [row] = await database.query<Place>(
    'select status, version from payment_instructions where id = $1 or idempotency_key = $2',
    [instructionId, key],
  );
  return row;
}

/** Sends and asks for as long as the payment is pending, as its workflow does. */
async function bringHome(world: World): Promise<void> {
  const { sendInstruction, inquireInstruction } = workerOf(soundSteps(world), world);
  for (let round = 0; round < 6; round += 1) {
    if ((await placeOf(world))?.status !== 'pending') return;
    const { kind } = await sendInstruction(world.instructionId);
    if (kind !== 'ambiguous') continue;
    await world.letTimePass();
    await inquireInstruction(world.instructionId);
  }
}

describe('an operation of which a statement breaks', () => {
  it.each(REPEATED)('leaves it right when it is repeated, from %s', async (start, operations) => {
    for (const operation of operations) {
      const undisturbed = await newWorld(database, clock, start);
      await operation(undisturbed).run(soundSteps(undisturbed));
      const expected = await placeOf(undisturbed);
      const broken = await breakEverywhere(start, operation, async (world) => {
        await operation(world).run(soundSteps(world));
        expect((await placeOf(world))?.status).toBe(expected?.status);
      });
      expect(broken).toBeGreaterThanOrEqual(BREAKS.length);
    }
  });

  it.each(COMPLETED)('leaves it right when it is completed, from %s', async (start, operation, rest) => {
    const broken = await breakEverywhere(start, operation, async (world) => {
      for (const next of rest) await next(world).run(soundSteps(world));
    });
    expect(broken).toBeGreaterThanOrEqual(BREAKS.length);
  });

  it.each(SENT)('is no payment that is lost or made twice when it sends, from %s', async (start, operations) => {
    for (const operation of operations) {
      await breakEverywhere(start, operation, async (world) => {
        await bringHome(world);
        expect((await placeOf(world))?.status).toBe('submitted');
        expect(world.partner.accepted + world.second.accepted).toBe(1);
      });
    }
  });
});

/** Temporal may run an activity again that it took for lost. */
it.each([...REPEATED, ...SENT])(
  'an operation that is done twice leaves it right, from %s',
  async (start, operations) => {
    for (const operation of operations) {
      const world = await newWorld(database, clock, start);
      await operation(world).run(soundSteps(world));
      await operation(world).run(soundSteps(world));
      await expect(judge(world)).resolves.toBeUndefined();
    }
  },
);
