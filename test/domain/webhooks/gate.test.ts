import { judgeAttempts, type Candidate, type DeliveryChange, type GateState } from '../../../domain/webhooks/gate';

const NOW = new Date('2026-03-10T12:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);

const SENDER: GateState = {
  ...{ now: NOW, isSender: true, isEnabled: true, rate: null, nextSlotAt: null },
  ...{ openedAt: null, openUntil: null, probeOwner: null, probeUntil: null },
};
/** The workflow of one delivery. */
const RETRY: GateState = { ...SENDER, isSender: false };
const OPENED = after(-60_000);
/** Nothing answers, and the next probe is not due. */
const OPEN = { openedAt: OPENED, openUntil: after(1) };
const PROBE_DUE = { openedAt: OPENED, openUntil: NOW };

const FIRST: Candidate = {
  ...{ deliveryId: 'dlv_1', number: 1, status: 'pending', test: false, isInSender: true, isUnwanted: false },
  ...{
    nextAttemptAt: NOW,
    attemptsMade: 0,
    dueAt: null,
    endedAt: null,
    leasedUntil: null,
    statusCode: null,
    error: null,
  },
  ...{ before: null, slotAt: null, slotRate: null },
};
const SECOND: Candidate = { ...FIRST, isInSender: false, number: 2, attemptsMade: 1, dueAt: NOW };
const HELD: DeliveryChange = {
  ...{ status: 'pending', isInSender: true, nextAttemptAt: null, slotAt: null, slotRate: null, wakesSender: false },
};
const HELD_RETRY: DeliveryChange = { ...HELD, isInSender: false };

const SEND = { status: 'send', notBefore: null, leasedUntil: after(8_000) };
const CANCELLED = { status: 'cancelled' };
const UNREACHABLE = { status: 'waiting', unreachableSince: OPENED.toISOString() };
const ENDED = { endedAt: after(-5_000), statusCode: 503, error: 'status', attemptsMade: 1 };
const FAILED = { status: 'failed', endedAtMs: after(-5_000).getTime() };

const judge = (state: GateState, ...candidates: Candidate[]) => judgeAttempts(state, candidates);
const verdictsOf = (state: GateState, ...candidates: Candidate[]) =>
  judge(state, ...candidates).judged.map(({ verdict }) => verdict);

type Row = [
  what: string,
  state: Partial<GateState>,
  candidate: Partial<Candidate>,
  verdict: object,
  change: object | null,
];

/** Source: docs/GAPS.md#W4, docs/GAPS.md#W5, docs/GAPS.md#W10, docs/GAPS.md#W13, docs/GAPS.md#W15 */
const FIRSTS: Row[] = [
  ['is sent', {}, {}, SEND, null],
  ['is sent in its turn though it is due in a moment', {}, { nextAttemptAt: after(900) }, SEND, null],
  ['is sent again after its lease', {}, { leasedUntil: NOW }, SEND, null],
  ['is under way under a lease', {}, { leasedUntil: after(1) }, { status: 'under_way' }, null],
  ['is over once cancelled', {}, { status: 'cancelled' }, CANCELLED, null],
  ['is over once cancelled, also if it was made', {}, { ...ENDED, status: 'cancelled' }, CANCELLED, null],
  ['is over once delivered', {}, { status: 'delivered' }, CANCELLED, null],
  ['is over once failed for good', {}, { status: 'failed' }, CANCELLED, null],
  ['is cancelled where it is unwanted', {}, { isUnwanted: true }, CANCELLED, { ...HELD, status: 'cancelled' }],
  [
    'is unwanted also while disabled',
    { isEnabled: false },
    { isUnwanted: true },
    CANCELLED,
    { ...HELD, status: 'cancelled' },
  ],
  ['is paused while disabled', { isEnabled: false }, {}, { status: 'paused' }, { ...HELD, status: 'paused' }],
  [
    'is paused rather than held',
    { ...OPEN, isEnabled: false },
    { before: 'dlv_0' },
    { status: 'paused' },
    { ...HELD, status: 'paused' },
  ],
  ['waits for an earlier event', {}, { before: 'dlv_0' }, { status: 'waiting', waitsFor: 'dlv_0' }, HELD],
  ['waits for that before a probe', PROBE_DUE, { before: 'dlv_0' }, { status: 'waiting', waitsFor: 'dlv_0' }, HELD],
  ['stays due while unreachable', OPEN, {}, UNREACHABLE, null],
  ['is sent as the probe', { ...OPEN, probeOwner: 'dlv_1', probeUntil: after(1) }, {}, SEND, null],
  ['is the probe no more after its time', { ...OPEN, probeOwner: 'dlv_1', probeUntil: NOW }, {}, UNREACHABLE, null],
  [
    'leaves the sender once it was made',
    {},
    { ...ENDED, dueAt: after(295_000) },
    FAILED,
    { ...HELD_RETRY, nextAttemptAt: after(295_000) },
  ],
  ['leaves the sender if it has a workflow', {}, { attemptsMade: 1 }, CANCELLED, HELD_RETRY],
  ['is not the sender’s elsewhere', {}, { isInSender: false }, CANCELLED, null],
];

const RETRIES: Row[] = [
  ['is sent when it is due', {}, {}, SEND, { ...HELD_RETRY, status: 'delivering' }],
  [
    'is sent within a second of it, as clocks differ',
    {},
    { dueAt: after(1_000), nextAttemptAt: after(1_000) },
    SEND,
    { ...HELD_RETRY, status: 'delivering' },
  ],
  [
    'waits until it is due',
    {},
    { dueAt: after(1_001), nextAttemptAt: after(1_001) },
    { status: 'waiting', untilMs: after(1_001).getTime() },
    null,
  ],
  [
    'waits until it is due while held',
    {},
    { dueAt: after(2_000), nextAttemptAt: null },
    { status: 'waiting', untilMs: after(2_000).getTime() },
    null,
  ],
  ['is sent early where it was made due', {}, { dueAt: after(2_000) }, SEND, { ...HELD_RETRY, status: 'delivering' }],
  [
    'is delivered where that is on record',
    {},
    { ...ENDED, attemptsMade: 2, statusCode: 200, error: null },
    { status: 'delivered' },
    null,
  ],
  ['has failed where that is on record', {}, { ...ENDED, attemptsMade: 2 }, FAILED, null],
  ['has failed with a 200 that was cut off', {}, { ...ENDED, statusCode: 200, error: 'timeout' }, FAILED, null],
  ['is not its workflow’s in the sender', {}, { isInSender: true }, CANCELLED, null],
  ['is refused by a wrong number', {}, { number: 3 }, CANCELLED, null],
  ['is refused by a number below one', {}, { number: 0 }, CANCELLED, null],
  [
    'is paused while disabled',
    { isEnabled: false },
    { dueAt: after(2_000) },
    { status: 'paused' },
    { ...HELD_RETRY, status: 'paused' },
  ],
  ['waits for an earlier event', {}, { before: 'dlv_0' }, { status: 'waiting', waitsFor: 'dlv_0' }, HELD_RETRY],
  ['waits for a probe and wakes its clock', OPEN, {}, UNREACHABLE, { ...HELD_RETRY, wakesSender: true }],
  [
    'is early also while unreachable',
    OPEN,
    { dueAt: after(2_000), nextAttemptAt: null },
    { status: 'waiting', untilMs: after(2_000).getTime() },
    null,
  ],
];

const TESTS: Row[] = [
  ['ignores pause, order and outage', { ...OPEN, isEnabled: false }, { before: 'dlv_0' }, SEND, null],
  ['ignores the rate', { rate: 1, nextSlotAt: after(60_000) }, {}, SEND, null],
  ['has one attempt', {}, { number: 2, attemptsMade: 1 }, CANCELLED, null],
  ['ends with its subscription', {}, { isUnwanted: true }, CANCELLED, { ...HELD_RETRY, status: 'cancelled' }],
];

describe.each([
  ['a first attempt', SENDER, FIRST, FIRSTS],
  ['a retry', RETRY, SECOND, RETRIES],
  ['a test', RETRY, { ...FIRST, isInSender: false, test: true }, TESTS],
] as const)('%s', (_name, state, candidate, rows) => {
  it.each(rows)('%s', (_what, stateNow, facts, verdict, change) => {
    const all = judge({ ...state, ...stateNow }, { ...candidate, ...facts });
    expect(all.judged.map((one) => [one.verdict, one.change])).toEqual([[verdict, change]]);
    expect(all).toMatchObject({ slots: 0, probe: null });
  });
});

describe('a probe', () => {
  const [other, third] = ['dlv_2', 'dlv_3'].map((deliveryId) => ({ ...FIRST, deliveryId }));

  it('is the first delivery that waits for the endpoint, when it is due', () => {
    const state = { ...SENDER, ...PROBE_DUE };
    const all = judge(state, { ...FIRST, before: 'dlv_0' }, other ?? FIRST, third ?? FIRST);
    expect(all.probe).toMatchObject({ probeOwner: 'dlv_2' });
    expect(all.judged.map(({ verdict }) => verdict.status)).toEqual(['waiting', 'send', 'waiting']);
  });

  it('is a retry too, which is then delivering', () => {
    const all = judge({ ...RETRY, ...PROBE_DUE }, SECOND);
    expect(all.probe).toMatchObject({ probeOwner: 'dlv_1' });
    expect(all.judged).toMatchObject([{ verdict: SEND, change: { status: 'delivering', wakesSender: false } }]);
  });

  it.each([
    ['before it is due', OPEN],
    ['while another makes it', { ...PROBE_DUE, probeOwner: 'dlv_9', probeUntil: after(1) }],
  ])('is not made %s', (_what, breaker) => {
    expect(judge({ ...SENDER, ...breaker }, FIRST)).toMatchObject({
      probe: null,
      judged: [{ verdict: UNREACHABLE }],
    });
  });

  it('passes to another delivery that makes it when its time has passed', () => {
    const state = { ...SENDER, ...PROBE_DUE, probeOwner: 'dlv_9', probeUntil: NOW };
    expect(judge(state, FIRST)).toMatchObject({ probe: { probeOwner: 'dlv_1' }, judged: [{ verdict: SEND }] });
  });

  it('keeps the rate', () => {
    const all = judge({ ...SENDER, ...PROBE_DUE, rate: 1, nextSlotAt: after(5_000) }, FIRST);
    expect(all).toMatchObject({
      probe: { probeOwner: 'dlv_1' },
      slots: 1,
      judged: [{ verdict: { untilMs: after(5_000).getTime() } }],
    });
  });
});

describe('a rate', () => {
  const PACED = { ...SENDER, rate: 2 };
  const sentAt = (ms: number) => ({
    status: 'send',
    notBefore: after(ms),
    leasedUntil: after(Math.max(ms, 0) + 8_000),
  });
  const heldUntil = (ms: number) => ({ status: 'waiting', untilMs: after(ms).getTime() });

  it('gives slots in the order in which attempts are due: those of the next second are waited for, the others held', () => {
    const all = judge(PACED, FIRST, FIRST, FIRST, FIRST);
    expect(all.judged.map(({ verdict }) => verdict)).toEqual([sentAt(0), sentAt(500), sentAt(1_000), heldUntil(1_500)]);
    const held = { ...HELD, nextAttemptAt: after(1_500), slotAt: after(1_500), slotRate: 2 };
    expect(all.judged.map(({ change }) => change)).toEqual([null, null, null, held]);
    expect(all.slots).toBe(4);
  });

  it('begins at the next free slot, and at once where that has passed', () => {
    expect(verdictsOf({ ...PACED, nextSlotAt: after(600) }, FIRST, FIRST)).toEqual([sentAt(600), heldUntil(1_100)]);
    expect(verdictsOf({ ...PACED, nextSlotAt: after(-600) }, FIRST)).toEqual([sentAt(0)]);
  });

  it('gives no slot to what waits for something else', () => {
    expect(judge(PACED, { ...FIRST, before: 'dlv_0' }, FIRST)).toMatchObject({
      slots: 1,
      judged: [{}, { verdict: sentAt(0) }],
    });
  });

  it.each([
    ['keeps a slot that was assigned', { slotAt: after(-9_000), slotRate: 2 }, 0, sentAt(-9_000)],
    ['keeps one that is not due yet', { slotAt: after(4_000), slotRate: 2 }, 0, heldUntil(4_000)],
    ['assigns one that was missed again', { slotAt: after(-10_000), slotRate: 2 }, 1, sentAt(700)],
    ['assigns one of another rate again', { slotAt: after(9_000), slotRate: 1 }, 1, sentAt(700)],
  ])('%s', (_what, facts, slots, verdict) => {
    const all = judge({ ...PACED, nextSlotAt: after(700) }, { ...FIRST, ...facts });
    expect([all.slots, all.judged[0]?.verdict]).toEqual([slots, verdict]);
  });

  it('holds a retry as it holds a first attempt', () => {
    const all = judge({ ...RETRY, rate: 1, nextSlotAt: after(3_000) }, SECOND);
    const held = { ...HELD_RETRY, nextAttemptAt: after(3_000), slotAt: after(3_000), slotRate: 1 };
    expect(all.judged).toMatchObject([{ verdict: heldUntil(3_000), change: held }]);
  });
});
