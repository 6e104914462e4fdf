import { cardOf, tableOf, type Column } from '../../cli/table';

interface Row {
  id: string;
  name: string | null;
  count?: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', isWhole: true, of: ({ id }) => id },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'COUNT', align: 'right', of: ({ count }) => count },
];
const table = (rows: Row[], width: number | null) => tableOf(rows, COLUMNS, width);

describe('a list in a terminal', () => {
  it('has its columns below each other, numbers by their ends', () => {
    const rows = [
      { id: 'acc_1', name: 'North', count: 7 },
      { id: 'acc_22', name: 'A', count: 1200 },
    ];
    expect(table(rows, 80)).toEqual(['ID      NAME   COUNT', 'acc_1   North      7', 'acc_22  A       1200']);
  });

  it('fits the width: long words are cut, ids never, and the last columns go first and are named', () => {
    const rows = [{ id: 'acc_0123456789', name: 'A company with a very long name', count: 5 }];
    expect(table(rows, 36)).toEqual(['ID              NAME           COUNT', 'acc_0123456789  A company wi…      5']);
    const note = ['Not shown: COUNT (wider', 'terminal, or --json)'];
    expect(table(rows, 26)).toEqual(['ID              NAME', 'acc_0123456789  A company…', ...note]);
    expect(table(rows, 10).slice(0, 2)).toEqual(['ID', 'acc_0123456789']);
    for (const width of [24, 31, 40, 55]) {
      for (const line of table(rows, width)) expect(line.length).toBeLessThanOrEqual(width);
    }
  });

  it('is whole for a program that reads it', () => {
    expect(table([{ id: '1', name: 'x'.repeat(500), count: 1 }], null)[1]).toContain('x'.repeat(500));
  });

  it('leaves out a column without any value', () => {
    expect(table([{ id: 'a', name: null, count: 1 }], 80)).toEqual(['ID  COUNT', 'a       1']);
  });

  it('takes two cells for a letter of East Asia, and shows no command to the terminal', () => {
    const rows = [
      { id: 'a', name: '东方贸易', count: 1 },
      { id: 'b', name: '\u001b[2Jx\ny', count: 2 },
    ];
    expect(table(rows, 80)).toEqual(['ID  NAME      COUNT', 'a   东方贸易      1', 'b   [2Jx y        2']);
    expect(table([{ id: 'a', name: '东方贸易公司' }], 13)).toEqual(['ID  NAME', 'a   东方贸易…']);
  });
});

describe('a card', () => {
  it('has names beside values, which are wrapped at the width', () => {
    const facts = [
      ['Partner', 'Corridor Sandbox'],
      ['Outcome', 'AC04: The account is closed'],
    ] as const;
    expect(cardOf(facts, 30)).toEqual([
      'Partner  Corridor Sandbox',
      'Outcome  AC04: The account is',
      '         closed',
    ]);
    expect(cardOf(facts, null)).toEqual(['Partner  Corridor Sandbox', 'Outcome  AC04: The account is closed']);
  });
});
