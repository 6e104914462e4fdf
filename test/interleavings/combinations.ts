import { openDatabase, type Database } from '../../db/database';
import { closeAtEnd } from '../support/closing';
import type { PostgresClock } from '../support/postgres-clock';
import { holdProcessClock } from '../support/process-clock';
import { judge } from './judges';
import type { Operation } from './operation';
import { everyOrder, type Bounds, type Scene } from './scheduler';
import { makeGround, newWorld, type Start } from './worlds';

export interface Combination {
  start: Start;
  operations: readonly Operation[];
}

/** @returns every two of them, an operation with itself included */
export function pairsOf(start: Start, operations: readonly Operation[]): Combination[] {
  return operations.flatMap((one, index) =>
    operations.slice(index).map((other) => ({ start, operations: [one, other] })),
  );
}

/** @returns each of the one kind with each of the other */
export function eachWith(start: Start, ones: readonly Operation[], others: readonly Operation[]): Combination[] {
  return ones.flatMap((one) => others.map((other) => ({ start, operations: [one, other] })));
}

export interface Totals {
  orders: number;
  combinations: number;
  /** Combinations of which some orders were left out. */
  cut: string[];
}

/** A database in which payments are set up and run in every order; the clocks of process and Postgres are put forward together. */
export class Arena {
  readonly totals: Totals = { orders: 0, combinations: 0, cut: [] };

  private constructor(
    private readonly database: Database,
    private readonly clock: PostgresClock,
  ) {}

  static async open(): Promise<Arena> {
    const { origin, clock } = await makeGround();
    const database = openDatabase(origin.url, 1);
    closeAtEnd(() => database.close());
    holdProcessClock(Date.now());
    closeAtEnd(() => jest.useRealTimers());
    return new Arena(database, clock);
  }

  private async sceneOf({ start, operations }: Combination): Promise<Scene> {
    const world = await newWorld(this.database, this.clock, start);
    const actors = operations.map((operation) => operation(world));
    return { database: world.database, actors, judge: () => judge(world) };
  }

  /**
   * Runs a combination in every order within the bounds, and judges each.
   * @returns how many orders were run and found right
   * @throws Error with what is wrong after an order, and the order
   */
  async run(combination: Combination, bounds: Bounds): Promise<number> {
    const { orders, isWhole } = await everyOrder(() => this.sceneOf(combination), bounds);
    this.totals.orders += orders;
    this.totals.combinations += 1;
    if (!isWhole) {
      const { actors } = await this.sceneOf(combination);
      this.totals.cut.push(`${combination.start}: ${actors.map(({ name }) => name).join(' + ')}`);
    }
    return orders;
  }

  /** Says what was run, as one line. */
  report(): void {
    const { orders, combinations, cut } = this.totals;
    process.stdout.write(`${orders} orders of ${combinations} combinations, ${cut.length} cut, 0 violations\n`);
  }
}
