/**
 * Writes docs/openapi.json from the operations of the service, and the methods and types of the clients from it; with --check it
 * only tells whether the files are current.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buildProject } from './lib/build.mjs';
import { goOperations, goTypes } from './lib/clients/go.mjs';
import { clientMethods } from './lib/clients/model.mjs';
import { pythonOperations } from './lib/clients/python.mjs';
import { pythonTypes } from './lib/clients/python-types.mjs';
import { typescriptOperations } from './lib/clients/typescript.mjs';
import { SetUpError } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

const require = createRequire(import.meta.url);
const FILE = inProject('docs', 'openapi.json');
const inTypeScript = (name) => inProject('client', 'src', name);
const inGo = (name) => inProject('client', 'go', name);
const inPython = (name) => inProject('client', 'python', 'corridor', name);

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
function typescriptTypes(document) {
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

/** @returns {Promise<{ file: string, content: string }[]>} what the clients have of the operations */
async function clientFiles(document) {
  const methods = clientMethods(document);
  return [
    { file: inTypeScript('schema.d.ts'), content: typescriptTypes(document) },
    { file: inTypeScript('operations.ts'), content: await typescriptOperations(methods) },
    { file: inPython('types.py'), content: pythonTypes(document) },
    { file: inPython('operations.py'), content: pythonOperations(methods) },
    { file: inGo('types.go'), content: goTypes(document, methods) },
    { file: inGo('operations.go'), content: goOperations(document, methods) },
  ];
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

await runOnSupportedNode(async () => {
  const document = await currentDocument();
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const generated = await clientFiles(document);
  if (!process.argv.includes('--check')) {
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, text);
    for (const { file, content } of generated) writeFileSync(file, content);
    return 0;
  }
  const written = readIfThere(FILE);
  // Apart: two changes that met may have left the clients behind a document that is current.
  const behind = generated.filter(({ file, content }) => content !== readIfThere(file)).map(({ file }) => file);
  if (text === written && behind.length === 0) return 0;
  const changed = differences(JSON.parse(written || '{}'), JSON.parse(text)).slice(0, 20);
  const where = changed.length === 0 ? behind : changed;
  throw new SetUpError(
    `What the service does is not in docs/openapi.json or in the clients; run "node scripts/openapi.mjs". It differs in:\n  ${where.join('\n  ')}`,
  );
});
