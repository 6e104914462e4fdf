import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { allEnded } from './all-ended';
import { describeFault, type Fault, type Plan } from './schedule';
import type { Receivers } from './receivers';
import type { Site } from './site';

/** A fault that was done, with when it was over (Unix milliseconds). */
export interface DoneFault {
  fault: Fault;
  overAt: number;
}

/** What cannot be done twice at once, such as a restart of Temporal. */
class Lock {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(work, work);
    this.last = next.catch(() => undefined);
    return next;
  }
}

/** Does the faults of a plan, each at its time. */
export class FaultRunner {
  readonly done: DoneFault[] = [];
  private readonly temporalLock = new Lock();
  private readonly linkLocks = new Map<string, Lock>();

  constructor(
    private readonly site: Site,
    private readonly receivers: Receivers,
    private readonly say: (line: string) => void,
    /** Ends the pauses; what was to come after one does not. */
    private readonly signal: AbortSignal,
  ) {
    // Each pause listens for the end of the run.
    setMaxListeners(0, signal);
  }

  /** Ends when none of them is under way any more: a restart of Temporal must not outlive the run. */
  run({ faultList }: Plan, startedAt: number): Promise<void> {
    return allEnded(faultList.map((fault) => this.runOne(fault, startedAt)));
  }

  /** Ends whatever a fault may have left. */
  async healAll(): Promise<void> {
    for (const process of this.site.processes.values()) process.resume();
    for (const link of this.site.links.values()) await link.heal();
    this.receivers.isHanging = false;
  }

  private async runOne(fault: Fault, startedAt: number): Promise<void> {
    await this.pause(Math.max(0, startedAt + fault.atMs - Date.now()));
    this.say(describeFault(fault));
    await this.perform(fault);
    this.done.push({ fault, overAt: Date.now() });
  }

  private async perform(fault: Fault): Promise<void> {
    const { site } = this;
    switch (fault.kind) {
      case 'kill':
        site.processes.get(fault.process)?.kill();
        return;
      case 'freeze':
        site.processes.get(fault.process)?.freeze();
        await this.pause(fault.durationMs);
        site.processes.get(fault.process)?.resume();
        return;
      case 'silence':
      case 'pause':
      case 'delay':
      case 'reset':
        return this.disturb(fault);
      case 'terminate_workflows':
      case 'cancel_workflows':
        return this.temporalLock.run(() => this.endWorkflows(fault.kind));
      case 'restart_temporal':
        return this.temporalLock.run(() => site.temporal.restart());
      case 'restore_temporal':
        return this.temporalLock.run(() => site.temporal.restore());
      case 'lose_temporal':
        return this.temporalLock.run(() => site.temporal.lose());
      case 'hang_receivers':
        this.receivers.isHanging = true;
        await this.pause(fault.durationMs);
        this.receivers.isHanging = false;
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.signal });
  }

  /** One toxic at a time on each link. */
  private async disturb(fault: Extract<Fault, { link: unknown }>): Promise<void> {
    const link = this.site.links.get(fault.link);
    if (link === undefined) return;
    const lock = this.linkLocks.get(fault.link) ?? new Lock();
    this.linkLocks.set(fault.link, lock);
    await lock.run(async () => {
      await link.apply(fault.kind);
      await this.pause(fault.durationMs);
      await link.heal();
    });
  }

  private async endWorkflows(kind: 'terminate_workflows' | 'cancel_workflows'): Promise<void> {
    const count = await this.site.temporal.endWorkflows(kind === 'terminate_workflows' ? 'terminate' : 'cancel');
    this.say(`          ${count} workflows met it`);
  }
}
