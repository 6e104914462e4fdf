import { atMost, plainRow, type BenchTable } from '../../../lab/benches/harness';
import { pageWith } from '../../../lab/benches/page';

const MEASURED = { date: '2026-11-26', pace: 'default', machine: '2 cores' };
const NAMES = ['reads', 'creates', 'growth'];

function table(ours: number): BenchTable {
  const row = plainRow({ operation: 'get | list', unit: 'ms', must: atMost(2), aim: null, ours });
  return { title: 'Reads', rows: [row], notes: ['One client.'] };
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
