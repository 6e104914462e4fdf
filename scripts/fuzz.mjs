/**
 * `npm run fuzz`: has Schemathesis ask every operation of a running service whatever its OpenAPI document allows, and what
 * it does not, with all checks. `scripts/schemathesis/` says which findings are decisions.
 *
 * It needs Schemathesis in a virtual environment (`python3 -m venv V && V/bin/pip install schemathesis==4.32.5`), named by
 * SCHEMATHESIS (`V/bin/schemathesis`), and a service of its own, since it leaves much behind:
 * `npm start -- --no-story --port 18500 --data-dir D`. Arguments: `--data-dir D`, then those of `schemathesis run`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './lib/project.mjs';
import { run, runForeground } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

const ANSWER_LIMIT_MS = 60_000;

/** A key that no limit gets in the way of. */
async function makeKey(directory) {
  const options = ['--account', 'Fuzzed', '--plan', 'enterprise', '--endpoint-limits', 'none', '--json'];
  const command = [inProject('dist', 'cli', 'main.js'), '--data-dir', directory, 'keys', 'create', ...options];
  return JSON.parse(await run(process.execPath, command, { limitMs: ANSWER_LIMIT_MS })).key;
}

async function main() {
  const [option, directory, ...rest] = process.argv.slice(2);
  if (option !== '--data-dir' || directory === undefined) throw new Error('Say --data-dir, as with npm start.');
  const { baseUrl, partnerKey, operatorKey } = JSON.parse(readFileSync(path.join(directory, 'run.json'), 'utf8'));
  const keys = { CLIENT_KEY: await makeKey(directory), PARTNER_KEY: partnerKey, OPERATOR_KEY: operatorKey };
  const config = inProject('scripts', 'schemathesis', 'schemathesis.toml');
  const command = ['--config-file', config, 'run', `${baseUrl}/openapi.json`, ...rest];
  return runForeground(process.env.SCHEMATHESIS ?? 'schemathesis', command, {
    cwd: directory,
    env: { ...process.env, ...keys, PYTHONPATH: inProject('scripts', 'schemathesis') },
  });
}

await runOnSupportedNode(main);
