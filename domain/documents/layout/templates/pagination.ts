/** Heights in CSS pixels, as the browser measured them. */
export interface Heights {
  /** Title and grid of the first page. */
  firstHead: number;
  /** Title line of the following pages. */
  nextHead: number;
  tableHead: number;
  rows: readonly number[];
  /** What the table comes to, right after its last row. */
  totals: number;
  tail: readonly number[];
  /** What stands over each block of the tail where a page begins with it: the head of a list that goes on. */
  tailHeads: readonly number[];
}

export interface Paper {
  /** Room between the top margin and the footer. */
  available: number;
  /** One line of subtotals. */
  carry: number;
  maxRowsPerPage: number;
}

/** What stands on one page; ranges are half-open. */
export interface PagePlan {
  first: boolean;
  rows: readonly [from: number, to: number];
  /** Whether the totals stand here. */
  totals: boolean;
  tail: readonly [from: number, to: number];
}

/** Something is higher than a whole page: no division into pages can help. */
export class TooTall extends Error {
  constructor() {
    super('a line or block is higher than a page');
    this.name = 'TooTall';
  }
}

/** Everything on one page: right for most documents, and what the first measurement shows. */
export function singlePage(rowCount: number, tailCount: number): PagePlan {
  return { first: true, rows: [0, rowCount], totals: true, tail: [0, tailCount] };
}

interface Placed {
  to: number;
  /** Whether the totals stand under the last row. */
  totals: boolean;
  room: number;
}

/**
 * Places as many rows on a page as fit, beginning with row `from`. The last row stays with the totals if both fit on
 * one page.
 */
function placeRows(heights: Heights, paper: Paper, from: number, room: number): Placed {
  const last = heights.rows.length - 1;
  const fresh = paper.available - heights.nextHead - heights.tableHead - paper.carry;
  const isTogether = (heights.rows[last] ?? 0) + heights.totals <= fresh;
  let rest = room - heights.tableHead - (from > 0 ? paper.carry : 0);
  let to = from;
  while (to <= last && to - from < paper.maxRowsPerPage) {
    const height = heights.rows[to] ?? 0;
    const after = to === last ? (isTogether ? heights.totals : 0) : paper.carry;
    if (height + after > rest) break;
    rest -= height;
    to += 1;
  }
  const totals = to > last && heights.totals <= rest;
  return { to, totals, room: totals ? rest - heights.totals : rest };
}

/** @returns the index after the last tail block that fits into the room */
function placeTail(heights: Heights, from: number, room: number): number {
  let rest = room - (heights.tailHeads[from] ?? 0);
  let to = from;
  while (to < heights.tail.length && (heights.tail[to] ?? 0) <= rest) {
    rest -= heights.tail[to] ?? 0;
    to += 1;
  }
  return to;
}

/**
 * Divides rows, totals and tail blocks into pages. A page that is not the last keeps room for its subtotals.
 * @throws TooTall when the head, a row or a block does not fit on a page of its own
 */
export function paginate(heights: Heights, paper: Paper): PagePlan[] {
  if (heights.firstHead > paper.available) throw new TooTall();
  const pages: PagePlan[] = [];
  const count = heights.rows.length;
  let row = 0;
  let block = 0;
  let hasTotals = false;
  while (row < count || !hasTotals || block < heights.tail.length) {
    const first = pages.length === 0;
    const room = paper.available - (first ? heights.firstHead : heights.nextHead);
    const start = { row, block, hasTotals };
    let rest = room;
    if (row < count) {
      const placed = placeRows(heights, paper, row, room);
      row = placed.to;
      hasTotals = placed.totals;
      rest = row === start.row ? room : placed.room;
    } else if (!hasTotals) {
      // A row of totals stands under the head of the table.
      const height = heights.tableHead + heights.totals;
      hasTotals = height <= room;
      rest = room - height;
    }
    if (hasTotals) block = placeTail(heights, block, rest);
    const isIdle = row === start.row && block === start.block && hasTotals === start.hasTotals;
    if (!first && isIdle) throw new TooTall();
    pages.push({ first, rows: [start.row, row], totals: hasTotals && !start.hasTotals, tail: [start.block, block] });
  }
  return pages;
}
