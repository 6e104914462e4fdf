import { createHmac } from 'node:crypto';
import { drillTypes, planDrill, signPlanned, type PlannedDelivery } from '../../../../domain/webhooks/drills/plan';
import { DRILL_SCENARIOS, type DrillScenario } from '../../../../domain/webhooks/drills/scenarios';
import { secretOf } from '../../../../domain/webhooks/signature';

const NOW = new Date('2026-11-26T12:00:00Z');
const RIGHT = secretOf(Buffer.alloc(32, 1));
const OTHER = secretOf(Buffer.alloc(32, 2));

function plan(scenario: DrillScenario, patterns: string[] = ['payment.*']) {
  let made = 0;
  return planDrill(scenario, { patterns, now: NOW, newId: (kind) => `${kind}_${(made += 1)}` });
}

function sign(planned: PlannedDelivery | undefined, at: Date = NOW) {
  if (planned === undefined) throw new Error('nothing was planned');
  const { body, headers } = signPlanned(planned, { right: [RIGHT], other: OTHER }, at);
  return { payload: JSON.parse(body.toString()) as Record<string, unknown>, body, headers };
}

function standard(secret: string, { body, headers }: ReturnType<typeof sign>): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).update(body).digest('base64')}`;
}

const service = (secret: string, body: Buffer): string => createHmac('sha256', secret).update(body).digest('hex');

it.each([
  [['payment.*'], 'payment.pending'],
  [['payment.settled', 'shipment.created'], 'payment.settled'],
  [['document.generated', 'shipment.created'], 'document.generated'],
  [['*'], 'payment.pending'],
  [['payment.status_changed'], 'payment.pending'],
  [[], 'shipment.created'],
])('for %s sends events that begin with %s', (patterns, first) => {
  expect(drillTypes(patterns)[0]).toBe(first);
});

it('has other events in each scenario, and no two deliveries of one event but duplicates', () => {
  for (const scenario of DRILL_SCENARIOS) {
    const ids = plan(scenario).deliveries.map(({ event }) => event.id);
    expect([scenario, new Set(ids).size]).toEqual([scenario, scenario === 'duplicate' ? 1 : ids.length]);
  }
});

it('sends three deliveries of one event as duplicates', () => {
  expect(plan('duplicate').deliveries.map(({ what }) => what)).toEqual([
    'An event',
    'The same event id a second time',
    'The same event id a third time',
  ]);
});

it('sends the events of one payment with the newest first', () => {
  const objects = plan('disorder').deliveries.map(({ event }) => event.object);
  expect(objects.map(({ sequence, status }) => [sequence, status])).toEqual([
    [3, 'accepted'],
    [2, 'submitted'],
    [1, 'pending'],
  ]);
  expect(new Set(objects.map(({ instructionId }) => instructionId)).size).toBe(1);
});

it('sends events of a subscription to one type in the disorder of their times', () => {
  const events = plan('disorder', ['shipment.created']).deliveries.map(({ event }) => event);
  expect(events.map(({ createdAt }) => NOW.getTime() - createdAt.getTime())).toEqual([0, 1_000, 2_000]);
  expect(events.map(({ object }) => object['sequence'])).toEqual([undefined, undefined, undefined]);
});

it('sends what the last retry of an event sends', () => {
  const [late] = plan('late_retry').deliveries;
  expect(late?.event.createdAt).toEqual(new Date('2026-11-25T03:25:00Z'));
  expect(sign(late).headers['webhook-timestamp']).toBe(String(NOW.getTime() / 1000));
});

it('sends a payload of more than 60 KiB with an unknown member, and an event of an unknown type', () => {
  expect(sign(plan('large_payload').deliveries[0]).body.length).toBeGreaterThan(60 * 1024);
  const { payload } = sign(plan('unknown_type').deliveries[0]);
  expect(payload).toMatchObject({ type: 'drill.unknown', data: { object: {} } });
});

it('sends 20 events after the outage window, four at once, and other scenarios one by one', () => {
  expect(plan('outage')).toMatchObject({ atOnce: 4 });
  expect(plan('outage').deliveries).toHaveLength(20);
  expect(plan('outage').deliveries[19]?.what).toBe('Event 20 of 20 after the outage window');
  expect(plan('duplicate').atOnce).toBe(1);
});

describe('signs', () => {
  it('an ordinary delivery with the secret of the subscription', () => {
    const signed = sign(plan('takes_delivery').deliveries[0]);
    expect(signed.headers['webhook-signature']).toBe(standard(RIGHT, signed));
    expect(signed.headers['X-Service-Signature']).toBe(service(RIGHT, signed.body));
  });

  it('forgeries with another secret, with a changed body, and not at all', () => {
    const [wrong, changed, unsigned] = plan('wrong_signature').deliveries.map((planned) => sign(planned));
    expect(wrong?.headers['X-Service-Signature']).toBe(service(OTHER, wrong?.body ?? Buffer.alloc(0)));
    expect(wrong?.headers['webhook-signature']).not.toBe(standard(RIGHT, wrong as never));
    expect(changed?.payload['timestamp']).toBe('2026-01-01T00:00:00.000Z');
    expect(changed?.headers['X-Service-Signature']).not.toBe(service(RIGHT, changed?.body ?? Buffer.alloc(0)));
    expect(unsigned?.payload['signature']).toBeUndefined();
    expect(Object.keys(unsigned?.headers ?? {})).toEqual([
      'Content-Type',
      'User-Agent',
      'webhook-id',
      'webhook-timestamp',
    ]);
  });

  it('a changed body of a general event, too', () => {
    const [, changed] = plan('wrong_signature', ['shipment.created']).deliveries;
    expect(sign(changed).payload['created_at']).toBe('2026-01-01T00:00:00.000Z');
  });

  it('a stale delivery as an hour ago', () => {
    const signed = sign(plan('stale_timestamp').deliveries[0]);
    expect(signed.headers['webhook-timestamp']).toBe(String(NOW.getTime() / 1000 - 3600));
    expect(signed.headers['webhook-signature']).toBe(standard(RIGHT, signed));
  });

  it('a rotation with both secrets in both orders, and then by one form alone', () => {
    const [before, after, alone] = plan('rotation').deliveries.map((planned) => sign(planned));
    if (before === undefined || after === undefined || alone === undefined) throw new Error('three are sent');
    expect(before.headers['webhook-signature']).toBe(`${standard(RIGHT, before)} ${standard(OTHER, before)}`);
    expect(after.headers['webhook-signature']).toBe(`${standard(OTHER, after)} ${standard(RIGHT, after)}`);
    expect(after.headers['X-Service-Signature']).toBe(service(OTHER, after.body));
    expect(alone.headers['webhook-signature']).toBe(standard(RIGHT, alone));
    expect(alone.headers['X-Service-Signature']).toBe(service(OTHER, alone.body));
  });
});
