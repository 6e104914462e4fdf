/** Where a database is in its own history. */
export interface DatabaseMark {
  /** Identity of the database, which a restore keeps. */
  databaseId: string;
  /** Grows while workers run, and never shrinks but by a restore. */
  position: number;
  /** When it grew last, by Postgres' clock. */
  at: Date;
}

/** What Temporal keeps of databases. */
export interface KeptMarks {
  /** Mark of this database; null where Temporal has none. */
  own: DatabaseMark | null;
  /** Identity of another database that this namespace has a mark of; null where there is none, or that was not asked. */
  otherId: string | null;
}

/** Why no work may be started. */
export type MarkFault =
  /** The database was restored to an earlier moment: Temporal and the partners know more. */
  | { kind: 'behind'; mark: DatabaseMark; kept: DatabaseMark }
  /** Temporal belongs to another database. */
  | { kind: 'foreign'; mark: DatabaseMark; otherId: string };

/** How an operator lets the processes of a restored database start. */
const RESTORED_COMMAND = 'corridor restored --to TIME';

/** @returns whether other databases matter: this one was marked before, and Temporal does not know that */
export function hasLostMark(mark: DatabaseMark, own: DatabaseMark | null): boolean {
  return own === null && mark.position > 0;
}

/**
 * Compares a database with what Temporal keeps of it. A Temporal that has no mark at all is new, or has lost its data:
 * work starts, and the reconciler begins the workflows again.
 * @returns null where work may start
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
 */
export function markFault(mark: DatabaseMark, { own, otherId }: KeptMarks): MarkFault | null {
  if (own !== null) return own.position > mark.position ? { kind: 'behind', mark, kept: own } : null;
  return hasLostMark(mark, own) && otherId !== null ? { kind: 'foreign', mark, otherId } : null;
}

function placeOf({ position, at }: DatabaseMark): string {
  return `${position} of ${at.toISOString()}`;
}

/** A sentence for an operator about a fault of the database's mark, with the command that resolves it. */
export function describeMarkFault(fault: MarkFault): string {
  const { mark } = fault;
  if (fault.kind === 'behind') {
    return (
      `Postgres was restored to an earlier moment: its mark is ${placeOf(mark)}, Temporal has ${placeOf(fault.kept)}. ` +
      `No work starts. Run "${RESTORED_COMMAND}" with the time to which it was restored.`
    );
  }
  return (
    `Temporal belongs to another database: it has a mark of ${fault.otherId} and none of this one, ${mark.databaseId}. ` +
    `No work starts. Check TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE; if this database is to work with it, run ` +
    `"${RESTORED_COMMAND}".`
  );
}
