import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '../../api/endpoints';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import {
  EVENTS,
  EVENT_TYPES,
  findEventType,
  isEventName,
  isStatusEvent,
  patternsOver,
  SUBSCRIBABLE,
  type EventBody,
} from '../../domain/webhooks/events';
import { canonicalJson } from '../../domain/canonical-json';
import { eventPayload } from '../../domain/webhooks/payload';
import { checkPublished } from '../../domain/webhooks/publish';
import { CreateWebhook } from '../../domain/webhooks/schemas';

/** Source: specification, "General events (subscribable)" and "Payment events" */
const SPECIFIED = [
  'shipment.created',
  'shipment.updated',
  'shipment.deleted',
  'document.generated',
  'document.failed',
  'buyer.matched',
  'tariff.updated',
  'hs_code.classified',
  'payment.submitted',
  'payment.accepted',
  'payment.processing',
  'payment.settled',
  'payment.failed',
  'payment.returned',
];

/** Source: docs/GAPS.md#W1 */
const DECIDED = [
  'shipment.finding',
  'payment.pending',
  'payment.cancelled',
  'payment.reconciliation_mismatch',
  'payment.recall_updated',
  'payment.return_changed',
  'payment.information_requested',
  'payment.payee_checked',
  'webhook.failing',
  'webhook.disabled',
  'delivery.failed',
];
const PATTERNS = ['payment.status_changed', 'payment.*', '*'];

const CASES = EVENT_TYPES.map((type) => [type.name, type] as const);

/** What nothing inside the service knows of comes through `POST /v1/events`. */
const PUBLISHED = 'published by an operator';

function sources(folder: string): string[] {
  const root = path.join(__dirname, '..', '..', folder);
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}

it('knows the fourteen events of the specification and nine more', () => {
  expect(EVENT_TYPES.map(({ name }) => name).sort()).toEqual([...SPECIFIED, ...DECIDED].sort());
});

it('lets these be subscribed to, and three patterns, and nothing else', () => {
  expect([...SUBSCRIBABLE].sort()).toEqual([...SPECIFIED, ...DECIDED, ...PATTERNS].sort());
  const accepts = (name: string) => CreateWebhook.safeParse({ url: 'https://example.com', events: [name] }).success;
  for (const name of SUBSCRIBABLE) expect([name, accepts(name)]).toEqual([name, true]);
  for (const name of ['payment', 'payment.', 'Payment.settled', 'shipment.*', '**', '', 'payment.status']) {
    expect([name, accepts(name)]).toEqual([name, false]);
  }
});

it('has an event for every status of a payment', () => {
  const names = EVENT_TYPES.filter(({ name }) => isStatusEvent(name)).map(({ name }) => name);
  expect(names.sort()).toEqual(PAYMENT_STATUSES.map((status) => `payment.${status}`).sort());
});

it('is written in code by a name of the map with the body of that name alone', () => {
  const sample = EVENTS['document.failed'].sample;
  const written: EventBody[] = [
    { type: 'document.failed', object: sample },
    // @ts-expect-error -- there is no such event
    { type: 'document.lost', object: sample },
    // @ts-expect-error -- a document's body is no shipment's
    { type: 'shipment.created', object: sample },
    // @ts-expect-error -- a member is missing
    { type: 'document.failed', object: { documentId: 'doc_1' } },
  ];
  const fits = ({ type, object }: EventBody) => findEventType(type)?.object.safeParse(object).success === true;
  expect(written.map(fits)).toEqual([true, false, false, false]);
});

describe('every event', () => {
  const code = ['activities', 'api', 'db', 'domain/payments'].flatMap(sources);
  code.push(readFileSync(path.join(__dirname, '..', '..', 'domain', 'webhooks', 'after-attempts.ts'), 'utf8'));

  it.each(CASES)('%s is reached by its name and its patterns only', (name) => {
    const patterns = isStatusEvent(name)
      ? [name, ...PATTERNS]
      : [name, ...(name.startsWith('payment.') ? ['payment.*'] : []), '*'];
    expect(patternsOver(name).sort()).toEqual(patterns.sort());
    expect(isEventName(name)).toBe(true);
    expect(findEventType(name)?.name).toBe(name);
  });

  it.each(CASES)('%s has a source that writes it', (name, type) => {
    expect(type.source).not.toBe('');
    // A change of status writes its event by the name of the status.
    if (isStatusEvent(name)) return;
    if (type.source === PUBLISHED) {
      expect(
        ENDPOINTS.find(({ operationId }) => operationId === 'publishEvent')?.body?.safeParse({
          type: name,
          account: 'acme',
          object: type.sample,
        }).success,
      ).toBe(true);
      expect(checkPublished({ type: name, object: type.sample, environment: 'live' })).toEqual({
        type: name,
        object: type.sample,
      });
      return;
    }
    expect(code.some((text) => text.includes(`'${name}'`))).toBe(true);
  });

  it.each(CASES)('%s has a sample that fits what is sent', (name, type) => {
    const event = { id: 'evt_1', type: name, createdAt: new Date('2026-01-31T12:00:00Z'), object: type.sample };
    const payload: Record<string, unknown> = eventPayload(event);
    expect(type.description).not.toBe('');
    expect(type.object.parse(type.sample)).toEqual(type.sample);
    expect(JSON.parse(canonicalJson(payload))).toEqual(payload);
    if (isStatusEvent(name)) {
      expect(Object.keys(type.sample).sort()).toEqual(
        ['clientReference', 'instructionId', 'previousStatus', 'sequence', 'status'].sort(),
      );
      expect(payload).toMatchObject({
        event: 'payment.status_changed',
        data: { status: name.slice('payment.'.length) },
      });
    } else {
      expect(payload).toMatchObject({ id: 'evt_1', type: name, created_at: '2026-01-31T12:00:00.000Z' });
      expect(payload['data']).toEqual({ object: type.sample });
    }
  });

  it('of a shipment has the fields of the specification', () => {
    const fields = ['id', 'origin_country', 'destination_country', 'hs_code', 'status', 'created_at'];
    for (const { name, sample } of EVENT_TYPES.filter((type) =>
      /^shipment\.(created|updated|deleted)$/.test(type.name),
    )) {
      expect([name, Object.keys(sample)]).toEqual([name, expect.arrayContaining(fields)]);
    }
  });
});
