import type { Parts } from './change-rows';
import {
  filedSql,
  instructionSql,
  lockedSql,
  PART_SQL,
  SKIPPED_ROWS,
  WANTED,
  type InstructionPart,
} from './change-sql';

/** Every part that a statement may have. */
export const PART_NAMES = Object.keys(PART_SQL) as (keyof Parts)[];
/** `$1` holds the instructions, `$2` the time for ids that are made in SQL, `$3` how long it may wait for locks. */
const FIRST_PART_PARAMETER = 4;

/** What changes of one kind write, the frequent ones first: the beginning of a call, its end, a report. */
const FREQUENT_PARTS: readonly (readonly (keyof Parts)[])[] = [
  ['begun'],
  ['history', 'event', 'sent'],
  ['report', 'history', 'event', 'message'],
];

/** A statement that writes changes, and the parts whose rows are its parameters from the fourth on. */
export interface ChangeStatement {
  text: string;
  parts: readonly (keyof Parts)[];
}

/** Builds the statement that writes a change with these parts. */
function buildStatement(parts: readonly (keyof Parts)[], { isShared, isMoving }: InstructionPart): ChangeStatement {
  const isComparing = parts.includes('compared');
  const partSql = (part: keyof Parts, sql: string): string =>
    sql.replaceAll('$n', `$${parts.indexOf(part) + FIRST_PART_PARAMETER}`);
  const ctes = [
    WANTED,
    ...(isShared ? [partSql('compared', lockedSql(isComparing))] : []),
    instructionSql({ isShared, isMoving, isBeginning: parts.includes('begun') }),
    ...(isComparing ? [partSql('compared', filedSql(isShared))] : []),
    ...parts.map((part) => partSql(part, PART_SQL[part])),
  ];
  // Named even where no part writes an event: a parameter that a statement never mentions has no type.
  const text = `with ${ctes.join(',')}
  select id, version, $2::text as time from instruction${isShared ? SKIPPED_ROWS : ''}`;
  return { text, parts };
}

/** Postgres asks for the rights of all parts, also of those without rows, and a worker may not write `words`. */
const WORKERS_PARTS = PART_NAMES.filter((name) => name !== 'words');

function buildAll(isShared: boolean): ChangeStatement[] {
  const frequent = FREQUENT_PARTS.map((parts) => buildStatement(parts, { isShared, isMoving: false }));
  return [
    ...frequent,
    ...[WORKERS_PARTS, PART_NAMES].map((parts) => buildStatement(parts, { isShared, isMoving: true })),
  ];
}

const SHARED = buildAll(true);
const ALONE = buildAll(false);

/**
 * One statement that writes changes. `$1` holds the instructions, `$2` the time for ids generated in SQL, `$3` its
 * limit for locks, the further parameters the rows of each part. Of each kind there are five: a connection keeps a plan for
 * each statement, and Postgres begins every part of one, also a part without rows.
 * @param needed parts that have rows
 * @param kind a shared statement waits for no row: changes of several callers are in it
 */
export function statementFor(
  needed: readonly (keyof Parts)[],
  { isShared, isMoving }: InstructionPart,
): ChangeStatement {
  const statements = (isShared ? SHARED : ALONE).slice(isMoving ? FREQUENT_PARTS.length : 0);
  const found = statements.find(({ parts }) => needed.every((part) => parts.includes(part)));
  if (found === undefined) throw new Error(`no statement writes ${needed.join(', ')}`);
  return found;
}
