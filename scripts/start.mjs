/**
 * `npm start`: sets up what the service needs on this machine, compiles it and runs it with all its parts.
 * Arguments are those of `corridor up`.
 */
import { inProject } from './lib/project.mjs';
import { runForeground } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';

async function main() {
  const tools = await setUp({ need: needsOf('start') });
  return runForeground(process.execPath, [inProject('dist', 'cli', 'main.js'), 'up', ...process.argv.slice(2)], {
    env: { ...process.env, ...toolEnvironment(tools) },
  });
}

await runOnSupportedNode(main);
