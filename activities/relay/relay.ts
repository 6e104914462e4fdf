import { randomUUID } from 'node:crypto';
import { CHANNELS, type Listener } from '../../db/listener';
import { freeLanes, holdLanes, LOOK_EVERY_MS, readDueLanes, type LaneLook } from '../../db/relay-lanes';
import { every } from '../../lib/every';
import { isReachable } from '../../workflows/client/probe';
import { Breaker } from './breaker';
import { Lane } from './lane';
import type { RelayContext } from './jobs';
import { LANES } from './topics';

/** How often a Temporal that was away is asked. */
const PROBE_EVERY_MS = 500;

/**
 * Delivers the outbox to Temporal: starts and signals, each idempotent by an id of ours. Any number of relays may run. One
 * of them holds a lane and carries its items; the others stand by, and help where items have waited. Lanes separate kinds
 * of work, so that a backlog in one does not delay the others.
 */
export class Relay {
  private readonly breaker: Breaker;
  private readonly lanes: readonly Lane[];
  private readonly holder: string;
  private held: ReadonlySet<string> = new Set();
  private looking: Promise<void> | null = null;
  private isAskedAgain = false;
  private isStopped = false;
  private lookedAt: Date | null = null;
  private readonly ends: (() => void)[] = [];
  private unlisten: (() => void) | null = null;
  private listener: Listener | null = null;

  constructor(private readonly context: RelayContext) {
    this.holder = `${context.instance}/${randomUUID().slice(0, 8)}`;
    this.breaker = new Breaker(() => isReachable(context.workflows), context.log);
    this.lanes = LANES.map((settings) => new Lane(settings, context, this.breaker));
  }

  start(listener: Listener): void {
    const onFault = (fault: unknown): void => this.context.log.warn({ fault }, 'Temporal could not be asked');
    this.listener = listener;
    this.ends.push(
      listener.on(CHANNELS.lanes, () => void this.look()),
      every(LOOK_EVERY_MS, () => this.look(), onFault),
      every(PROBE_EVERY_MS, () => this.probe(), onFault),
    );
    void this.look();
  }

  /** Lets another relay take over, finishes the calls under way and takes no more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const end of this.ends) end();
    await this.looking;
    // Before the others are told: they look once, and what they do not find then waits for their next look.
    await Promise.all(this.lanes.map((lane) => lane.giveBack()));
    await this.freeHeldLanes();
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /** When the outbox was looked at last; null before the first time. */
  get lastLook(): Date | null {
    return this.lookedAt;
  }

  private async probe(): Promise<void> {
    if (this.breaker.isOpen && (await this.breaker.check())) await this.look();
  }

  /** Keeps and takes lanes, and finds what is due. While Temporal is away for this process, others may have its lanes. */
  private look(): Promise<void> {
    this.isAskedAgain = this.looking !== null;
    this.looking ??= this.lookOnce()
      .catch((fault: unknown) => this.context.log.warn({ fault }, 'the lanes of the outbox could not be read'))
      .finally(() => {
        this.looking = null;
        if (this.isAskedAgain) void this.look();
      });
    return this.looking;
  }

  private async lookOnce(): Promise<void> {
    if (this.isStopped) return;
    if (this.breaker.isOpen) return this.freeHeldLanes();
    const looks = await holdLanes(this.context.database, this.holder);
    this.lookedAt = new Date();
    this.hold(looks.filter(({ isHeld }) => isHeld).map(({ lane }) => lane));
    for (const lane of this.lanes) this.kickIfDue(lane, looks);
  }

  /** Kicks a held lane that is due before the next look, and a lane of another process that is late. */
  private kickIfDue(lane: Lane, looks: readonly LaneLook[]): void {
    const look = looks.find((each) => each.lane === lane.name);
    if (look === undefined || look.dueInMs === null) return;
    if (look.isHeld ? look.dueInMs < LOOK_EVERY_MS : look.isLate) lane.kickIn(look.dueInMs);
  }

  /** Sets the lanes that this relay serves; it listens for due items only while it serves one. */
  private hold(lanes: readonly string[]): void {
    this.held = new Set(lanes);
    if (this.held.size > 0) this.unlisten ??= this.listener?.on(CHANNELS.outbox, (due) => this.wake(due)) ?? null;
    else this.unlisten?.();
    if (this.held.size === 0) this.unlisten = null;
  }

  private async freeHeldLanes(): Promise<void> {
    if (this.held.size === 0) return;
    this.hold([]);
    await freeLanes(this.context.database, this.holder, CHANNELS.lanes).catch((fault: unknown) =>
      this.context.log.warn({ fault }, 'lanes are free when their time is up'),
    );
  }

  /** Kicks the held lanes of a notification at their due times. @param payload empty after a loss: looks at all */
  private wake(payload: string): void {
    if (payload === '') return void this.look();
    const due = new Map(readDueLanes(payload).map(({ lane, dueInMs }) => [lane, dueInMs]));
    for (const lane of this.lanes) {
      const dueInMs = due.get(lane.name);
      if (dueInMs !== undefined && this.held.has(lane.name)) lane.kickIn(dueInMs);
    }
  }
}
