import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HASHED_BYTES = 64 * 1024 * 1024;
const REPEATS = 200;
const TIMED = 5;
/** Calibrations before and after that differ by more say that something else took the machine meanwhile. */
const QUIET_SPREAD = 1.2;
const GIT_LIMIT_MS = 10_000;
/** Fields of the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. Source: proc(5) */
const [IDLE, STEAL] = [3, 7];
const LOOK_MS = 1_000;

/** Work that never changes, timed, and what the machine did besides. */
export interface Calibration {
  cpuMs: number;
  /** Of 200 flushes of one block to the disk. */
  fsyncsMs: number;
  /** Of 200 round trips over the loopback. */
  roundTripsMs: number;
  /** Processors that were busy during a second. */
  load: number;
  /** Ticks of all processors since the machine started, those without work, and those that its host gave to others. */
  ticks: number;
  idle: number;
  stolen: number;
}

const HASHED = Buffer.alloc(HASHED_BYTES);

function hash(): void {
  createHash('sha256').update(HASHED).digest();
}

function flush(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-calibration-'));
  const file = openSync(path.join(folder, 'block'), 'w');
  for (let count = 0; count < REPEATS; count += 1) {
    writeSync(file, Buffer.alloc(4096), 0, 4096, 0);
    fsyncSync(file);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
}

async function exchange(): Promise<void> {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  for (let count = 0; count < REPEATS; count += 1) {
    socket.write('.');
    await new Promise((resolve) => socket.once('data', resolve));
  }
  socket.destroy();
  server.close();
}

type Ticks = Pick<Calibration, 'ticks' | 'idle' | 'stolen'>;

/** NaN where there is no /proc. */
function readTicks(): Ticks {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const fields = first
      .trim()
      .split(/\s+/)
      .slice(1, STEAL + 2)
      .map(Number);
    const ticks = fields.reduce((sum, value) => sum + value, 0);
    return { ticks, idle: fields[IDLE] ?? NaN, stolen: fields[STEAL] ?? NaN };
  } catch {
    return { ticks: NaN, idle: NaN, stolen: NaN };
  }
}

async function readLoad(): Promise<number> {
  const before = readTicks();
  await delay(LOOK_MS);
  const after = readTicks();
  return cpus().length * (1 - (after.idle - before.idle) / (after.ticks - before.ticks));
}

/** The least of a few times: the others met something else. */
async function timed(work: () => unknown): Promise<number> {
  let leastMs = Infinity;
  for (let count = 0; count < TIMED; count += 1) {
    const fromMs = performance.now();
    await work();
    leastMs = Math.min(leastMs, performance.now() - fromMs);
  }
  return leastMs;
}

export async function calibrate(): Promise<Calibration> {
  return {
    load: await readLoad(),
    ...readTicks(),
    cpuMs: await timed(hash),
    fsyncsMs: await timed(flush),
    roundTripsMs: await timed(exchange),
  };
}

/** What the calibrations around a benchmark say about the times that it measured. */
export interface Quiet {
  isQuiet: boolean;
  /** One sentence with the figures. */
  says: string;
}

/** @param before its load is that of other programs; the load of `after` is the benchmark's own */
export function compareCalibrations(before: Calibration, after: Calibration, cores = cpus().length): Quiet {
  const spread = Math.max(before.cpuMs, after.cpuMs) / Math.min(before.cpuMs, after.cpuMs);
  const isQuiet = spread <= QUIET_SPREAD && before.load <= cores / 2;
  const both = (name: 'cpuMs' | 'fsyncsMs' | 'roundTripsMs'): string =>
    `${before[name].toFixed(0)} and ${after[name].toFixed(0)} ms`;
  const steal = (100 * (after.stolen - before.stolen)) / (after.ticks - before.ticks);
  return {
    isQuiet,
    says:
      `Calibration before and after: processor ${both('cpuMs')}, ${REPEATS} flushes ${both('fsyncsMs')}, ` +
      `${REPEATS} round trips ${both('roundTripsMs')}; load before ${before.load.toFixed(1)}, steal ${steal.toFixed(1)} %. ` +
      (isQuiet ? 'The machine was quiet.' : 'The machine was not quiet: times and rates count as not measured.'),
  };
}

/** @returns the abbreviated commit of this checkout, with `+` where files differ from it; `unknown` without git */
export function readCommit(): string {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { encoding: 'utf8', timeout: GIT_LIMIT_MS, stdio: 'pipe' }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
