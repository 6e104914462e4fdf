/** Heights in CSS pixels, as the browser measured them. */
export interface Heights {
  /** Title and grid of the first page. */
  firstHead: number;
  tableHead: number;
  rows: readonly number[];
  tail: readonly number[];
}

export interface Paper {
  /** Room between the top margin and the footer. */
  available: number;
  /** Title line of the following pages. */
  nextHead: number;
  /** One line of subtotals. */
  carry: number;
  maxRowsPerPage: number;
}

/** What stands on one page; ranges are half-open. */
export interface PagePlan {
  first: boolean;
  rows: readonly [from: number, to: number];
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
  return { first: true, rows: [0, rowCount], tail: [0, tailCount] };
}

function placeRows(heights: Heights, paper: Paper, from: number, room: number): { to: number; room: number } {
  let rest = room - heights.tableHead - (from > 0 ? paper.carry : 0);
  let to = from;
  while (to < heights.rows.length && to - from < paper.maxRowsPerPage) {
    const height = heights.rows[to] ?? 0;
    const isLast = to === heights.rows.length - 1;
    if (height + (isLast ? 0 : paper.carry) > rest) break;
    rest -= height;
    to += 1;
  }
  return { to, room: rest };
}

function placeTail(heights: Heights, from: number, room: number): number {
  let rest = room;
  let to = from;
  while (to < heights.tail.length && (heights.tail[to] ?? 0) <= rest) {
    rest -= heights.tail[to] ?? 0;
    to += 1;
  }
  return to;
}

/**
 * Divides rows and tail blocks into pages. A page that is not the last keeps room for its subtotals.
 * @throws TooTall when a row or block does not fit on a page of its own
 */
export function paginate(heights: Heights, paper: Paper): PagePlan[] {
  const pages: PagePlan[] = [];
  let row = 0;
  let block = 0;
  while (row < heights.rows.length || block < heights.tail.length || pages.length === 0) {
    const first = pages.length === 0;
    const room = paper.available - (first ? heights.firstHead : paper.nextHead);
    const start = { row, block };
    let rest = room;
    if (row < heights.rows.length) {
      const placed = placeRows(heights, paper, row, room);
      row = placed.to;
      rest = placed.to === start.row ? room : placed.room;
    }
    if (row === heights.rows.length) block = placeTail(heights, block, rest);
    if (!first && row === start.row && block === start.block) throw new TooTall();
    pages.push({ first, rows: [start.row, row], tail: [start.block, block] });
  }
  return pages;
}
