import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { allEnded } from './all-ended';
import { leasesInHand } from './held-leases';
import { holdRow } from './held-rows';
import { inventWork } from './inventions';
import {
  describeFault,
  WORKER_NAMES,
  type Fault,
  type LinkName,
  type Plan,
  type Toxic,
  type WorkerName,
} from './schedule';
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
  private inventions = 0;

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
    for (const name of WORKER_NAMES) this.site.processes.get(name)?.shiftClock(0);
    for (const link of this.site.links.values()) await link.heal();
    this.receivers.isHanging = false;
    this.site.disk?.free();
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
      case 'shift_clock':
        site.processes.get(fault.process)?.shiftClock(fault.shiftMs);
        await this.pause(fault.durationMs);
        site.processes.get(fault.process)?.shiftClock(0);
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
        return;
      case 'fill_disk':
        site.disk?.fill();
        await this.pause(fault.durationMs);
        site.disk?.free();
        return;
      case 'kill_relay':
        return this.killRelay(fault.process);
      case 'hold_row':
        return this.holdRow(fault);
      case 'invent_work':
        return this.temporalLock.run(() => this.invent());
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.signal });
  }

  private disturb({ link, kind, durationMs }: Extract<Fault, { link: unknown }>): Promise<void> {
    return this.onLink(link, kind, () => this.pause(durationMs));
  }

  /** One toxic at a time on each link. */
  private async onLink(name: LinkName, toxic: Toxic, meanwhile: () => Promise<void>): Promise<void> {
    const link = this.site.links.get(name);
    if (link === undefined) return;
    const lock = this.linkLocks.get(name) ?? new Lock();
    this.linkLocks.set(name, lock);
    await lock.run(async () => {
      await link.apply(toxic);
      await meanwhile();
      await link.heal();
    });
  }

  /** Kills a worker whose relay holds items: its calls to Temporal do not come back, so that it cannot settle them. */
  private killRelay(name: WorkerName): Promise<void> {
    return this.onLink(`${name}>temporal`, 'pause', async () => {
      const count = await leasesInHand(this.site.database);
      this.site.processes.get(name)?.kill();
      this.say(`          ${count} items of the outbox were in hand`);
    });
  }

  private async holdRow({ row, durationMs }: Extract<Fault, { row: unknown }>): Promise<void> {
    const id = await holdRow(this.site.database.url, row, () => this.pause(durationMs));
    this.say(`          ${row} ${id ?? 'none'} was held`);
  }

  private async invent(): Promise<void> {
    this.inventions += 1;
    const count = await inventWork(this.site, this.inventions);
    this.say(`          ${count} workflows and messages were invented`);
  }

  private async endWorkflows(kind: 'terminate_workflows' | 'cancel_workflows'): Promise<void> {
    const count = await this.site.temporal.endWorkflows(kind === 'terminate_workflows' ? 'terminate' : 'cancel');
    this.say(`          ${count} workflows met it`);
  }
}
