import { spawnSync } from 'node:child_process';
import path from 'node:path';

const MODULE = path.join(__dirname, '..', '..', 'dist', 'chaos', 'clock-shift.js');
const PROGRAM = `
  const shifted = new Date();
  console.log(JSON.stringify({
    now: Date.now(),
    made: shifted.getTime(),
    isDate: shifted instanceof Date,
    given: new Date(0).toISOString(),
    parsed: Date.parse('2030-01-01T00:00:00Z'),
    precise: performance.timeOrigin + performance.now(),
  }));`;

it('moves the clock of a process and nothing else of its dates', () => {
  const { stdout } = spawnSync(process.execPath, ['--require', MODULE, '-e', PROGRAM], {
    env: { ...process.env, CHAOS_CLOCK_SHIFT_MS: '90000' },
    encoding: 'utf8',
  });
  const told = JSON.parse(stdout) as Record<string, number>;
  expect(told).toMatchObject({ isDate: true, given: '1970-01-01T00:00:00.000Z', parsed: 1_893_456_000_000 });
  for (const name of ['now', 'made'] as const) {
    expect(Math.abs((told[name] ?? 0) - (told['precise'] ?? 0) - 90_000)).toBeLessThan(1_000);
  }
});
