import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FLAG_KINDS } from '../../db/operator-flags';
import { WORKER_QUEUES } from '../../workflows/contract';

const ROOT = path.join(__dirname, '..', '..');
const LAYERS = [
  'lib',
  'process',
  'domain',
  'db',
  'importers',
  'workflows',
  'activities',
  'api',
  'console',
  'cli',
  'lab',
  'test',
  'scripts',
  'deploy',
];
const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const SOURCE = /\.(tsx?|mjs|cjs|yml)$/;

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(file);
    return SOURCE.test(entry.name) ? [file] : [];
  });
}

const gaps = read('docs/GAPS.md');
const ids = [...gaps.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id ?? '');

describe('docs/GAPS.md', () => {
  const expected = [
    ...Array.from({ length: 9 }, (_, index) => `G${index + 1}`),
    ...['A1', 'A2', 'A3'],
    ...Array.from({ length: 15 }, (_, index) => `P${index + 1}`),
    ...Array.from({ length: 10 }, (_, index) => `W${index + 1}`),
    ...Array.from({ length: 5 }, (_, index) => `D${index + 1}`),
    ...Array.from({ length: 8 }, (_, index) => `H${index + 1}`),
    ...['L1', 'L2', 'L3', 'S1', 'commands', 'data-at-rest'],
  ];

  it('has every id, once', () => {
    expect(ids.filter((id) => expected.includes(id)).sort()).toEqual([...expected].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says for every id where the code and the tests are', () => {
    const sections = gaps.split(/^### /m).slice(1);
    expect(sections.map((section) => /^<a id="([^"]+)"><\/a>/.exec(section)?.[1])).toEqual(ids);
    expect(sections.filter((section) => !/^- Code: ./m.test(section) || !/^- Test: ./m.test(section))).toEqual([]);
  });

  it('knows every id that code cites', () => {
    const cited = LAYERS.flatMap(filesBelow).flatMap((file) =>
      [...read(file).matchAll(/docs\/GAPS\.md#([\w-]+)/g)].map(([, id]) => ({ file, id: id ?? '' })),
    );
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });
});

it.each(PAGES)('%s names only files that exist', (page) => {
  const inCode = [...read(page).matchAll(/`([^`\s]+)`/g)].map(([, text]) => text ?? '');
  const paths = inCode.filter((text) => LAYERS.some((layer) => text.startsWith(`${layer}/`)) && !/[*<{]/.test(text));
  expect(paths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  // A block of code has no links, although Go writes types in brackets before parameters in parentheses.
  const words = read(page).replace(/^```[^]*?^```$/gm, '');
  const links = [...words.matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map(([, target]) => target ?? '');
  const from = path.dirname(path.join(ROOT, page));
  expect(links.filter((target) => !existsSync(path.resolve(from, target)))).toEqual([]);
});

it('code names only files that exist', () => {
  const named = LAYERS.filter((layer) => layer !== 'test')
    .flatMap(filesBelow)
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w./-])(\w+)\/[\w./-]+\.(?:tsx?|mjs)\b/g)]
        .filter(([, layer = '']) => LAYERS.includes(layer))
        .map(([target]) => ({ file, target })),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ target }) => !existsSync(path.join(ROOT, target)))).toEqual([]);
});

it('code cites only headings that a document has', () => {
  const cited = LAYERS.filter((layer) => layer !== 'test')
    .flatMap(filesBelow)
    .flatMap((file) =>
      [...read(file).matchAll(/\b(docs\/\w+\.md), "([^"\n]+)"/g)].map(([text, page, title]) => ({
        file,
        text,
        page,
        title,
      })),
    );
  expect(cited.length).toBeGreaterThan(20);
  const isHeading = (page = '', title = ''): boolean =>
    read(page)
      .split('\n')
      .some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title);
  expect(
    cited.filter(({ page, title }) => !isHeading(page, title)).map(({ file, text }) => `${file}: ${text}`),
  ).toEqual([]);
});

describe('docs/OPERATIONS.md', () => {
  const rows = [...read('docs/OPERATIONS.md').matchAll(/^\| `?([\w-]+)`? \|/gm)].map(([, name]) => name ?? '');

  it('has a row for each queue', () => expect(rows).toEqual(expect.arrayContaining([...WORKER_QUEUES])));
  it('has a row for each kind of flag', () => expect(rows).toEqual(expect.arrayContaining([...FLAG_KINDS])));
});

it('docs/TOUR.md names functions that are in the files before them', () => {
  const named = [...read('docs/TOUR.md').matchAll(/`([^`\s]+\.tsx?)`\s+`(\w+)`/g)];
  expect(named.length).toBeGreaterThan(20);
  const isThere = (file: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(read(file));
  expect(named.filter(([, file = '', name = '']) => !isThere(file, name)).map(([text]) => text)).toEqual([]);
});
