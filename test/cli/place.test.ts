import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataDir } from '../../cli/place';
import { closeAtEnd } from '../support/closing';

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'corridor-place-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('a data directory', () => {
  const given = process.env['DATA_KEY'];
  beforeEach(() => delete process.env['DATA_KEY']);
  afterEach(() => {
    if (given !== undefined) process.env['DATA_KEY'] = given;
  });

  it('has the key that the first start of its service made, which only its owner may read', () => {
    const dataDir = new DataDir(newFolder());
    expect(dataDir.dataKey()).toBeNull();
    const made = dataDir.ensureDataKey();
    expect(Buffer.from(made, 'base64')).toHaveLength(32);
    expect([dataDir.ensureDataKey(), dataDir.dataKey()]).toEqual([made, made]);
    expect(statSync(dataDir.file('data-key')).mode & 0o777).toBe(0o600);
  });

  it.each([true, false])('loses what is ours at a reset, and nothing else (key kept: %s)', (isKeyKept) => {
    const dataDir = new DataDir(newFolder());
    const key = dataDir.ensureDataKey();
    mkdirSync(dataDir.file('postgres', 'base'), { recursive: true });
    for (const name of ['temporal.db', 'temporal.db-wal', 'run.json', 'demo-keys.json', 'theirs.txt'])
      writeFileSync(dataDir.file(name), name);
    dataDir.reset(isKeyKept);
    const left = ['postgres', 'temporal.db', 'temporal.db-wal', 'run.json', 'demo-keys.json'].filter((name) =>
      existsSync(dataDir.file(name)),
    );
    expect(left).toEqual([]);
    expect(readFileSync(dataDir.file('theirs.txt'), 'utf8')).toBe('theirs.txt');
    expect(dataDir.dataKey()).toBe(isKeyKept ? key : null);
  });
});
