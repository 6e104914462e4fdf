import type { Reach } from './partner/script';
import { Random } from './random';

export const API_NAMES = ['api-1', 'api-2'] as const;
export const WORKER_NAMES = ['worker-1', 'worker-2'] as const;
export const PROCESS_NAMES = [...API_NAMES, ...WORKER_NAMES] as const;
export type ProcessName = (typeof PROCESS_NAMES)[number];
export type WorkerName = (typeof WORKER_NAMES)[number];

/** Connections that faults are dealt to: those of every pair of programs that talk to each other. */
const DISTURBED_LINKS = [
  ...PROCESS_NAMES.map((name) => `${name}>postgres` as const),
  ...PROCESS_NAMES.map((name) => `${name}>temporal` as const),
  'client>api-1',
  'client>api-2',
  'partner>api-1',
  'partner>api-2',
  'worker>north',
  'worker>receiver',
] as const;
/** Connections that run through a proxy; to the second partner payments go over because the first is disturbed. */
export const LINK_NAMES = [...DISTURBED_LINKS, 'worker>south'] as const;
export type LinkName = (typeof LINK_NAMES)[number];

/** What a link can do to its connections: see lab/chaos/tcp-proxy.ts. */
export const TOXICS = ['silence', 'pause', 'delay', 'reset'] as const;
export type Toxic = (typeof TOXICS)[number];

/** Rows that somebody else can hold: see lab/chaos/held-rows.ts. */
export const HELD_ROWS = ['payment', 'account', 'partner', 'outbox'] as const;
export type HeldRow = (typeof HELD_ROWS)[number];

export type Fault = { atMs: number; durationMs: number } & (
  | { kind: 'kill' | 'freeze'; process: ProcessName }
  | { kind: 'kill_relay'; process: WorkerName }
  | { kind: 'hold_row'; row: HeldRow }
  | { kind: 'invent_work' }
  | { kind: 'shift_clock'; process: WorkerName; shiftMs: number }
  | { kind: Toxic; link: LinkName }
  | { kind: 'terminate_workflows' | 'cancel_workflows' }
  | { kind: 'restart_temporal' | 'restore_temporal' | 'lose_temporal' }
  | { kind: 'hang_receivers' | 'fill_disk' }
);
export type FaultKind = Fault['kind'];

export interface PlanOptions {
  /** How Corridor reaches the first partner; by its own protocol where nothing is said. */
  reach?: Reach;
  seed: number;
  payments: number;
  /** For how long payments are made and faults begin. */
  runMs: number;
  faults: number;
  /** Range of how long a process stands still or a link is silent, in milliseconds. */
  standstillMs: readonly [number, number];
  /** Kinds of faults that are left out. */
  without: readonly FaultKind[];
}

export interface Plan extends PlanOptions {
  faultList: Fault[];
  /** Added to the clock of the second API. */
  clockShiftMs: number;
}

/** Faults begin after the load has begun, and the last one leaves time to be noticed. */
const FIRST_SHARE = 0.08;
const LAST_SHARE = 0.9;
const CLOCK_SHIFT_MS = 90_000;
/** Of a worker: beyond the two seconds from which it sends nothing, so that a partner's denials would lie apart. */
const WORKER_SHIFTS_MS = [-6_000, 6_000, 90_000] as const;
const DELAY_MS = 4_000;
/** Up to more than the ten seconds after which a statement of the service gives way (db/connections.ts). */
const HOLD_MS = [3_000, 14_000] as const;

/** What each card of the deck becomes; a card that is there twice is dealt twice as often. */
const DECK: readonly ((random: Random) => FaultTarget)[] = [
  (random) => ({ kind: 'kill', process: random.pick(API_NAMES) }),
  (random) => ({ kind: 'kill', process: random.pick(WORKER_NAMES) }),
  (random) => ({ kind: 'freeze', process: random.pick(API_NAMES) }),
  (random) => ({ kind: 'freeze', process: random.pick(WORKER_NAMES) }),
  (random) => ({ kind: 'shift_clock', process: random.pick(WORKER_NAMES), shiftMs: random.pick(WORKER_SHIFTS_MS) }),
  (random) => ({ kind: 'silence', link: random.pick(DISTURBED_LINKS) }),
  (random) => ({ kind: 'silence', link: `${random.pick(PROCESS_NAMES)}>postgres` }),
  (random) => ({ kind: 'pause', link: `${random.pick(API_NAMES)}>postgres` }),
  (random) => ({ kind: 'delay', link: random.pick(DISTURBED_LINKS) }),
  (random) => ({ kind: 'reset', link: random.pick(DISTURBED_LINKS) }),
  () => ({ kind: 'terminate_workflows' }),
  () => ({ kind: 'cancel_workflows' }),
  () => ({ kind: 'restart_temporal' }),
  () => ({ kind: 'restore_temporal' }),
  () => ({ kind: 'lose_temporal' }),
  () => ({ kind: 'hang_receivers' }),
  () => ({ kind: 'fill_disk' }),
  (random) => ({ kind: 'kill_relay', process: random.pick(WORKER_NAMES) }),
  (random) => ({ kind: 'hold_row', row: random.pick(['payment', 'outbox']) }),
  (random) => ({ kind: 'hold_row', row: random.pick(['account', 'partner']) }),
  () => ({ kind: 'invent_work' }),
];

/** Every kind of fault that a plan may have. */
export const FAULT_KINDS = [
  'kill',
  'freeze',
  'shift_clock',
  ...TOXICS,
  'terminate_workflows',
  'cancel_workflows',
  'restart_temporal',
  'restore_temporal',
  'lose_temporal',
  'hang_receivers',
  'fill_disk',
  'kill_relay',
  'hold_row',
  'invent_work',
] as const satisfies readonly FaultKind[];

type WithoutTimes<Timed> = Timed extends Fault ? Omit<Timed, 'atMs' | 'durationMs'> : never;
type FaultTarget = WithoutTimes<Fault>;

function durationOf(target: FaultTarget, random: Random, [shortest, longest]: readonly [number, number]): number {
  switch (target.kind) {
    case 'freeze':
    case 'shift_clock':
    case 'silence':
    case 'pause':
    case 'hang_receivers':
    case 'fill_disk':
      return random.integer(shortest, longest);
    case 'delay':
      return DELAY_MS;
    case 'hold_row':
      return random.integer(...HOLD_MS);
    case 'kill':
    case 'kill_relay':
    case 'invent_work':
    case 'reset':
    case 'terminate_workflows':
    case 'cancel_workflows':
    case 'restart_temporal':
    case 'restore_temporal':
    case 'lose_temporal':
      return 0;
  }
}

/**
 * Decides everything that the harness does to the service. Each fault is dealt once before one is dealt again.
 * @returns the same plan for the same options
 */
export function makePlan(options: PlanOptions): Plan {
  const random = new Random(options.seed, 'faults');
  const dealt: FaultTarget[] = [];
  while (dealt.length < options.faults) {
    const round = random.shuffled(DECK).map((card) => card(random));
    const kept = round.filter(({ kind }) => !options.without.includes(kind));
    if (kept.length === 0) throw new RangeError('no kind of fault is left');
    dealt.push(...kept);
  }
  const first = options.runMs * FIRST_SHARE;
  const stepMs = (options.runMs * (LAST_SHARE - FIRST_SHARE)) / Math.max(options.faults, 1);
  const faultList = dealt.slice(0, options.faults).map((target, index) => ({
    ...target,
    atMs: Math.round(first + (index + random.next()) * stepMs),
    durationMs: durationOf(target, random, options.standstillMs),
  }));
  return { ...options, faultList, clockShiftMs: random.chance(0.5) ? CLOCK_SHIFT_MS : -CLOCK_SHIFT_MS };
}

/** @returns such as `12.4 s  freeze api-1 for 33.0 s` */
export function describeFault(fault: Fault): string {
  const [what = ''] = [
    ...('process' in fault ? [` ${fault.process}`] : []),
    ...('link' in fault ? [` ${fault.link}`] : []),
    ...('row' in fault ? [` ${fault.row}`] : []),
  ];
  const length = fault.durationMs === 0 ? '' : ` for ${(fault.durationMs / 1000).toFixed(1)} s`;
  const shift = fault.kind === 'shift_clock' ? ` by ${fault.shiftMs / 1000} s` : '';
  return `${(fault.atMs / 1000).toFixed(1).padStart(6)} s  ${fault.kind}${what}${shift}${length}`;
}
