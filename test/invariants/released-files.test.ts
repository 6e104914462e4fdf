import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const LIST = path.join(__dirname, 'released-files.json');

/** Files that are never changed once they are released: the baseline schema and the migrations. */
function frozenFiles(): string[] {
  return ['db/schema', 'db/migrations'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((name) => /\.(sql|ts)$/.test(name) && name !== 'index.ts')
      .map((name) => `${folder}/${name}`),
  );
}

function hashesOf(files: readonly string[]): Record<string, string> {
  const hash = (file: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(ROOT, file)))
      .digest('hex');
  return Object.fromEntries([...files].sort().map((file) => [file, hash(file)]));
}

// A release records its files (CONTRIBUTING.md, "Release"); the list is empty before the first one.
if (process.env['UPDATE_RELEASED'] === '1') {
  writeFileSync(LIST, `${JSON.stringify(hashesOf(frozenFiles()), null, 2)}\n`);
}

it('a schema file or migration of a release is never changed', () => {
  const released = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, string>;
  expect(hashesOf(Object.keys(released))).toEqual(released);
});
