import type { Command } from 'commander';
import { pageOf } from '../../domain/schema-tools';
import { tableOf, terminalWidth, type Column } from '../table';
import { cursor, pageSize } from './values';

/** Gives a list the options of its pages. @param pattern of the ids that cursors name */
export function addPaging(command: Command, name: string, pattern: RegExp): Command {
  return command
    .option('--limit <n>', `${name} of a page, 1 to 100`, pageSize, 20)
    .option('--cursor <cursor>', 'where an earlier page ended', cursor(pattern));
}

interface Listed<Row, Group> {
  /** Of the rows in the result. */
  name: string;
  /** One more than the page has, where another page follows. */
  rows: Row[];
  limit: number;
  columns: readonly Column<Row>[];
  /** Line in place of a table without rows. */
  none: string;
  /** What is counted over all pages. */
  groups?: Group[];
  groupColumns?: readonly Column<Group>[];
}

/** One page of a list, as an object and as tables. */
export function pageOfRows<Row extends { id: string }, Group>(
  listed: Listed<Row, Group>,
): [result: Record<string, unknown>, lines: string[]] {
  const { name, rows, limit, columns, none, groups, groupColumns = [] } = listed;
  const { items, nextCursor } = pageOf(rows, limit);
  const width = terminalWidth();
  const result = { ...(groups === undefined ? {} : { groups }), [name]: items, nextCursor };
  return [
    result,
    [
      ...(groups === undefined || groups.length === 0 ? [] : [...tableOf(groups, groupColumns, width), '']),
      ...(items.length === 0 ? [none] : tableOf(items, columns, width)),
      ...(nextCursor === null ? [] : [`more: --cursor ${nextCursor}`]),
    ],
  ];
}
