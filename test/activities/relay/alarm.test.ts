import { Alarm } from '../../../activities/relay/alarm';

let rung = 0;
const alarm = new Alarm(() => (rung += 1));
beforeEach(() => {
  jest.useFakeTimers();
  rung = 0;
});
afterEach(() => {
  alarm.clear();
  jest.useRealTimers();
});

it('rings once, at the earliest time for which it was set', () => {
  alarm.ringWithin(500);
  alarm.ringWithin(200);
  alarm.ringWithin(900);
  jest.advanceTimersByTime(199);
  expect(rung).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect(rung).toBe(1);
  alarm.ringWithin(100);
  jest.advanceTimersByTime(100);
  expect(rung).toBe(2);
});

it('does not ring once it is cleared', () => {
  alarm.ringWithin(100);
  alarm.clear();
  jest.advanceTimersByTime(1_000);
  expect(rung).toBe(0);
});
