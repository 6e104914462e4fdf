import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MODULE = path.join(__dirname, '..', '..', '..', 'dist', 'lab', 'chaos', 'clock-shift.js');
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

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-clock-'));
  file = path.join(folder, 'clock');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('moves the clock of a process and nothing else of its dates', () => {
  writeFileSync(file, '90000');
  const { stdout } = spawnSync(process.execPath, ['--require', MODULE, '-e', PROGRAM], {
    env: { ...process.env, CHAOS_CLOCK_FILE: file },
    encoding: 'utf8',
  });
  const told = JSON.parse(stdout) as Record<string, number>;
  expect(told).toMatchObject({ isDate: true, given: '1970-01-01T00:00:00.000Z', parsed: 1_893_456_000_000 });
  for (const name of ['now', 'made'] as const) {
    expect(Math.abs((told[name] ?? 0) - (told['precise'] ?? 0) - 90_000)).toBeLessThan(1_000);
  }
});

it('moves it again while the process runs', async () => {
  writeFileSync(file, '0');
  const program = `
    const behind = () => performance.timeOrigin + performance.now() - Date.now() > 5_000;
    console.log('ready');
    setInterval(() => behind() && process.exit(7), 20);`;
  const child = spawn(process.execPath, ['--require', MODULE, '-e', program], {
    env: { ...process.env, CHAOS_CLOCK_FILE: file },
  });
  await once(child.stdout, 'data');
  writeFileSync(file, '-6000');
  expect(await once(child, 'exit')).toEqual([7, null]);
});
