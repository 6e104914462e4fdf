/**
 * `npm run drills`: sets up what is needed, compiles the project and rehearses planned operations under load, such as a
 * rolling restart. Ends with 1 when something happened that must not.
 */
import { inProject } from './lib/project.mjs';
import { runForeground } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';

async function main() {
  const tools = await setUp({ need: needsOf('chaos') });
  return runForeground(process.execPath, [inProject('dist', 'lab', 'drills', 'main.js'), ...process.argv.slice(2)], {
    env: { ...process.env, ...toolEnvironment(tools) },
  });
}

await runOnSupportedNode(main);
