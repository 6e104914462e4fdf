import { CHANNELS, type Listener } from '../../db/listener';
import { Breaker } from './breaker';
import { Lane } from './lane';
import type { RelayContext } from './jobs';
import { LANES } from './topics';
import { isReachable } from '../../workflows/client/probe';

/** How often the outbox is looked at without a notification, and a Temporal that was away is asked. */
const POLL_MS = 500;

/**
 * Delivers the outbox to Temporal: starts and signals, each idempotent by an id of ours. Any number of relays may run;
 * each takes different items. Lanes separate kinds of work, so that a backlog in one does not delay the others.
 */
export class Relay {
  private readonly breaker: Breaker;
  private readonly lanes: readonly Lane[];
  private timer: NodeJS.Timeout | null = null;
  private unlisten: (() => void) | null = null;

  constructor(context: RelayContext) {
    this.breaker = new Breaker(() => isReachable(context.workflows), context.log);
    this.lanes = LANES.map((settings) => new Lane(settings, context, this.breaker));
  }

  start(listener: Listener): void {
    this.unlisten = listener.on(CHANNELS.outbox, (names) => this.wake(names));
    this.timer = setInterval(() => void this.poll(), POLL_MS);
    this.kick();
  }

  /** Finishes the calls under way and takes no more. */
  async stop(): Promise<void> {
    this.unlisten?.();
    if (this.timer !== null) clearInterval(this.timer);
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /** When the lane that was idle longest read the outbox last; null before every lane has. */
  get lastLook(): Date | null {
    const looks = this.lanes.map(({ lastLook }) => lastLook?.getTime() ?? null);
    if (looks.includes(null)) return null;
    return new Date(Math.min(...looks.filter((look) => look !== null)));
  }

  private async poll(): Promise<void> {
    if (this.breaker.isOpen) await this.breaker.check();
    this.kick();
  }

  private kick(): void {
    for (const lane of this.lanes) lane.kick();
  }

  /** @param names of lanes, apart by blanks; empty: notifications may have been missed */
  private wake(names: string): void {
    const named = names === '' ? null : names.split(' ');
    for (const lane of this.lanes) if (named === null || named.includes(lane.name)) lane.kick();
  }
}
