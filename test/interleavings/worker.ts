import type { callPartner, CallResult } from '../../activities/partners/partner-call';
import type { PaymentActivities } from '../../activities/payments/payments';
import { activitiesOf } from '../support/payment-worker';
import { partnerOf, type ScriptedPartner, type World } from './judges';
import { VAULT } from './operation';
import type { Steps } from './scheduler';

/** A call that was given up is gone after this. Source: docs/GAPS.md#P14 */
const GONE_MS = 10_000;

/**
 * What becomes of a call that submits. `taken_unrecorded`: the process that made it dies before it has the answer.
 * `arrives_late`: its bytes are still under way when the caller gives up.
 */
export type CallOutcome =
  | 'taken'
  | 'taken_unrecorded'
  | 'refused'
  | 'timeout_taken'
  | 'timeout_lost'
  | 'arrives_late'
  | 'not_written'
  | 'turned_away';

/** What becomes of the calls to each partner. */
export interface Script {
  outcomes: (partnerId: string) => CallOutcome;
  /** Bytes that are under way when the activity has ended. */
  underWay: (() => Promise<void>)[];
}

/** The process is gone: nothing of what comes after is done. */
export class ProcessDied extends Error {}

function answered(status: number, body: object): CallResult {
  return { kind: 'answered', answer: { status, body: { kind: 'json', value: body }, retryAfter: null } };
}

const NO_ANSWER: CallResult = { kind: 'no_answer', fault: 'ECONNRESET' };

function submission(partner: ScriptedPartner, outcome: CallOutcome, arriveLate: () => void): CallResult {
  switch (outcome) {
    case 'taken':
      partner.take();
      return answered(200, { partnerReference: 'P-1' });
    case 'taken_unrecorded':
      partner.take();
      throw new ProcessDied();
    case 'refused':
      partner.refuse();
      return answered(422, { message: 'account closed' });
    case 'timeout_taken':
      partner.take();
      return NO_ANSWER;
    case 'timeout_lost':
      return NO_ANSWER;
    case 'arrives_late':
      arriveLate();
      return NO_ANSWER;
    case 'not_written':
      return { kind: 'not_sent', fault: 'ECONNREFUSED' };
    case 'turned_away':
      return answered(429, {});
    default:
      return outcome satisfies never;
  }
}

/** What a partner says of the instruction when it is asked. */
function inquiry({ word }: ScriptedPartner): CallResult {
  return word === null ? answered(404, {}) : answered(200, { partnerReference: 'P-1', status: word });
}

function cancellation(partner: ScriptedPartner): CallResult {
  if (!partner.hasIt) return answered(404, {});
  return answered(partner.stop() ? 200 : 409, {});
}

/** Partners in memory; the call is a step. As the shipped one, it is asked then whether it may still begin. */
function callsTo({ step }: Steps, world: World, { outcomes, underWay }: Script): typeof callPartner {
  return async ({ url, method, mayBegin = () => true }) => {
    const partnerId = url.hostname.replaceAll('-', '_');
    const partner = partnerOf(world, partnerId);
    await step('partner');
    if (!mayBegin()) return { kind: 'too_late', fault: 'TOO_LATE_TO_SEND' };
    if (method === 'GET') return inquiry(partner);
    if (url.pathname.endsWith('/cancel')) return cancellation(partner);
    if (url.pathname.endsWith('/recall')) return answered(409, {});
    const leftAtMs = world.clock.nowMs();
    return submission(partner, outcomes(partnerId), () =>
      underWay.push(async () => {
        await step('partner');
        if (world.clock.nowMs() - leftAtMs < GONE_MS) partner.take();
      }),
    );
  };
}

/** The activities of a payment's workflow in a process of their own, whose statements and calls to partners are steps. */
export function workerOf(
  steps: Steps,
  world: World,
  script: Script = { outcomes: () => 'taken', underWay: [] },
): PaymentActivities {
  return activitiesOf({
    ...{ database: steps.database, vault: VAULT, clock: world.clock, call: callsTo(steps, world, script) },
    // Their statements are no steps, of which an actor has one at a time: what they find comes into the payment by one that is.
    lists: world.database,
  });
}
