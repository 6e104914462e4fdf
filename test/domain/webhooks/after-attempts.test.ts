import { decideAfterAttempts, type EndedAttempt, type Failing } from '../../../domain/webhooks/after-attempts';
import { EVENTS } from '../../../domain/webhooks/events';
import type { DeliveryStatus } from '../../../domain/webhooks/schemas';

const NOW = new Date('2026-03-10T12:00:00.000Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WELL: Failing = { webhookId: 'wh_1', isEnabled: true, failingSince: null, isAnnounced: false, usedUpAt: null };
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);
const failingFor = (days: number, usedUpAt: Date | null = daysAgo(1)): Failing => ({
  ...{ ...WELL, failingSince: daysAgo(days), usedUpAt },
});

type Attempt = EndedAttempt & { status: DeliveryStatus };

function attempt(number: number, statusCode: number | null, more: Partial<Attempt> = {}): Attempt {
  const about = { deliveryId: `dlv_${number}`, eventId: 'evt_1', event: 'payment.settled', isTest: false };
  const error = statusCode === 200 ? null : statusCode === null ? 'timeout' : 'status';
  return { ...about, number, endedAt: NOW, statusCode, error, status: 'delivering', ...more };
}

const decide = (before: Failing, ...attempts: Attempt[]) => decideAfterAttempts(before, attempts, NOW);
const typesAfter = (before: Failing, ...attempts: Attempt[]) =>
  decide(before, ...attempts).events.map(({ type }) => type);

/** Source: specification, "Events": the schedule, in minutes */
describe('a delivery after an attempt', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 360],
    [5, 1_440],
  ])('that failed as number %i waits %i minutes, counted from its end', (number, minutes) => {
    const nextAttemptAt = new Date(NOW.getTime() + minutes * MINUTE_MS);
    expect(decide(WELL, attempt(number, 503)).deliveries).toEqual([{ status: 'pending', nextAttemptAt }]);
  });

  it('has failed for good after the sixth, and a test after the first', () => {
    const over = [{ status: 'failed', nextAttemptAt: null }];
    expect(decide(WELL, attempt(6, 503)).deliveries).toEqual(over);
    expect(decide(WELL, attempt(1, 503, { isTest: true })).deliveries).toEqual(over);
  });

  it('is delivered by exactly 200, whatever was decided about it meanwhile', () => {
    for (const status of ['delivering', 'paused', 'cancelled'] as const) {
      const delivered = [{ status: 'delivered', nextAttemptAt: null }];
      expect(decide(WELL, attempt(2, 200, { status })).deliveries).toEqual(delivered);
    }
    expect(decide(WELL, attempt(2, 204)).deliveries).toMatchObject([{ status: 'pending' }]);
  });

  it('stays cancelled or paused when it failed, paused with its due time', () => {
    const cancelled = [{ status: 'cancelled', nextAttemptAt: null }];
    expect(decide(WELL, attempt(6, 503, { status: 'cancelled' })).deliveries).toEqual(cancelled);
    const paused = decide(WELL, attempt(1, 503, { status: 'paused' })).deliveries;
    expect(paused).toEqual([{ status: 'paused', nextAttemptAt: new Date(NOW.getTime() + 5 * MINUTE_MS) }]);
  });
});

/** Source: docs/GAPS.md#W7, docs/GAPS.md#W12 */
describe('a subscription after attempts', () => {
  it('fails since the first failure after a success, and not any more after a success', () => {
    expect(decide(WELL, attempt(1, 503), attempt(2, 503)).failing.failingSince).toEqual(NOW);
    expect(decide(failingFor(2), attempt(1, 503)).failing.failingSince).toEqual(failingFor(2).failingSince);
    expect(decide({ ...failingFor(2, null), isAnnounced: true }, attempt(1, 503), attempt(2, 200)).failing).toEqual(
      WELL,
    );
    expect(decide(failingFor(2), attempt(1, 200), attempt(2, 503)).failing.failingSince).toEqual(NOW);
  });

  it('is announced when a third retry has failed, once until a success', () => {
    expect(typesAfter(WELL, attempt(3, 503))).toEqual([]);
    const { events, failing } = decide(WELL, attempt(4, 503), attempt(4, 503));
    expect(events.map(({ type }) => type)).toEqual(['webhook.failing']);
    expect(failing.isAnnounced).toBe(true);
    expect(typesAfter(failing, attempt(4, 503))).toEqual([]);
    expect(typesAfter(failing, attempt(1, 200), attempt(4, 503))).toEqual(['webhook.failing']);
    const [event] = events;
    expect(EVENTS['webhook.failing'].object.parse(event?.object)).toEqual({
      webhook_id: 'wh_1',
      failing_since: '2026-03-10T12:00:00.000Z',
      delivery_id: 'dlv_4',
      event_id: 'evt_1',
      event: 'payment.settled',
      attempts: 4,
      status_code: 503,
      error: 'status',
      next_attempt_at: '2026-03-10T18:00:00.000Z',
    });
  });

  it('is disabled after five days of nothing but failures, once, and is told to the others', () => {
    expect(decide(failingFor(4.99), attempt(1, null)).failing.isEnabled).toBe(true);
    const { events, failing } = decide(failingFor(5), attempt(1, null), attempt(2, null));
    expect(failing.isEnabled).toBe(false);
    expect(events.map(({ type }) => type)).toEqual(['webhook.disabled']);
    expect(EVENTS['webhook.disabled'].object.parse(events[0]?.object)).toMatchObject({ webhook_id: 'wh_1' });
    expect(typesAfter(failingFor(5), attempt(1, 200), attempt(2, null))).toEqual([]);
    expect(typesAfter({ ...failingFor(9), isEnabled: false }, attempt(1, 503))).toEqual([]);
  });

  it('is not disabled for single failures, unless a delivery has used up its schedule within these days', () => {
    const isEnabledAfter = (usedUpAt: Date | null, number: number) =>
      decide(failingFor(9, usedUpAt), attempt(number, 503)).failing.isEnabled;
    expect(isEnabledAfter(null, 1)).toBe(true);
    expect(isEnabledAfter(daysAgo(5.01), 5)).toBe(true);
    expect(isEnabledAfter(daysAgo(5), 1)).toBe(false);
    expect(isEnabledAfter(null, 6)).toBe(false);
    expect(decide(WELL, attempt(5, 503), attempt(6, 503)).failing.usedUpAt).toEqual(NOW);
    expect(decide(WELL, attempt(5, 503)).failing.usedUpAt).toBeNull();
  });

  it('is what it was after a delivery that it wants no more', () => {
    expect(decide(failingFor(6), attempt(6, 503, { status: 'cancelled' })).failing).toEqual(failingFor(6));
  });

  it('has the others told of a delivery that failed for good, unless it was cancelled', () => {
    expect(typesAfter(WELL, attempt(6, 503))).toEqual(['delivery.failed']);
    expect(typesAfter(WELL, attempt(6, 503, { status: 'cancelled' }))).toEqual([]);
  });

  it('says nothing of deliveries that tell of deliveries, but is disabled for them', () => {
    const event = 'webhook.failing';
    expect(typesAfter(WELL, attempt(4, 503, { event }), attempt(6, 503, { event }))).toEqual([]);
    expect(typesAfter(failingFor(5), attempt(4, 503, { event }))).toEqual(['webhook.disabled']);
  });

  it('is what it was after a test', () => {
    const test = { isTest: true };
    expect(decide(failingFor(6), attempt(1, 503, test), attempt(1, 200, test))).toMatchObject({
      failing: failingFor(6),
      events: [],
    });
  });
});
