import type { callPartner, PartnerRequest } from '../partner-call';
import type { PartnerAdapter, PartnerOrder } from '../port';

/** How an adapter reaches its partner; the laboratory puts faults there. */
export type MakeCall = typeof callPartner;

/** What a scenario may bend of an adapter. */
export interface Bent {
  call?: MakeCall;
  /** The clock that calls are signed by, in Unix milliseconds. */
  nowMs?: () => number;
}

/** Milliseconds. */
export interface Waits {
  /** How long to wait before a partner's "never received" is taken as such, and between two of them. */
  beforeDenialMs: number;
  betweenDenialsMs: number;
  /** How long a partner has to work on a request that was reset before it is asked. */
  afterResetMs: number;
  /** Between two pieces of a slow request. */
  betweenPiecesMs: number;
}

/** Where a scenario is played: a partner behind its adapter. */
export interface Bench {
  /** @returns the adapter of the partner; bent where the scenario needs more than an adapter */
  adapter(bent?: Bent): PartnerAdapter;
  /** @returns an order that the partner takes, with a new instruction id */
  order(): PartnerOrder;
  /** @returns an instruction id that the partner has never seen */
  newId(): string;
  /** @returns a number from 0 up to 1, by the seed */
  random(): number;
  /** Signs a request that a scenario has changed, where the signing secret is known; else the request as it is. */
  sign(request: PartnerRequest): PartnerRequest;
  pause(ms: number): Promise<void>;
  waits: Waits;
  /** Notes a departure from advice, which fails nothing. */
  warn(fault: string, message: string): void;
}

/**
 * What a scenario needs: `adapter` is played with every adapter, `calls` with those that make HTTP requests, `http` is
 * about requests of the protocol of P14, `secret` about their signatures.
 */
export type ScenarioKind = 'adapter' | 'calls' | 'http' | 'secret';

/** One thing that can go wrong between Corridor and a partner, and what the partner must do then. */
export interface Scenario {
  name: string;
  /** What is expected of the partner, as the end of "the partner …". */
  title: string;
  kind: ScenarioKind;
  /** @throws PartnerFault */
  play(bench: Bench): Promise<void>;
}

/** A partner does not do what a scenario expects. */
export class PartnerFault extends Error {
  override readonly name = 'PartnerFault';

  /** @param fault name of the fault, such as `second_reference` */
  constructor(
    readonly fault: string,
    message: string,
  ) {
    super(message);
  }
}

/** A generator of the seed: mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
