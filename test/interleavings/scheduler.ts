import type { Queryable } from '../../db/database';

/**
 * What a step touches. Two reads, and a read and a call to the partner, give the same whichever comes first; of orders
 * that differ in nothing else, one is run.
 */
export type StepKind = 'read' | 'write' | 'partner';

/** What one process does to a payment; it waits for its permission before each step. */
export interface Actor {
  name: string;
  run: (steps: Steps) => Promise<void>;
}

export interface Steps {
  /** Statements through it are steps; there is no `transaction`, so that each statement is sent by itself. */
  database: Queryable;
  /** Waits for the permission to do something that is no statement. */
  step(kind: StepKind): Promise<void>;
}

/** One run: the actors, on fresh rows, and what must hold when all have ended. */
export interface Scene {
  database: Queryable;
  actors: readonly Actor[];
  judge: () => Promise<void>;
}

/** @returns whether the statement changes anything */
function isWrite(text: string): boolean {
  return /\b(insert|update|delete)\b/i.test(text);
}

/** One actor under way: it stands before its next step, or it has ended. */
class Running {
  next: StepKind | null = null;
  private permit: () => void = () => undefined;
  private stopped: () => void = () => undefined;
  private fault: Error | null = null;

  constructor(
    private readonly actor: Actor,
    private readonly database: Queryable,
  ) {}

  get name(): string {
    return this.actor.name;
  }

  /** Runs until the first step. */
  async start(): Promise<void> {
    const arrival = this.arrival();
    void this.actor
      .run({ database: { query: (text, values) => this.query(text, values) }, step: (kind) => this.wait(kind) })
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

  private arrival(): Promise<void> {
    return new Promise((resolve) => {
      this.stopped = resolve;
    });
  }

  private async arrived(arrival: Promise<void>): Promise<void> {
    await arrival;
    if (this.fault !== null) throw this.fault;
  }

  private wait(kind: StepKind): Promise<void> {
    this.next = kind;
    const permission = new Promise<void>((resolve) => {
      this.permit = resolve;
    });
    this.stopped();
    return permission;
  }

  private async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
    await this.wait(isWrite(text) ? 'write' : 'read');
    return this.database.query<Row>(text, values);
  }
}

/** A point of decision: who could go on, who was tried, and who need not be tried since its step changes nothing here. */
interface Branch {
  kinds: ReadonlyMap<number, StepKind>;
  needless: ReadonlySet<number>;
  tried: Set<number>;
  chosen: number;
}

/** @returns whether it makes no difference which of the two comes first */
function commute(one: StepKind | undefined, other: StepKind | undefined): boolean {
  return (one === 'read' && other !== 'write') || (other === 'read' && one !== 'write');
}

/** Steps that were tried before the chosen one, and commute with it, lead after it only to what was seen already. */
function needlessAfter({ kinds, needless, tried, chosen }: Branch): Set<number> {
  const seen = [...needless, ...tried].filter((actor) => actor !== chosen);
  return new Set(seen.filter((actor) => commute(kinds.get(actor), kinds.get(chosen))));
}

function firstUntried({ kinds, needless, tried }: Omit<Branch, 'chosen'>): number | undefined {
  return [...kinds.keys()].find((actor) => !needless.has(actor) && !tried.has(actor));
}

export interface Explored {
  /** Orders that were run and judged. */
  orders: number;
  /** Whether none was left out. */
  isWhole: boolean;
}

/** Every order in which the steps of several actors can follow each other, one after the other. */
class Exploration {
  private readonly branches: Branch[] = [];

  /** @returns whether the order was a new one, judged and found right */
  async runOnce(scene: Scene): Promise<boolean> {
    const actors = scene.actors.map((actor) => new Running(actor, scene.database));
    const trace: string[] = [];
    try {
      for (const actor of actors) await actor.start();
      let isNew = true;
      for (let depth = 0; actors.some(({ next }) => next !== null); depth += 1) {
        const chosen: number | undefined = isNew ? this.choose(depth, actors) : undefined;
        isNew = chosen !== undefined;
        // An order that was seen already is only brought to its end.
        const actor = actors[chosen ?? actors.findIndex(({ next }) => next !== null)];
        trace.push(`${actor?.name}:${actor?.next}`);
        await actor?.advance();
      }
      if (isNew) await scene.judge();
      return isNew;
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
    const before = this.branches[depth - 1];
    const needless = before === undefined ? new Set<number>() : needlessAfter(before);
    const chosen = firstUntried({ kinds, needless, tried: new Set() });
    if (chosen !== undefined) this.branches.push({ kinds, needless, tried: new Set(), chosen });
    return chosen;
  }

  /** Goes back to the last point where somebody else could have gone on. @returns whether there is one */
  backtrack(): boolean {
    for (let last = this.branches.at(-1); last !== undefined; last = this.branches.at(-1)) {
      last.tried.add(last.chosen);
      const other = firstUntried(last);
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
 * Runs the actors in every order of their steps, each time on a fresh scene; a retry that one order needs is part of it.
 * @param limit orders after which it gives up and says so
 */
export async function everyOrder(makeScene: () => Promise<Scene>, limit: number): Promise<Explored> {
  const exploration = new Exploration();
  let orders = 0;
  do {
    if (orders >= limit) return { orders, isWhole: false };
    if (await exploration.runOnce(await makeScene())) orders += 1;
  } while (exploration.backtrack());
  return { orders, isWhole: true };
}
