import fc from 'fast-check';
import { paginate, TooTall, type Heights, type Paper } from '../../domain/documents/layout/templates/pagination';

const PAPER: Paper = { available: 100, carry: 5, maxRowsPerPage: 20 };
const heights = (rows: number[], tail: number[] = [10], totals = 0): Heights => ({
  firstHead: 30,
  nextHead: 10,
  tableHead: 5,
  rows,
  totals,
  tail,
  tailHeads: tail.map(() => 0),
});

it('leaves a short document on one page', () => {
  expect(paginate(heights([10, 10]), PAPER)).toEqual([{ first: true, rows: [0, 2], totals: true, tail: [0, 1] }]);
});

it('carries rows over and keeps room for the subtotals', () => {
  const pages = paginate(heights([20, 20, 20, 20]), PAPER);
  expect(pages).toEqual([
    { first: true, rows: [0, 3], totals: false, tail: [0, 0] },
    { first: false, rows: [3, 4], totals: true, tail: [0, 1] },
  ]);
});

it('starts the rows on the second page when the head fills the first', () => {
  expect(paginate({ ...heights([50]), firstHead: 95 }, PAPER)).toEqual([
    { first: true, rows: [0, 0], totals: false, tail: [0, 0] },
    { first: false, rows: [0, 1], totals: true, tail: [0, 1] },
  ]);
});

it('takes the last row to the next page with the totals that belong to it', () => {
  expect(paginate(heights([20, 20, 20], [10], 15), PAPER)).toEqual([
    { first: true, rows: [0, 2], totals: false, tail: [0, 0] },
    { first: false, rows: [2, 3], totals: true, tail: [0, 1] },
  ]);
});

it('parts the totals from the last row only where no page holds both', () => {
  expect(paginate(heights([75], [10], 40), PAPER)).toEqual([
    { first: true, rows: [0, 0], totals: false, tail: [0, 0] },
    { first: false, rows: [0, 1], totals: false, tail: [0, 0] },
    { first: false, rows: [1, 1], totals: true, tail: [0, 1] },
  ]);
});

it('refuses what is higher than a page', () => {
  expect(() => paginate(heights([200]), PAPER)).toThrow(TooTall);
  expect(() => paginate(heights([10], [200]), PAPER)).toThrow(TooTall);
  expect(() => paginate({ ...heights([10]), firstHead: 101 }, PAPER)).toThrow(TooTall);
  expect(() => paginate({ ...heights([10], [60, 60]), nextHead: 50 }, PAPER)).toThrow(TooTall);
});

it('keeps room for the head of a list that goes on over a page', () => {
  const listed = { ...heights([10], [40, 40, 40, 40]), tailHeads: [0, 15, 15, 15] };
  expect(paginate(listed, PAPER).map(({ tail }) => tail)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
});

it('places everything once, in order, and never over the edge', () => {
  const height = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(
      fc.array(height, { maxLength: 80 }),
      fc.array(height, { minLength: 1, maxLength: 6 }),
      height,
      (rows, tail, totals) => {
        const all = heights(rows, tail, totals);
        const pages = paginate(all, PAPER);
        let row = 0;
        let block = 0;
        for (const page of pages) {
          expect(page.rows[0]).toBe(row);
          expect(page.tail[0]).toBe(block);
          [, row] = page.rows;
          [, block] = page.tail;
          const shown = rows.slice(...page.rows);
          expect(shown.length).toBeLessThanOrEqual(PAPER.maxRowsPerPage);
          const carries =
            (page.rows[0] > 0 && shown.length > 0 ? 5 : 0) + (row < rows.length && shown.length > 0 ? 5 : 0);
          const table = shown.length === 0 ? 0 : 5 + carries + shown.reduce((sum, each) => sum + each, 0);
          const head = page.totals && shown.length === 0 ? 5 : 0;
          const sum = page.totals ? totals + head : 0;
          const used =
            (page.first ? 30 : 10) + table + sum + tail.slice(...page.tail).reduce((sum, each) => sum + each, 0);
          expect(used).toBeLessThanOrEqual(PAPER.available);
        }
        expect(pages.filter((page) => page.totals)).toHaveLength(1);
        expect(row).toBe(rows.length);
        expect(block).toBe(tail.length);
      },
    ),
  );
});
