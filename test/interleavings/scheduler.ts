import type { Database } from '../../db/database';

/**
 * What a step touches. `read` and `write`: the database; `partner`: its ledger; `time`: it passes, for everybody. Of
 * orders that differ in steps alone that give the same whichever comes first, one is run.
 */
export type StepKind = 'read' | 'write' | 'partner' | 'time';

/** What one process does to a payment; it waits for its permission before each step. */
export interface Actor {
  name: string;
  run: (steps: Steps) => Promise<void>;
}

export interface Steps {
  /** Statements through it are steps. */
  database: Database;
  /** Waits for the permission to do something that is no statement. */
  step(kind: StepKind): Promise<void>;
}

/** One run: the actors, on fresh rows, and what must hold when all have ended. */
export interface Scene {
  database: Database;
  actors: readonly Actor[];
  judge: () => Promise<void>;
}

/** What no actor changes: reading it is no step. */
const SETTINGS = new Set(['partners', 'partner_secrets', 'partner_health', 'routes', 'calendars', 'calendar_days']);

/** @returns null for what gives the same at any moment */
function kindOf(text: string): StepKind | null {
  if (/\b(insert|update|delete)\b/i.test(text)) return 'write';
  const tables = [...text.matchAll(/\b(?:from|join)\s+(\w+)/gi)].map(([, table = '']) => table);
  return tables.length > 0 && tables.every((table) => SETTINGS.has(table)) ? null : 'read';
}

/** What an actor meets whose order is given up: all of its steps fail. */
class Abandoned extends Error {}

/** One actor under way: it stands before its next step, or it has ended. */
class Running {
  next: StepKind | null = null;
  private permit: () => void = () => undefined;
  private isAbandoned = false;
  private stopped: () => void = () => undefined;
  private fault: Error | null = null;

  constructor(
    private readonly actor: Actor,
    private readonly database: Database,
  ) {}

  get name(): string {
    return this.actor.name;
  }

  /** Runs until the first step. */
  async start(): Promise<void> {
    const arrival = this.arrival();
    const database: Database = {
      ...this.database,
      query: (text, values) => this.query(text, values),
      transaction: () => Promise.reject(new Error('an actor has single statements alone')),
    };
    void this.actor
      .run({ database, step: (kind) => this.wait(kind) })
      .catch((fault: unknown) => {
        this.fault = fault instanceof Error ? fault : new Error('an actor failed', { cause: fault });
      })
      .finally(() => this.stopped());
    await this.arrived(arrival);
  }

  /** Does the step that it stands before, and all that follows until the next one. */
  async advance(): Promise<void> {
    const arrival = this.arrival();
    this.next = null;
    this.permit();
    await this.arrived(arrival);
  }

  /** Ends it where it stands. */
  async abandon(): Promise<void> {
    this.isAbandoned = true;
    while (this.next !== null) await this.advance().catch(() => undefined);
  }

  private arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.stopped = resolve;
    });
  }

  private async arrived(arrival: Promise<void>): Promise<void> {
    await arrival;
    if (this.fault !== null) throw this.fault;
  }

  private async wait(kind: StepKind): Promise<void> {
    this.next = kind;
    const permission = new Promise<void>((resolve) => {
      this.permit = resolve;
    });
    this.stopped();
    await permission;
    if (this.isAbandoned) throw new Abandoned();
  }

  private async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    const kind = kindOf(text);
    if (kind !== null) await this.wait(kind);
    return this.database.query<Row>(text, values);
  }
}

/** A point of decision: who could go on, who was tried, and who need not be tried since its step changes nothing here. */
interface Branch {
  kinds: ReadonlyMap<number, StepKind>;
  /** Who did the step before, when it could go on. */
  running: number | null;
  /** How often an actor that could have gone on was held up so far. */
  preemptions: number;
  needless: ReadonlySet<number>;
  tried: Set<number>;
  chosen: number;
}

/** @returns whether it makes no difference which of the two comes first */
function commute(one: StepKind | undefined, other: StepKind | undefined): boolean {
  if (one === 'time' || other === 'time') return false;
  if (one === 'partner' || other === 'partner') return one !== other;
  return one === 'read' && other === 'read';
}

/** Steps that were tried before the chosen one, and commute with it, lead after it only to what was seen already. */
function needlessAfter({ kinds, needless, tried, chosen }: Branch): Set<number> {
  const seen = [...needless, ...tried].filter((actor) => actor !== chosen);
  return new Set(seen.filter((actor) => commute(kinds.get(actor), kinds.get(chosen))));
}

export interface Bounds {
  /** Orders after which an exploration gives up and says so. */
  orders: number;
  /**
   * How often an actor may be held up that could have gone on; without it, any number of times. Nearly every known race
   * needs one or two. Source: Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded
   * Programs", PLDI 2007
   */
  preemptions?: number;
}

export interface Explored {
  /** Orders that were run and judged. */
  orders: number;
  /** Whether none within the bounds was left out. */
  isWhole: boolean;
}

/** Every order in which the steps of several actors can follow each other, one after the other. */
class Exploration {
  private readonly branches: Branch[] = [];
  private readonly preemptions: number;

  constructor({ preemptions = Infinity }: Bounds) {
    this.preemptions = preemptions;
  }

  /** @returns whether the order was a new one, judged and found right */
  async runOnce(scene: Scene): Promise<boolean> {
    const actors = scene.actors.map((actor) => new Running(actor, scene.database));
    const trace: string[] = [];
    try {
      for (const actor of actors) await actor.start();
      for (let depth = 0; actors.some(({ next }) => next !== null); depth += 1) {
        const chosen = this.choose(depth, actors);
        if (chosen === undefined) {
          for (const actor of actors) await actor.abandon();
          return false;
        }
        const actor = actors[chosen];
        if (actor?.next === null) throw new Error('an actor has ended before the step that it did in the run before');
        trace.push(`${actor?.name}:${actor?.next}`);
        await actor?.advance();
      }
      await scene.judge();
      return true;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${reason}\nin the order ${trace.join(' ')}`, { cause });
    }
  }

  private choose(depth: number, actors: readonly Running[]): number | undefined {
    const known = this.branches[depth];
    if (known !== undefined) return known.chosen;
    const kinds = new Map<number, StepKind>();
    for (const [index, { next }] of actors.entries()) if (next !== null) kinds.set(index, next);
    const branch = { kinds, ...this.after(this.branches[depth - 1], kinds), tried: new Set<number>() };
    const chosen = this.firstUntried(branch);
    if (chosen !== undefined) this.branches.push({ ...branch, chosen });
    return chosen;
  }

  private after(
    before: Branch | undefined,
    kinds: Branch['kinds'],
  ): Pick<Branch, 'needless' | 'running' | 'preemptions'> {
    if (before === undefined) return { needless: new Set(), running: null, preemptions: 0 };
    // An order that is left out for an equal one must not need more preemptions than that one.
    const needless = this.preemptions === Infinity ? needlessAfter(before) : new Set<number>();
    const isPreempted = before.running !== null && before.running !== before.chosen;
    const running = kinds.has(before.chosen) ? before.chosen : null;
    return { needless, running, preemptions: before.preemptions + (isPreempted ? 1 : 0) };
  }

  private firstUntried({ kinds, needless, tried, running, preemptions }: Omit<Branch, 'chosen'>): number | undefined {
    const isFree = running === null || preemptions < this.preemptions;
    return [...kinds.keys()].find(
      (actor) => (isFree || actor === running) && !needless.has(actor) && !tried.has(actor),
    );
  }

  /** Goes back to the last point where somebody else could have gone on. @returns whether there is one */
  backtrack(): boolean {
    for (let last = this.branches.at(-1); last !== undefined; last = this.branches.at(-1)) {
      last.tried.add(last.chosen);
      const other = this.firstUntried(last);
      if (other !== undefined) {
        last.chosen = other;
        return true;
      }
      this.branches.pop();
    }
    return false;
  }
}

/**
 * Runs the actors in every order of their steps within the bounds, each time on a fresh scene; a retry that one order
 * needs is part of it.
 */
export async function everyOrder(makeScene: () => Promise<Scene>, bounds: Bounds): Promise<Explored> {
  const exploration = new Exploration(bounds);
  let orders = 0;
  do {
    if (orders >= bounds.orders) return { orders, isWhole: false };
    if (await exploration.runOnce(await makeScene())) orders += 1;
  } while (exploration.backtrack());
  return { orders, isWhole: true };
}
