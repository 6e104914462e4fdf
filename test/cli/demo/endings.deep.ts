import { loadSyntheticWatchList } from '../../../activities/importers/load-starter';
import { playEveryEnding } from '../../../cli/demo/endings';
import { seedSandbox } from '../../../db/seed';
import { startStack, type Stack } from '../../support/stack';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ sandbox: true });
  await seedSandbox(stack.database, stack.vault);
  await loadSyntheticWatchList(stack.database);
});

/** Endings of the sandbox: docs/GAPS.md#P15 */
const TOLD = [
  /…0000 settles: .*submitted, accepted, processing, settled; matched$/,
  /…0001 .*: (pending, )?failed; AC01: /,
  /…0002 .*: .*processing, failed; AC04: The account is closed$/,
  /…0003 .*: (pending, )?submitted$/,
  /…0004 .*: .*settled; mismatched$/,
  /…0005 .*: .*settled, returned; BE06: /,
  /…0006 .*: .*submitted, accepted, processing, settled; matched$/,
  /…0007 settles, .*: .*settled/,
  /…0007 recalled: .*settled, returned; FOCR: /,
  /COMPLIANCE_BLOCK/,
  /released: .*settled; matched$/,
  /instead of instr_\w+: .*settled; matched$/,
  /2 entries confirm their payments, 1 contradicts its own$/,
  /booked 2150\.50: case case_\w+ \(statement_contradicts\) is open$/,
];

it('plays all endings, a release, a resubmission and a statement, and says where the pages of each are', async () => {
  const lines: string[] = [];
  const [apiKey, operatorKey] = [await stack.createKey('Demonstration'), await stack.createOperator()];
  await playEveryEnding({ baseUrl: stack.baseUrl, apiKey, operatorKey, print: (line) => lines.push(line) });
  for (const told of TOLD) expect(lines).toContainEqual(expect.stringMatching(told));
  const pages = (of: string) => lines.filter((line) => line.startsWith(`      ${stack.baseUrl}/console/${of}/`));
  expect([pages('test/payments').length, pages('operator/payments').length]).toEqual([10, 10]);
  expect(pages('operator/statements')).toHaveLength(1);
});
