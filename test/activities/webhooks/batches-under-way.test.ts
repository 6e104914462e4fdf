import { BatchesUnderWay, type UnderWay } from '../../../activities/webhooks/batches-under-way';

const warn = jest.fn();
let batches: BatchesUnderWay;
let signals: number;
const signal = (): Promise<void> => Promise.resolve(void (signals += 1));

beforeEach(() => {
  jest.useFakeTimers();
  warn.mockClear();
  batches = new BatchesUnderWay({ warn });
  signals = 0;
});
afterEach(() => jest.useRealTimers());

/** A batch that goes on until it is to end or to fail. */
function openBatch(webhookId = 'wh_1') {
  let underWay: UnderWay | undefined;
  let settle = (_fault?: Error): void => undefined;
  const run = batches.run(webhookId, (given) => {
    underWay = given;
    return new Promise<void>((resolve, reject) => {
      settle = (fault) => (fault === undefined ? resolve() : reject(fault));
    });
  });
  const end = (fault?: Error): Promise<void> => (settle(fault), run);
  return {
    close: () => underWay?.close(),
    hasMore: () => underWay?.hasMore() ?? Promise.reject(new Error('the batch has not begun')),
    end: () => end(),
    fail: () => end(new Error('away')),
  };
}

it('covers what becomes due until the backlog is read', async () => {
  expect(batches.covers('wh_1', signal)).toBe(false);
  const batch = openBatch();
  expect([batches.covers('wh_1', signal), batches.covers('wh_2', signal)]).toEqual([true, false]);
  batch.close();
  expect(batches.covers('wh_1', signal)).toBe(false);
  await batch.end();
  jest.runAllTimers();
  expect(signals).toBe(0);
});

it('takes once more what became due while it was busy, 25 ms after the take before', async () => {
  const batch = openBatch();
  batches.covers('wh_1', signal);
  let answer: boolean | undefined;
  void batch.hasMore().then((more) => (answer = more));
  await jest.advanceTimersByTimeAsync(24);
  expect(answer).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(answer).toBe(true);
  const second = batch.hasMore();
  await jest.advanceTimersByTimeAsync(150);
  await expect(second).resolves.toBe(false);
  expect(signals).toBe(0);
});

it('takes at once what becomes due while it waits for more', async () => {
  const batch = openBatch();
  await jest.advanceTimersByTimeAsync(100);
  const more = batch.hasMore();
  await jest.advanceTimersByTimeAsync(10);
  batches.covers('wh_1', signal);
  await expect(more).resolves.toBe(true);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(signals).toBe(0);
});

it('ends before its activity has to, and where many subscriptions are busy without waiting', async () => {
  const batch = openBatch();
  for (let other = 0; other < 100; other += 1) openBatch(`wh_other_${other}`);
  await expect(batch.hasMore()).resolves.toBe(false);
  await jest.advanceTimersByTimeAsync(5_001);
  batches.covers('wh_1', signal);
  await expect(batch.hasMore()).resolves.toBe(false);
});

it('covers nothing where its activity may be over for Temporal, which drops what it finds left', async () => {
  const batch = openBatch();
  await jest.advanceTimersByTimeAsync(5_001);
  expect(batches.covers('wh_1', signal)).toBe(false);
  batch.close();
  await batch.end();
});

it('signals once, after a quarter of a second, while a receiver takes long', async () => {
  const batch = openBatch();
  batches.covers('wh_1', signal);
  jest.advanceTimersByTime(200);
  batches.covers('wh_1', signal);
  expect(signals).toBe(0);
  jest.advanceTimersByTime(50);
  expect(signals).toBe(1);
  batch.close();
  await batch.end();
  expect(signals).toBe(1);
});

it('signals at once where the batch fails', async () => {
  const batch = openBatch();
  batches.covers('wh_1', signal);
  await expect(batch.fail()).rejects.toThrow('away');
  expect([signals, batches.covers('wh_1', signal)]).toEqual([1, false]);
});

it('leaves what becomes due to the newest of several batches', async () => {
  const [first, second] = [openBatch(), openBatch()];
  await expect(first.hasMore()).resolves.toBe(false);
  batches.covers('wh_1', signal);
  first.close();
  await first.end();
  expect(batches.covers('wh_1', signal)).toBe(true);
  await expect(second.fail()).rejects.toThrow('away');
  expect(signals).toBe(1);
});

it('logs a signal that cannot be sent', async () => {
  const batch = openBatch();
  batches.covers('wh_1', () => Promise.reject(new Error('no Temporal')));
  await jest.advanceTimersByTimeAsync(250);
  expect(warn).toHaveBeenCalledTimes(1);
  batch.close();
  await batch.end();
});
