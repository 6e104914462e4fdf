/**
 * Fetches OpenAPI Explorer (Apache-2.0) and keeps the one file of it that browsers load, compressed, in api/docs/assets, with
 * its licence. The package itself brings hundreds of others, which a service that serves one script has no use for.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { runMain } from './lib/failure.mjs';
import { inProject } from './lib/project.mjs';

const VERSION = '2.4.820';
const FILE = inProject('api', 'docs', 'assets', 'openapi-explorer.js.br');
const LICENCE = inProject('api', 'docs', 'assets', 'openapi-explorer.licence.txt');

await runMain(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corridor-reference-'));
  try {
    execFileSync('npm', ['pack', `openapi-explorer@${VERSION}`, '--silent'], { cwd: folder });
    execFileSync('tar', ['-xzf', `openapi-explorer-${VERSION}.tgz`], { cwd: folder });
    const script = readFileSync(path.join(folder, 'package', 'dist', 'browser', 'openapi-explorer.min.js'));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    writeFileSync(FILE, brotliCompressSync(script, { params }));
    copyFileSync(path.join(folder, 'package', 'LICENSE'), LICENCE);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
