import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(path.join(__dirname, '..', '..', 'scripts', 'mutation', 'room-sandbox.mjs')).href;

interface Failure {
  test: string;
  name: string;
  error: string;
}

/** Says what a run with a mutant has shown; the module is loaded by a process of its own, since jest compiles no modules. */
function verdictOf(code: number | null, failure: Failure | null): unknown {
  const script = `import { verdictOf } from ${JSON.stringify(MODULE)};
    console.log(JSON.stringify(verdictOf(${JSON.stringify(code)}, ${JSON.stringify(failure)})));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

const failureWith = (error: string): Failure => ({ test: 'test/db/a.test.ts', name: 'keeps it', error });

describe('a mutant', () => {
  it('is noticed by a test that fails, and by tests that do not end', () => {
    const failed = verdictOf(1, failureWith('Error: expect(received).toBe(expected)'));
    expect(failed).toEqual({ status: 'noticed', test: 'test/db/a.test.ts', by: 'test/db/a.test.ts: keeps it' });
    expect(verdictOf(null, null)).toEqual({ status: 'noticed', by: 'no end' });
    const isNoJson = failureWith('SyntaxError: Unexpected token } in JSON at position 24');
    expect(verdictOf(1, isNoJson)).toMatchObject({ status: 'noticed' });
  });

  it('is not noticed by files that cannot be loaded', () => {
    expect(verdictOf(1, null)).toEqual({ status: 'invalid', by: 'cannot be loaded' });
    expect(verdictOf(1, failureWith("Error: Cannot find module '../lib/clock'"))).toMatchObject({ status: 'invalid' });
    expect(verdictOf(1, failureWith('SyntaxError: Unexpected token'))).toMatchObject({ status: 'invalid' });
    expect(verdictOf(1, failureWith('error: syntax error at or near "and"'))).toMatchObject({ status: 'invalid' });
  });

  it('survives where all tests pass', () => {
    expect(verdictOf(0, null)).toEqual({ status: 'survived' });
  });
});
