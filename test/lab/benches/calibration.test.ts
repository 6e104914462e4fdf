import { calibrate, compareCalibrations, type Calibration } from '../../../lab/benches/calibration';

const BEFORE: Calibration = {
  cpuMs: 50,
  fsyncsMs: 20,
  roundTripsMs: 10,
  load: 0.4,
  ticks: 1_000,
  idle: 500,
  stolen: 10,
};
const AFTER: Calibration = { ...BEFORE, load: 2, ticks: 2_000, stolen: 35 };

it.each([
  ['the same before and after', BEFORE, AFTER, true],
  ['a slower processor after', BEFORE, { ...AFTER, cpuMs: 61 }, false],
  ['a slower processor before', { ...BEFORE, cpuMs: 61 }, AFTER, false],
  ['other programs before', { ...BEFORE, load: 1.1 }, AFTER, false],
])('%s', (_, before, after, isQuiet) => {
  expect(compareCalibrations(before, after, 2).isQuiet).toBe(isQuiet);
});

it('says the figures, and what the host took away', () => {
  expect(compareCalibrations(BEFORE, AFTER, 2).says).toBe(
    'Calibration before and after: processor 50 and 50 ms, 200 flushes 20 and 20 ms, 200 round trips 10 and 10 ms; ' +
      'load before 0.4, steal 2.5 %. The machine was quiet.',
  );
});

it('measures processor, disk and loopback', async () => {
  const { cpuMs, fsyncsMs, roundTripsMs } = await calibrate();
  expect(Math.min(cpuMs, fsyncsMs, roundTripsMs)).toBeGreaterThan(0);
});
