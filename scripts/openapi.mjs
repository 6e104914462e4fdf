/**
 * Writes docs/openapi.json from the operations of the service, and the types of the client from it; with --check it only
 * tells whether both files are current.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildProject } from './lib/build.mjs';
import { SetUpError, runMain } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';

const require = createRequire(import.meta.url);
const FILE = inProject('docs', 'openapi.json');
const TYPES = inProject('client', 'src', 'schema.d.ts');

async function currentDocument() {
  await buildProject();
  const { ENDPOINTS } = require(inProject('dist', 'api', 'endpoints.js'));
  const { openApiDocument } = require(inProject('dist', 'api', 'openapi', 'document.js'));
  return openApiDocument(ENDPOINTS);
}

/** The document without its examples: as comments they would be most of the client's types. */
function withoutExamples(document) {
  return JSON.stringify(document, (name, value) => (/^examples?$/.test(name) ? undefined : value));
}

/** @returns {string} types of every schema and operation, as the client in client/ uses them */
function clientTypes(document) {
  const generator = inProject('node_modules', 'openapi-typescript', 'bin', 'cli.js');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corridor-openapi-'));
  try {
    const source = path.join(folder, 'openapi.json');
    const types = path.join(folder, 'schema.d.ts');
    writeFileSync(source, withoutExamples(document));
    execFileSync(process.execPath, [generator, source, '--output', types], { stdio: 'ignore' });
    return readFileSync(types, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** @returns {string[]} where two documents differ, at most two levels deep: `paths /v1/webhooks` */
function differences(before, after) {
  const names = (one, other) => [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return names(before, after).flatMap((part) => {
    if (same(before[part], after[part])) return [];
    if (typeof before[part] !== 'object' || typeof after[part] !== 'object') return [part];
    return names(before[part], after[part])
      .filter((name) => !same(before[part][name], after[part][name]))
      .map((name) => `${part} ${name}`);
  });
}

await runMain(async () => {
  const document = await currentDocument();
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const types = clientTypes(document);
  if (!process.argv.includes('--check')) {
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, text);
    writeFileSync(TYPES, types);
    return 0;
  }
  const written = readIfThere(FILE);
  // Apart: two changes that met may have left the types behind a document that is current.
  if (text === written && types === readIfThere(TYPES)) return 0;
  const changed = differences(JSON.parse(written || '{}'), JSON.parse(text)).slice(0, 20);
  const where = changed.length === 0 ? ['client/src/schema.d.ts'] : changed;
  throw new SetUpError(
    `What the service does is not in docs/openapi.json or the client's types; run "node scripts/openapi.mjs". It differs in:\n  ${where.join('\n  ')}`,
  );
});
