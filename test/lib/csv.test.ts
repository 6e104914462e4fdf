import { csvLine } from '../../lib/csv';

it('quotes what would break a line of RFC 4180, and leaves figures as they are', () => {
  const cells = ['a', 'b,c', 'say "no"', 'two\r\nlines', null, -5, true];
  expect(csvLine(cells)).toBe('a,"b,c","say ""no""","two\r\nlines",,-5,true\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  // For a reader that separates cells by semicolons or tabs, a cell begins there.
  ['x;=HYPERLINK("https://example.com")', `"x;'=HYPERLINK(""https://example.com"")"`],
  ['x\t=1', "x\t'=1"],
  ['x\n=1', `"x\n'=1"`],
  ['a-b=c; d', 'a-b=c; d'],
])('puts an apostrophe before what a spreadsheet would run: %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});
