/**
 * Compiles the TypeScript sources to `dist/` and bundles the workflows once.
 *
 * Only what changed is compiled again: a source is skipped when its output is newer. Type checking is
 * `npm run check`, not part of the build, so that a start is quick.
 */
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.join(root, 'dist');
const SOURCES = [
  'lib',
  'domain',
  'workflows',
  'activities',
  'db',
  'importers',
  'api',
  'process',
  'console',
  'cli',
  'lab',
  'docs/guides',
  'docs/images',
  'docs/receivers',
  'docs/examples',
];
/** Files that are read at run time and so stand beside the compiled code. */
const ASSET = /\.(csv|json|sql|css|html|svg|png|ttf|woff2|icc|txt|js|mjs|py|go|md|br)$/;

function* filesBelow(folder) {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(full);
    else yield full;
  }
}

/**
 * Packages that most processes never use, or only hours after their start: each is loaded with its first use, and again after
 * a failure. Where a module uses one as it loads itself, nothing changes.
 */
const LOADED_ON_DEMAND = [
  '@cantoo/pdf-lib',
  'csv-parse',
  'csv-parse/sync',
  'fflate',
  'saxes',
  'ssh2',
  'transliteration',
];

const modifiedAt = (file) => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0);

function outputOf(source) {
  return path.join(out, path.relative(root, source)).replace(/\.tsx?$/, '.js');
}

/** Removes compiled files whose source is gone: a stale module must never be loaded. */
function sweep(expected) {
  for (const file of filesBelow(out)) {
    const plain = file.replace(/\.map$/, '');
    if (!expected.has(plain) && !plain.startsWith(path.join(out, 'workflow-bundle'))) fs.rmSync(file);
  }
}

function compile(swc, source, target) {
  const { code, map } = swc.transformFileSync(source, {
    filename: source,
    sourceMaps: true,
    module: { type: 'commonjs', lazy: LOADED_ON_DEMAND },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: source.endsWith('.tsx') },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
  });
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map\n`);
  fs.writeFileSync(`${target}.map`, map);
}

async function bundleWorkflows(changed) {
  const target = path.join(out, 'workflow-bundle.js');
  if (!changed && fs.existsSync(target)) return;
  const { bundleWorkflowCode } = require('@temporalio/worker');
  const quiet = { trace() {}, debug() {}, info() {}, log() {}, warn: console.warn, error: console.error };
  // Loaded once for a context that many executions share, in place of once for each of them. What a module keeps between
  // executions must therefore be the same for all: proxies, definitions, look-up tables, and nothing of one execution.
  const workflowsPath = path.join(out, 'workflows', 'index.js');
  // Stack traces need lines only. Columns and the text of the sources are most of a map, of which each thread has one.
  const devtool = 'inline-nosources-cheap-module-source-map';
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    preloadModules: [workflowsPath],
    logger: quiet,
    webpackConfigHook: (config) => ({ ...config, devtool }),
  });
  // With one character beyond Latin-1, V8 stores the whole text with two bytes a character, in each thread.
  const latin = code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  fs.writeFileSync(`${target}.new`, latin);
  fs.renameSync(`${target}.new`, target);
}

export async function build() {
  const swc = require('@swc/core');
  const expected = new Set();
  let changed = 0;
  let workflowsChanged = false;
  // What this file says of the output concerns all that it has made.
  const settingsChangedAt = modifiedAt(fileURLToPath(import.meta.url));
  for (const folder of SOURCES) {
    for (const source of filesBelow(path.join(root, folder))) {
      const isCode = /\.tsx?$/.test(source) && !source.endsWith('.d.ts');
      if (!isCode && !ASSET.test(source)) continue;
      const target = outputOf(source);
      expected.add(target);
      if (modifiedAt(target) >= Math.max(modifiedAt(source), settingsChangedAt)) continue;
      changed += 1;
      if (folder === 'workflows' || folder === 'domain') workflowsChanged = true;
      if (isCode) compile(swc, source, target);
      else {
        fs.mkdirSync(path.dirname(target), { recursive: true });
        fs.copyFileSync(source, target);
      }
    }
  }
  sweep(expected);
  if (fs.existsSync(path.join(out, 'workflows', 'index.js'))) await bundleWorkflows(workflowsChanged);
  return changed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = Date.now();
  const changed = await build();
  if (changed > 0) console.log(`Built ${changed} files in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}
