import {
  beginDispatch,
  readInstructionToSend,
  recordDelivered,
  recordKnown,
  recordNeverReceived,
  recordRejected,
  recordUndelivered,
} from '../../db/payments/dispatch';
import { readFailoverFacts } from '../../db/payments/failover';
import { readDispatchState } from '../../db/payments/read-dispatch';
import type { Queryable } from '../../db/database';
import type { Undelivered } from '../../domain/payments/decisions/dispatch';
import type { FailoverOutcome } from '../../domain/payments/decisions/failover';
import { nextTerms, type FailoverCause, type RouteTerms } from '../../domain/payments/failover';
import { expectSameState, partnerOf, type World } from './judges';
import { actor, type Operation } from './operation';
import type { Steps } from './scheduler';

/** A sender that was frozen for longer sends nothing any more; see activities/payments.ts. */
const FRESH_MS = 4_000;
/** A call that was given up is gone after this. Source: docs/GAPS.md#P14 */
const GONE_MS = 10_000;

/** What becomes of a call to the partner. `arrives_late`: its bytes are still under way when the caller gives up. */
export type CallOutcome =
  | 'taken'
  | 'taken_unrecorded'
  | 'refused'
  | 'timeout_taken'
  | 'timeout_lost'
  | 'arrives_late'
  | 'not_written'
  | 'turned_away';

const TIMEOUT = { kind: 'unknown', fault: 'no answer', refusal: null } as const;

/** As in activities/failover.ts; in a world with one partner alone there is nothing to look for. */
async function nextRoute(database: Queryable, world: World, cause: FailoverCause): Promise<RouteTerms | null> {
  if (world.network === null) return null;
  const { facts, now } = await readFailoverFacts(database, world.instructionId);
  return nextTerms(facts, world.network, cause, now);
}

/** What is seen of a payment before the right to send is taken; with one partner alone it cannot change. */
async function partnerToSendTo(database: Queryable, { instructionId, network }: World): Promise<string> {
  return network === null ? 'ptn_1' : (await readInstructionToSend(database, instructionId)).partnerId;
}

/**
 * As in activities/payments.ts: the right to send, the call, and what became of it.
 * @param outcomes what becomes of a call, by the partner that is called
 */
async function sendOnce(
  { database, step }: Steps,
  world: World,
  outcomes: (partnerId: string) => CallOutcome,
): Promise<FailoverOutcome> {
  const beganAt = Date.now();
  const partnerId = await partnerToSendTo(database, world);
  const { result: order, state } = await beginDispatch(database, world.instructionId, partnerId);
  await expectSameState(world, state);
  if (order.kind === 'rerouted') return 'rerouted';
  if (order.kind !== 'send') return 'stays';
  const partner = partnerOf(world, partnerId);
  const { attempt, sends, isFirstSend } = order;
  const call = { attempt, sends };
  const record = async (outcome: Undelivered): Promise<FailoverOutcome> => {
    const { result, state: left } = await recordUndelivered(database, world.instructionId, call, outcome);
    await expectSameState(world, left);
    return result;
  };
  await step('partner');
  if (Date.now() - beganAt > FRESH_MS) return record({ kind: 'unknown', fault: 'frozen', refusal: null });
  const outcome = outcomes(partnerId);
  switch (outcome) {
    case 'taken':
      partner.take();
      await recordDelivered(database, world.instructionId, {
        ...call,
        partnerId,
        partnerReference: 'P-1',
        status: 'submitted',
      });
      return 'stays';
    case 'taken_unrecorded':
      partner.take();
      return 'stays';
    case 'refused': {
      // What answers a repeated call with a refusal may mean the repetition.
      if (!isFirstSend) return record({ ...TIMEOUT, refusal: 'account closed' });
      partner.refuse();
      const message = 'account closed';
      const next = await nextRoute(database, world, { kind: 'rejected', message });
      const { result, state: left } = await recordRejected(database, world.instructionId, call, {
        message,
        reasonCode: null,
        next,
      });
      if (result === 'rerouted') await expectSameState(world, left);
      return result;
    }
    case 'timeout_taken':
      partner.take();
      return record(TIMEOUT);
    case 'timeout_lost':
      return record(TIMEOUT);
    case 'arrives_late': {
      const leftAt = Date.now();
      const kept = await record(TIMEOUT);
      await step('partner');
      if (Date.now() - leftAt < GONE_MS) partner.take();
      return kept;
    }
    case 'not_written': {
      const next = sends === 1 ? await nextRoute(database, world, { kind: 'unreachable' }) : null;
      return record({ kind: 'not_delivered', fault: 'connection refused', next });
    }
    case 'turned_away':
      return record({ kind: 'not_taken', fault: 'busy' });
    default:
      return outcome satisfies never;
  }
}

/** Sends, and sends again for as long as the payment goes over to another route, as its workflow does. */
export async function sendUntilItStays(
  steps: Steps,
  world: World,
  outcomes: (partnerId: string) => CallOutcome,
): Promise<void> {
  while ((await sendOnce(steps, world, outcomes)) === 'rerouted');
}

export function send(outcome: CallOutcome): Operation {
  return actor(`send(${outcome})`, (steps, world) => sendUntilItStays(steps, world, () => outcome));
}

/** A worker that meets the one outcome at the first partner and the other at the second. */
export function sendOver(first: CallOutcome, second: CallOutcome): Operation {
  const outcomes = (partnerId: string): CallOutcome => (partnerId === 'ptn_2' ? second : first);
  return actor(`send(${first}, ${second})`, (steps, world) => sendUntilItStays(steps, world, outcomes));
}

/** Asks the partner once; what it says is what its ledger says. */
async function inquireOnce({ database, step }: Steps, world: World): Promise<'asked' | 'send_again' | 'moved'> {
  const { instructionId } = world;
  const { status, dispatch, readAt: askedAt } = await readDispatchState(database, instructionId);
  if (status !== 'pending') return 'moved';
  if (dispatch === null || dispatch.state === 'not_delivered') return 'send_again';
  await step('partner');
  const { partnerId, attempt, sends } = dispatch;
  if (partnerOf(world, partnerId).hasIt) {
    await recordKnown(database, instructionId, { partnerId, status: 'submitted', partnerReference: 'P-1', askedAt });
    return 'moved';
  }
  const { outcome } = await recordNeverReceived(database, instructionId, {
    call: { attempt, sends },
    at: askedAt,
  });
  if (outcome === 'ask_again') return 'asked';
  return outcome === 'send_again' ? 'send_again' : 'moved';
}

export const inquire = actor('inquire', async (steps, world) => {
  await inquireOnce(steps, world);
});

/** Two inquiries with time between them, and a further call when they prove that the first never arrived. */
export const proveAndSend = actor('prove-and-send', async (steps, world) => {
  let answer = await inquireOnce(steps, world);
  if (answer === 'asked') {
    await steps.step('write');
    await world.letTimePass();
    answer = await inquireOnce(steps, world);
  }
  if (answer === 'send_again') await sendUntilItStays(steps, world, () => 'taken');
});

/** One inquiry, and a further call when it is the one that proves. */
export const inquireAndSend = actor('inquire-and-send', async (steps, world) => {
  if ((await inquireOnce(steps, world)) === 'send_again') await sendUntilItStays(steps, world, () => 'taken');
});
