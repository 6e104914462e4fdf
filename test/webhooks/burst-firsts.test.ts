import { FIRST_ATTEMPTS } from '../../activities/webhooks/attempt-bounds';
import { takeOutboxItems, TOPICS } from '../../db/outbox';
import { formBurst } from '../../db/webhooks/bursts';
import { offBy, RETRY_1_MS, SIZE, startBurstScene, TAKE, type BurstRow, type BurstScene } from '../support/burst-scene';

let scene: BurstScene;

beforeAll(async () => {
  scene = await startBurstScene();
});
beforeEach(() => {
  scene.react = () => ({ status: 200 });
  scene.arrivals.clear();
});

const outcomes = (rows: readonly BurstRow[]): unknown[] => rows.map(({ status, made }) => [status, made]);
const allOf = (status: string, made: number): unknown[] => Array.from({ length: SIZE }, () => [status, made]);

/** Takes every place inside workflow tasks that the receiver's origin may have. */
function fillPlaces(): () => void {
  const leave = Array.from({ length: FIRST_ATTEMPTS.ofOneOrigin }, (_, index) =>
    scene.bounds.admit({ origin: scene.receiverUrl, accountId: `other-${index}` }),
  );
  return () => leave.forEach((each) => each?.());
}

describe('first attempts of a burst inside its first task', () => {
  it('are made while the receiver answers, and leave nothing to do when all succeed', async () => {
    const burst = await scene.formOne();
    expect(await scene.bursts.attemptFirsts(burst.id)).toEqual({ delivered: SIZE, goingOn: 0 });
    expect(outcomes(await burst.rows())).toEqual(allOf('delivered', 1));
    expect(scene.arrivals.size).toBe(SIZE);
  });

  it('tell when the first retry of what failed is due', async () => {
    const burst = await scene.formOne();
    const [first] = await burst.rows();
    scene.react = ({ headers }) => ({ status: headers['webhook-id'] === first?.event_id ? 503 : 200 });
    const outcome = await scene.bursts.attemptFirsts(burst.id);
    const [failed] = (await burst.rows()).filter(({ status }) => status === 'pending');
    expect(outcome).toEqual({ delivered: SIZE - 1, goingOn: 1, nextDueAtMs: failed?.next_attempt_at?.getTime() });
    expect(failed && offBy(failed, RETRY_1_MS)).toBeLessThan(1_000);
  });

  it('are left to an activity of the server when the last attempt failed or no place is free, and none is made', async () => {
    const failing = await scene.formOne();
    await scene.stack.database.query('update webhook_subscriptions set failing_since = now() where id = $1', [
      failing.webhookId,
    ]);
    const deferred = { delivered: 0, goingOn: 0, isDeferred: true };
    expect(await scene.bursts.attemptFirsts(failing.id)).toEqual(deferred);

    const crowded = await scene.formOne();
    const leave = fillPlaces();
    expect(await scene.bursts.attemptFirsts(crowded.id)).toEqual(deferred);
    leave();
    expect(scene.arrivals.size).toBe(0);
    expect(outcomes(await crowded.rows())).toEqual(allOf('pending', 0));
    expect(await scene.bursts.attemptBurst(crowded.id)).toEqual({ delivered: SIZE, goingOn: 0 });
    expect(await scene.bursts.attemptBurst(failing.id)).toEqual({ delivered: SIZE, goingOn: 0 });
  });

  it('have the relays told where the next event of a subject waits for one of them, and nowhere else', async () => {
    const free = await scene.formOne();
    await scene.bursts.attemptFirsts(free.id);
    expect(scene.wakes).toBe(0);
    const ordered = await scene.formOne();
    await scene.stack.database.query('update webhook_subscriptions set ordered = true where id = $1', [
      ordered.webhookId,
    ]);
    await scene.bursts.attemptFirsts(ordered.id);
    expect(scene.wakes).toBe(1);
  });

  it('give their place back', async () => {
    for (let made = 0; made <= FIRST_ATTEMPTS.ofOneOrigin; made += 1) {
      const { id } = await scene.formOne();
      expect(await scene.bursts.attemptFirsts(id)).toEqual({ delivered: SIZE, goingOn: 0 });
    }
  });
});

describe('the order to start a burst', () => {
  it("is its maker's at first, and comes back when that has died", async () => {
    const burst = await scene.formOne();
    const orders = await takeOutboxItems(scene.stack.database, { ...TAKE, leaseSeconds: 60 });
    const [order] = orders.filter(({ subject }) => subject === burst.id);
    expect([order?.topic, order?.payload]).toEqual([TOPICS.startBurst, { webhookId: burst.webhookId }]);
    expect(order?.attempts).toBe(2);
  });

  it('is not made of orders that another relay has taken meanwhile', async () => {
    const burst = await scene.formOne();
    const [row] = await burst.rows();
    const strangers = [{ id: '1', lease: '00000000-0000-4000-8000-000000000000' }];
    expect(await formBurst(scene.stack.database, burst.webhookId, strangers)).toBeNull();
    expect((await burst.rows())[0]?.burst).toBe(row?.burst);
  });
});
