/**
 * Checks who imports whom, by the rules of .dependency-cruiser.cjs and .dependency-cruiser.determinism.cjs.
 * `node scripts/check-imports.mjs [directory]`; quiet when all is well, else one line for each import at fault.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { runMain } from './lib/failure.mjs';
import { PROJECT_DIRECTORY, inProject } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const CONFIGURATIONS = ['.dependency-cruiser.cjs', '.dependency-cruiser.determinism.cjs'];
const LAYERS = [
  'lib',
  'domain',
  'db',
  'importers',
  'workflows',
  'activities',
  'api',
  'process',
  'console',
  'cli',
  'lab',
  'client',
  'test',
];

/** @returns {string[]} the layers that exist in the directory and hold something */
function roomsIn(directory) {
  return LAYERS.filter((layer) => {
    const folder = path.join(directory, layer);
    return existsSync(folder) && readdirSync(folder).length > 0;
  });
}

/** @returns {string} the import at fault in a sentence */
function sentence({ from, to, cycle, via, rule }, comments) {
  const steps = (cycle ?? via ?? []).map(({ name }) => name);
  const way = steps.length > 1 ? ` (${[from, ...steps].join(' -> ')})` : '';
  return `${from} must not import ${to}${way}. ${comments.get(rule.name)} [${rule.name}]`;
}

/** @returns {Promise<string[]>} one sentence for each violation of one configuration */
async function violationsOf(configuration, directory) {
  const { forbidden, options } = require(inProject(configuration));
  const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]));
  const tsConfig = extractTSConfig(inProject('tsconfig.json'));
  const { output } = await cruise(
    roomsIn(directory),
    { ...options, ruleSet: { forbidden }, validate: true, baseDir: directory },
    options.enhancedResolveOptions,
    { tsConfig },
  );
  return output.summary.violations.map((violation) => sentence(violation, comments));
}

await runMain(async () => {
  const directory = path.resolve(process.argv[2] ?? PROJECT_DIRECTORY);
  const found = [];
  for (const configuration of CONFIGURATIONS) found.push(...(await violationsOf(configuration, directory)));
  for (const line of [...new Set(found)].sort()) process.stderr.write(`${line}\n`);
  return found.length === 0 ? 0 : 1;
});
