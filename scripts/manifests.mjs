/**
 * `npm run manifests`: renders the plain manifests of deploy/kubernetes from the chart, with the values that lie beside
 * them. `--digest` prints the digest of what they are rendered from; each manifest has it in its first lines. `--helm` finds
 * or builds Helm and prints where it is, or nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetUpError, runMain } from './lib/failure.mjs';
import { ensureHelm } from './lib/helm.mjs';
import { inProject } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const CHART = inProject('deploy', 'helm', 'corridor');
const PLACE = inProject('deploy', 'kubernetes');
const RENDER_LIMIT_MS = 60_000;
/** Helm takes a version of Kubernetes where it asks no cluster. */
const KUBERNETES = '1.36.0';

/** The job first: `kubectl wait` for it, then the rest. */
const FILES = {
  'migrate.yaml': ['--show-only', 'templates/migrate.yaml'],
  'corridor.yaml': ['--no-hooks'],
};

function digest() {
  const hash = createHash('sha256');
  const templates = readdirSync(path.join(CHART, 'templates')).map((name) => path.join('templates', name));
  for (const name of ['Chart.yaml', 'values.yaml', ...templates.sort()])
    hash.update(readFileSync(path.join(CHART, name)));
  return hash.update(readFileSync(path.join(PLACE, 'values.yaml'))).digest('hex');
}

await runMain(async () => {
  if (process.argv.includes('--digest')) {
    process.stdout.write(digest());
    return 0;
  }
  const helm = await ensureHelm();
  if (process.argv.includes('--helm')) {
    process.stdout.write(helm ?? '');
    return 0;
  }
  if (helm === null) throw new SetUpError('Without Helm nothing is rendered.');
  const args = ['template', 'corridor', CHART, '--namespace', 'corridor', '--kube-version', KUBERNETES];
  const values = ['--values', path.join(PLACE, 'values.yaml')];
  for (const [name, options] of Object.entries(FILES)) {
    const text = await run(helm, [...args, ...values, ...options], { limitMs: RENDER_LIMIT_MS });
    const head = `# Rendered from deploy/helm/corridor by npm run manifests; what it was rendered from: sha256\n# ${digest()}\n`;
    writeFileSync(path.join(PLACE, name), head + text);
  }
  return 0;
});
