import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');
const LIMIT_MS = 60_000;

interface Bill {
  components: { name: string; version: string; purl: string; licenses: unknown[]; hashes: { content: string }[] }[];
}

it(
  'lists every package that the service needs at run time, as npm knows them, with hash and licence',
  () => {
    execFileSync(process.execPath, [path.join(ROOT, 'scripts', 'notices.mjs')]);
    const { components } = JSON.parse(readFileSync(path.join(ROOT, 'notices', 'sbom.cdx.json'), 'utf8')) as Bill;
    const listed = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable', '--long'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const known = listed
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(':')[1]?.split(' ')[0] ?? []);
    const found = components.map(({ name, version }) => `${name}@${version}`);
    expect(known.length).toBeGreaterThan(100);
    expect([...new Set(known)].filter((one) => !found.includes(one))).toEqual([]);
    expect(found).toContain('@temporalio/worker@1.24.0');
    expect(
      components.filter(({ licenses, hashes }) => licenses.length !== 1 || hashes[0]?.content.length !== 128),
    ).toEqual([]);
    const notices = readFileSync(path.join(ROOT, 'notices', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of found.slice(0, 20).map((one) => one.slice(0, one.lastIndexOf('@')))) {
      expect(notices).toContain(name);
    }
  },
  LIMIT_MS,
);
