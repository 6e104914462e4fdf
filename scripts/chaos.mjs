/**
 * `npm run chaos`: sets up what is needed, compiles the project and lets a running service meet crashes, standstills,
 * broken networks and odd partners. Ends with 1 when a promise was broken.
 */
import { inProject } from './lib/project.mjs';
import { runForeground } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';
import { needsOf, setUp, toolEnvironment } from './setup.mjs';

async function main() {
  const tools = await setUp({ need: needsOf('chaos') });
  return runForeground(process.execPath, [inProject('dist', 'lab', 'chaos', 'main.js'), ...process.argv.slice(2)], {
    env: { ...process.env, ...toolEnvironment(tools) },
  });
}

await runOnSupportedNode(main);
