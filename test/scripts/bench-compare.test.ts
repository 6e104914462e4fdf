import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(path.join(__dirname, '..', '..', 'scripts', 'bench-compare.mjs')).href;

/** Runs an expression over the module in a process of its own: it is no part of what jest compiles. */
function evaluate(expression: string): unknown {
  const script = `import * as compare from ${JSON.stringify(MODULE)};
    process.stdout.write(JSON.stringify(${expression}))`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

it('compares the figures that both checkouts know, by the median of the ratios of the rounds', () => {
  const rounds = `[[10, 20], [8, 10], [30, 30]].map(([here, there]) => ({
    here: new Map([['CPU, ms', here], ['new, count', 1]]),
    there: new Map([['CPU, ms', there], ['old, count', 1]]),
  }))`;
  expect(evaluate(`compare.compareRounds(${rounds})`)).toEqual([{ name: 'CPU, ms', there: 20, here: 10, ratio: 0.8 }]);
});

it('reads the figures of a run by operation and unit, and numbers those of the same name', () => {
  const rows = [44, 50].map((ours) => ({ operation: 'WAL of one', unit: 'KiB', ours }));
  const result = { tables: [{ title: 't', rows }] };
  expect(evaluate(`[...compare.figuresOf(${JSON.stringify(result)})]`)).toEqual([
    ['WAL of one, KiB', 44],
    ['WAL of one, KiB (2)', 50],
  ]);
});
