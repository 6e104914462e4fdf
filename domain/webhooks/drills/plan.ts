import { EVENT_TYPES, eventsMatching, findEventType, isStatusEvent, STATUS_EVENTS } from '../events';
import type { EventRecord } from '../payload';
import { RETRY_DELAYS_MS } from '../retry';
import { changeSigned, signDelivery, type DeliveryChange, type SignedDelivery } from '../signature';
import type { DrillScenario } from './scenarios';

/** How a delivery of a drill is signed. `other` is a secret that the receiver does not have. */
export type DrillSigning =
  | 'right'
  | 'other'
  | 'unsigned'
  | 'changed_after_signing'
  | 'hour_ago'
  | 'right_then_other'
  | 'other_then_right'
  /** `webhook-signature` alone is right. */
  | 'standard_right';

/** A delivery that a drill sends, and what is expected of its receiver. */
export interface PlannedDelivery {
  event: EventRecord;
  signing: DrillSigning;
  /** either: the answer only helps to judge the others. */
  expected: 'accepted' | 'refused' | 'either';
  /** What it is, as the beginning of a sentence. */
  what: string;
}

/** What a scenario sends. */
export interface DrillPlan {
  deliveries: PlannedDelivery[];
  /** So many are sent at the same moment. */
  atOnce: number;
}

/** What a plan is made of: it has neither a clock nor randomness of its own. */
export interface PlanParts {
  /** Names and patterns that the subscription lists. */
  patterns: readonly string[];
  now: Date;
  /** @returns a new id at each call */
  newId(kind: 'event' | 'instruction'): string;
}

const BURST = 20;
const BURST_AT_ONCE = 4;
const PADDING_BYTES = 60 * 1024;
const UNKNOWN_TYPE = 'drill.unknown';
/** When the last retry of an event is due. */
const LAST_RETRY_MS = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
const SIGNED_BEFORE_MS = 3_600_000;

/** Events that the subscription listens to, changes of a payment's status alone where it has any. */
export function drillTypes(patterns: readonly string[]): string[] {
  const all = [...new Set(patterns.flatMap(eventsMatching))];
  const status = STATUS_EVENTS.filter((name) => all.includes(name));
  const types = status.length > 0 ? status : all;
  return types.length > 0 ? types : EVENT_TYPES.slice(0, 1).map(({ name }) => name);
}

interface EventParts {
  type: string;
  /** Of a payment's status: which payment, and the place among its events. */
  instructionId?: string;
  sequence?: number;
  ageMs?: number;
}

class Planner {
  private readonly types: string[];

  constructor(private readonly parts: PlanParts) {
    this.types = drillTypes(parts.patterns);
  }

  /** The type at a place; the last one stands for all after it. */
  type(index: number): string {
    return this.types[Math.min(index, this.types.length - 1)] ?? '';
  }

  event({ type, instructionId, sequence = 1, ageMs = 0 }: EventParts): EventRecord {
    const { parts } = this;
    const sample = findEventType(type)?.sample ?? {};
    const about = isStatusEvent(type) ? { instructionId: instructionId ?? parts.newId('instruction'), sequence } : {};
    const createdAt = new Date(parts.now.getTime() - ageMs);
    return { id: parts.newId('event'), type, createdAt, object: { ...sample, ...about } };
  }

  one(what: string, signing: DrillSigning = 'right'): PlannedDelivery {
    return { event: this.event({ type: this.type(0) }), signing, expected: 'accepted', what };
  }

  forged(what: string, signing: DrillSigning): PlannedDelivery {
    return { ...this.one(what, signing), expected: 'refused' };
  }

  disordered(): PlannedDelivery[] {
    const instructionId = this.parts.newId('instruction');
    const words = ['The newest event of its subject', 'An older event after a newer one', 'The oldest event, last,'];
    return words.map((what, index) => {
      const place = words.length - 1 - index;
      const event = this.event({ type: this.type(place), instructionId, sequence: place + 1, ageMs: index * 1_000 });
      return { event, signing: 'right', expected: 'accepted', what };
    });
  }
}

function padEvent({ object, ...event }: EventRecord): EventRecord {
  return { ...event, object: { ...object, drillPadding: 'x'.repeat(PADDING_BYTES) } };
}

type PlanOf = (planner: Planner) => PlannedDelivery[];

const PLANS: Readonly<Record<DrillScenario, PlanOf>> = {
  takes_delivery: (planner) => [planner.one('An ordinary delivery')],
  wrong_signature: (planner) => [
    planner.forged('A delivery with a wrong signature', 'other'),
    planner.forged('A delivery whose body was changed after it was signed', 'changed_after_signing'),
    planner.forged('A delivery without a signature', 'unsigned'),
  ],
  stale_timestamp: (planner) => [planner.forged('A delivery that was signed an hour ago', 'hour_ago')],
  duplicate(planner) {
    const first = planner.one('An event');
    const again = { ...first, what: 'The same event id a second time' };
    return [first, again, { ...first, what: 'The same event id a third time' }];
  },
  disorder: (planner) => planner.disordered(),
  late_retry(planner) {
    const event = planner.event({ type: planner.type(0), ageMs: LAST_RETRY_MS });
    return [{ event, signing: 'right', expected: 'accepted', what: 'The last retry of an event that is 33 hours old' }];
  },
  rotation: (planner) => [
    planner.one('A delivery whose webhook-signature lists a second secret after its own', 'right_then_other'),
    planner.one('A delivery whose webhook-signature lists its secret second', 'other_then_right'),
    { ...planner.one('A delivery that is right by webhook-signature alone', 'standard_right'), expected: 'either' },
  ],
  large_payload(planner) {
    const { event, ...rest } = planner.one('A payload of 60 KiB');
    return [{ ...rest, event: padEvent(event) }];
  },
  unknown_type(planner) {
    const event = planner.event({ type: UNKNOWN_TYPE });
    return [{ event, signing: 'right', expected: 'accepted', what: 'An event of an unknown type' }];
  },
  outage: (planner) =>
    Array.from({ length: BURST }, (_, index) => planner.one(`Event ${index + 1} of ${BURST} after the outage window`)),
};

/** @returns what a scenario sends, in order. Source: docs/GAPS.md#drills */
export function planDrill(scenario: DrillScenario, parts: PlanParts): DrillPlan {
  const deliveries = PLANS[scenario](new Planner(parts));
  return { deliveries, atOnce: scenario === 'outage' ? BURST_AT_ONCE : 1 };
}

function omitMembers<Value>(members: Readonly<Record<string, Value>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Removes the signatures from the body and headers of a delivery. */
function withoutSignature({ body, headers }: SignedDelivery): DeliveryChange {
  const payload = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  return {
    body: Buffer.from(JSON.stringify(omitMembers(payload, ['signature']))),
    headers: omitMembers(headers, ['X-Service-Signature', 'webhook-signature']),
  };
}

/** The body with another time, which every receiver reads or stores. */
function changeTime(body: Buffer): Buffer {
  const payload = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  const name = 'timestamp' in payload ? 'timestamp' : 'created_at';
  return Buffer.from(JSON.stringify({ ...payload, [name]: '2026-01-01T00:00:00.000Z' }));
}

/**
 * Body and headers of a drill's delivery, signed as planned: rightly, with another secret, an hour ago, with two
 * secrets.
 * @param secrets of the subscription, then one that its receiver does not have
 */
export function signPlanned(
  { event, signing }: PlannedDelivery,
  secrets: { right: readonly [string, ...string[]]; other: string },
  at: Date,
): SignedDelivery {
  const { right, other } = secrets;
  switch (signing) {
    case 'right':
      return signDelivery(event, right, at);
    case 'other':
      return signDelivery(event, [other], at);
    case 'hour_ago':
      return signDelivery(event, right, new Date(at.getTime() - SIGNED_BEFORE_MS));
    case 'right_then_other':
      return signDelivery(event, [...right, other] as [string, ...string[]], at);
    case 'other_then_right':
      return signDelivery(event, [other, ...right], at);
    case 'standard_right': {
      const signed = signDelivery(event, [other, ...right], at);
      const [, ...own] = (signed.headers['webhook-signature'] ?? '').split(' ');
      return changeSigned(signed, { headers: { ...signed.headers, 'webhook-signature': own.join(' ') } });
    }
    case 'unsigned': {
      const signed = signDelivery(event, right, at);
      return changeSigned(signed, withoutSignature(signed));
    }
    case 'changed_after_signing': {
      const signed = signDelivery(event, right, at);
      return changeSigned(signed, { body: changeTime(signed.body), headers: signed.headers });
    }
    default:
      return signing satisfies never;
  }
}
