import { hasDelivered } from '../retry';
import type { PlannedDelivery } from './plan';
import type { DrillOutcome, DrillScenario } from './scenarios';

/** How a receiver answered one delivery; `error` names a fault of the network or of the answer. */
export interface DrillAnswer {
  statusCode: number | null;
  durationMs: number;
  error: string | null;
}

/** A delivery of a drill with its answer. */
export interface Judged {
  planned: Pick<PlannedDelivery, 'what' | 'expected' | 'signing'>;
  answer: DrillAnswer;
}

/** What was found; `fault` is its name, `advice` what to do about it. */
export interface DrillFinding {
  outcome: Exclude<DrillOutcome, 'skipped'>;
  fault: string | null;
  message: string | null;
  advice: string | null;
}

const PASSED: DrillFinding = { outcome: 'passed', fault: null, message: null, advice: null };
/** An answer that takes longer is warned of: under load it would come too late. */
const SLOW_MS = 2_500;

const CAUSES: Readonly<Record<string, string>> = {
  target_refused: 'its address is not allowed by the target policy',
  secret_not_set: 'its static headers were given for another address; set them again',
  connection_refused: 'the connection was refused',
  connection_reset: 'the connection was closed before the answer was over',
  name_not_found: 'its name was not found',
  tls: 'the TLS handshake failed, or its certificate is not valid',
};

function answeredText({ statusCode, error }: DrillAnswer): string {
  if (error === 'timeout') return 'got no whole answer within 5 s';
  if (statusCode !== null && error === 'status') return `was answered with ${statusCode}, not 200`;
  return `got no answer: ${CAUSES[error ?? ''] ?? 'the connection failed'}`;
}

/** Whether the receiver answered as expected. Any 2xx accepts, even one that counts as a failed delivery. */
export function isAsExpected({ planned, answer }: Judged): boolean {
  switch (planned.expected) {
    case 'accepted':
      return hasDelivered(answer);
    case 'refused':
      return answer.statusCode === null || answer.statusCode < 200 || answer.statusCode > 299;
    case 'either':
      return true;
    default:
      return planned.expected satisfies never;
  }
}

function failedFinding(fault: string, { planned, answer }: Judged, advice: string): DrillFinding {
  const found = planned.expected === 'refused' ? `was accepted with ${answer.statusCode ?? ''}` : answeredText(answer);
  return { outcome: 'failed', fault, message: `${planned.what} ${found}.`, advice };
}

/** The finding about the first delivery of a drill: too slow, another status than 200, a redirect, or passed. */
function judgeFirst(judged: Judged): DrillFinding {
  const { statusCode, error, durationMs } = judged.answer;
  const isStatus = error === 'status' && statusCode !== null;
  if (error === 'timeout') {
    return failedFinding('too_slow', judged, 'Store the event, answer 200, and do the work afterwards.');
  }
  if (isStatus && statusCode < 300) {
    return failedFinding('not_200', judged, 'Answer with status 200: 201, 202 and 204 count as failures.');
  }
  if (isStatus && statusCode < 400) {
    return failedFinding('redirects', judged, 'Give the subscription its final address: redirects are never followed.');
  }
  if (isStatus) {
    const advice = 'Check that the receiver has the secret of this subscription and verifies the bytes as they came.';
    return failedFinding('delivery_refused', judged, advice);
  }
  if (error !== null)
    return failedFinding('unreachable', judged, 'Check the address, the name server and the certificate.');
  if (durationMs <= SLOW_MS) return PASSED;
  const message = `An ordinary delivery was answered after ${(durationMs / 1000).toFixed(1)} s; the limit is 5 s.`;
  return { outcome: 'warned', fault: 'slow', message, advice: 'Answer first and do the work afterwards.' };
}

/**
 * The finding about a rotation of secrets. Only the third delivery tells a receiver that reads one signature from one
 * that reads the single-value header.
 */
function judgeRotation([ownFirst, ownSecond, standard]: readonly Judged[]): DrillFinding {
  if (ownFirst === undefined || ownSecond === undefined || standard === undefined) return PASSED;
  const advice = 'Split webhook-signature at its spaces and accept a delivery if one of its signatures is right.';
  if (!isAsExpected(ownFirst)) return failedFinding('second_signature_refused', ownFirst, advice);
  if (isAsExpected(ownSecond)) return PASSED;
  if (hasDelivered(standard.answer)) return failedFinding('first_signature_only', ownSecond, advice);
  return {
    ...failedFinding('one_secret_at_a_time', ownSecond, ''),
    outcome: 'warned',
    advice:
      'The receiver verifies X-Service-Signature or `signature`, which stay with the old secret until the overlap ' +
      'ends: keep both secrets until then, or verify webhook-signature.',
  };
}

type Faulty = Readonly<{ fault: string; advice: string }>;

const FAULTS: Readonly<Record<Exclude<DrillScenario, 'takes_delivery' | 'rotation'>, Faulty>> = {
  wrong_signature: {
    fault: 'forgery_accepted',
    advice: 'Compare the signature of the bytes as they came, in constant time, before anything else; refuse with 401.',
  },
  stale_timestamp: {
    fault: 'stale_accepted',
    advice: 'Verify webhook-signature and refuse a webhook-timestamp that is more than five minutes away.',
  },
  duplicate: {
    fault: 'duplicate_refused',
    advice: 'Keep the ids of events (`webhook-id`), answer 200 to one that is known, and do nothing else.',
  },
  disorder: {
    fault: 'older_event_refused',
    advice: 'Answer 200 to an event with a lower `sequence` than the newest known one, and ignore it.',
  },
  late_retry: {
    fault: 'late_retry_refused',
    advice: 'Judge the age by webhook-timestamp, the time of the attempt: the payload keeps the time of its event.',
  },
  large_payload: {
    fault: 'large_payload_refused',
    advice: 'Accept bodies of at least 64 KiB, and ignore members that are not known.',
  },
  unknown_type: {
    fault: 'unknown_type_refused',
    advice: 'Answer 200 to types that are not known: `*` and `payment.*` include types of later releases.',
  },
  outage: {
    fault: 'burst_refused',
    advice: 'Queue events and answer at once, or give the subscription a `rate_per_second` that the receiver can take.',
  },
};

/** The finding of a drill from the answers to its deliveries, in plain words. Source: docs/GAPS.md#drills */
export function judgeDrill(scenario: DrillScenario, judged: readonly Judged[]): DrillFinding {
  if (scenario === 'rotation') return judgeRotation(judged);
  const broken = judged.find((one) => !isAsExpected(one));
  if (scenario === 'takes_delivery') return judged[0] === undefined ? PASSED : judgeFirst(judged[0]);
  if (broken === undefined) return PASSED;
  const { fault, advice } = FAULTS[scenario];
  return failedFinding(fault, broken, advice);
}
