import type { FieldFault } from '../../../domain/errors';
import type { Description } from '../../../domain/payments/dispatch/description/schema';
import type { Notified } from '../../../domain/payments/dispatch/description/notification-proof';
import type { callPartner, PartnerRequest } from '../partner-call';
import type { PartnerAdapter, PartnerOrder } from '../port';
import type { Exchanged } from './file-evidence';

/** How an adapter reaches its partner; the laboratory puts faults there. */
export type MakeCall = typeof callPartner;

/** What a scenario may bend of an adapter. */
export interface Bent {
  call?: MakeCall;
  /** The clock that calls are signed by, in Unix milliseconds. */
  nowMs?: () => number;
  /** What stands for the credential that proves requests to a described bank. */
  credential?: (value: string) => string;
}

/** A described bank, as scenarios know it beyond its adapter. */
export interface DescribedSubject {
  description: Description;
  /** @returns the value of a credential; null where it was not set */
  credential(name: string): Promise<string | null>;
  /** @returns whether a notification is taken as the bank's own */
  notify(notified: Notified): Promise<boolean>;
  /** @returns what the description lacks for the answers of this scenario, by member; the end of a scenario forgets it */
  noted(): FieldFault[];
  /** @returns the rule by which the last answer of this scenario was read, such as `submit.answers.1`; null without one */
  lastRule(): string | null;
  forget(): void;
}

/** A bank that takes files, as scenarios know it beyond its adapter. */
export interface FileSubject {
  /** How long answers are awaited at most, in milliseconds. */
  answersMs: number;
  /**
   * @returns what was ordered and what the bank wrote: the exchange is made once, for all scenarios
   * @throws PartnerFault where the directory or the server cannot be used
   */
  exchange(bench: Pick<Bench, 'adapter' | 'order' | 'random' | 'newId'>): Promise<Exchanged>;
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

/** Where a scenario is run: a partner behind its adapter. */
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
  /** Null for a partner that is not described. */
  described: DescribedSubject | null;
  /** Null for a partner that does not exchange files. */
  files: FileSubject | null;
  /** Notes a departure from advice, which fails nothing. */
  warn(fault: string, message: string): void;
}

/**
 * What a scenario needs: `adapter` is run with every adapter, `calls` with those that make HTTP requests, `http` is
 * about requests of the protocol of P14, `secret` about their signatures, `described` about a description, `notices`
 * about the notifications of one, and `files` about what a bank writes that takes files.
 */
export type ScenarioKind = 'adapter' | 'calls' | 'http' | 'secret' | 'described' | 'notices' | 'files';

/** One thing that can go wrong between Corridor and a partner, and what the partner must do then. */
export interface Scenario {
  name: string;
  /** What is expected of the partner, as the end of "the partner …". */
  title: string;
  kind: ScenarioKind;
  /** Resolves if the partner does what `title` says. @throws PartnerFault if not; NotJudged if that cannot be seen */
  test(bench: Bench): Promise<void>;
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

/** A scenario cannot be judged at this partner, which counts neither way. */
export class NotJudged extends Error {
  override readonly name = 'NotJudged';
}

/** A generator of random numbers in [0, 1) by the mulberry32 algorithm. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
