/**
 * `npm test`: all that guards a change. Sets up what the tests need, compiles the project, runs jest with the given
 * arguments, and ends with one plain line such as `120 passed, 0 failed`.
 */
import { runJest, withLastLine } from './lib/jest.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

await runOnSupportedNode(() => withLastLine(() => runJest('test', process.argv.slice(2))));
