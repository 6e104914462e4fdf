import { parseArgs } from 'node:util';
import { REACHES, type Reach } from './partner/script';
import { hasPassed, renderOutcome } from './report';
import { runChaos } from './run';
import { FAULT_KINDS, makePlan, type FaultKind, type Plan } from './schedule';
import { programs, runCommand, UsageError } from './usage';

const USAGE = `npm run chaos -- [options]
  --seed N        the same seed makes the same payments, faults and answers of the partner (default: by the clock)
  --payments N    default 200
  --minutes N     for how long payments are made and faults begin, fractions allowed (default 10)
  --faults N      default: five a minute
  --settle N      seconds to recover in once all faults are over (default 600: a delivery's first retry comes after
                  five minutes, and what stands still is begun again two to three minutes after it was due)
  --reach HOW     how the first partner is reached: http, described or iso20022 (default http)
  --disk MIB      Postgres and Temporal write to a file system of this size, in memory, which is filled now and then
                  (Linux, as root; 2000 is enough)
  --without KINDS leave these kinds of faults out, such as "lose_temporal,restore_temporal"`;

const MINUTE_MS = 60_000;
const DEFAULT_FAULTS_PER_MINUTE = 5;
/** A run of this length leaves room for standstills that outlive every lease of the service. */
const LONG_RUN_MS = 3 * MINUTE_MS;
const LONG_STANDSTILL_MS = [31_000, 45_000] as const;
const SHORT_STANDSTILL_MS = [2_000, 6_000] as const;

/** Kinds of faults that the machine's own disk is spared. */
const NEEDS_A_DISK: readonly FaultKind[] = ['fill_disk'];

interface Options {
  plan: Plan;
  diskMib: number | null;
  settleMs: number;
}

function numberOf(text: string | undefined, fallback: number): number {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isFinite(value) || value < 0) throw new UsageError(`"${text ?? ''}" is not a number.\n\n${USAGE}`);
  return value;
}

function kindsOf(text: string): FaultKind[] {
  return text.split(',').map((name) => {
    const kind = FAULT_KINDS.find((each) => each === name.trim());
    if (kind === undefined) throw new UsageError(`"${name}" is no kind of fault: ${FAULT_KINDS.join(', ')}.`);
    return kind;
  });
}

function reachOf(text: string): Reach {
  const reach = REACHES.find((each) => each === text);
  if (reach === undefined) throw new UsageError(`"${text}" is none of ${REACHES.join(', ')}.`);
  return reach;
}

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      seed: text,
      payments: text,
      minutes: text,
      faults: text,
      settle: text,
      disk: text,
      without: text,
      reach: text,
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) throw new UsageError(USAGE);
  const diskMib = values.disk === undefined ? null : numberOf(values.disk, 0);
  const minutes = numberOf(values.minutes, 10);
  const runMs = minutes * MINUTE_MS;
  const plan = makePlan({
    seed: numberOf(values.seed, Math.floor(Date.now() / 1000) % 1_000_000),
    reach: reachOf(values.reach ?? 'http'),
    payments: numberOf(values.payments, 200),
    runMs,
    faults: numberOf(values.faults, Math.round(minutes * DEFAULT_FAULTS_PER_MINUTE)),
    without: [
      ...(diskMib === null ? NEEDS_A_DISK : []),
      ...(values.without === undefined ? [] : kindsOf(values.without)),
    ],
    standstillMs: runMs >= LONG_RUN_MS ? LONG_STANDSTILL_MS : SHORT_STANDSTILL_MS,
  });
  return { plan, diskMib, settleMs: numberOf(values.settle, 600) * 1000 };
}

/** @returns the exit code: 0 only if every promise was kept */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const ending = new AbortController();
  // A signal to the whole process group comes twice, the second time from the script that waits for this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort());
  const say = (line: string): void => console.error(line);
  const outcome = await runChaos({ ...options, ...programs(), say, signal: ending.signal });
  console.log(renderOutcome(outcome));
  return hasPassed(outcome) ? 0 : 1;
}

runCommand(main);
