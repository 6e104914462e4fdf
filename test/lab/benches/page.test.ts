import { atMost, plainRow, rowOf } from '../../../lab/benches/harness';
import { pageWith, type MeasuredTable } from '../../../lab/benches/page';

const MEASURED = { commit: '1a2b3c4', date: '2026-11-26', pace: 'default', machine: '2 cores' };
const QUIET = { isQuiet: true, says: 'The machine was quiet.' };
const NAMES = ['reads', 'creates', 'growth'];

function table(ours: number, quiet = QUIET): MeasuredTable {
  const promise = { unit: 'ms', must: atMost(2), aim: null };
  const rows = [
    plainRow({ ...promise, operation: 'get | list', ours }),
    plainRow({ ...promise, operation: 'statements', unit: 'count', ours }),
    rowOf({ ...promise, operation: 'beside bare', floorName: 'F1' }, [{ floor: 7.5, ours: 7.5 * ours }]),
  ];
  return { table: { title: 'Reads', rows, notes: ['One client.'] }, quiet };
}

it('renews the sections that were measured, leaves the others, and keeps the order of the benchmarks', () => {
  const first = pageWith(
    '',
    NAMES,
    new Map([
      ['growth', table(1)],
      ['reads', table(2)],
    ]),
    MEASURED,
  );
  const second = pageWith(
    first,
    NAMES,
    new Map([
      ['creates', table(3)],
      ['reads', table(4)],
    ]),
    MEASURED,
  );
  expect(second.match(/^## .*$/gm)).toEqual(['## reads', '## creates', '## growth']);
  expect(second).toContain('| get \\| list | ms |  | 1.00 |  | <= 2 |  | must met |');
  expect(second).toContain('| get \\| list | ms |  | 4.00 |  | <= 2 |  | missed |');
  expect(second).not.toContain('| 2.00 |');
  expect(second.match(/^# /gm)).toHaveLength(1);
  expect(pageWith(second, NAMES, new Map(), MEASURED)).toBe(second);
});

it('forgets the section of a benchmark that is no more', () => {
  const page = pageWith(
    '',
    NAMES,
    new Map([
      ['reads', table(1)],
      ['growth', table(2)],
    ]),
    MEASURED,
  );
  expect(pageWith(page, ['growth'], new Map(), MEASURED).match(/^## .*$/gm)).toEqual(['## growth']);
});

it('leaves out times and rates of a machine that was not quiet, but neither counts nor ratios to a floor', () => {
  const says = 'The machine was not quiet.';
  const page = pageWith('', NAMES, new Map([['reads', table(1, { isQuiet: false, says })]]), MEASURED);
  expect(page).toContain(`Reads. Commit 1a2b3c4, 2026-11-26, pace default, 2 cores. ${says}`);
  expect(page).toContain('| get \\| list | ms |  | not measured |  | <= 2 |  | not measured |');
  expect(page).toContain('| statements | count |  | 1.00 |  | <= 2 |  | must met |');
  expect(page).toContain('| beside bare | ms |  | not measured | 1.00 | <= 2 |  | must met |');
});
