import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { resolveNode } from '../../domain/hs-codes/nomenclature';
import type { Searcher } from '../../domain/hs-codes/search/query/search-words';
import type { EditionContent, NomenclatureNode } from '../../domain/imports/drafts';
import type { Importer } from '../../importers/importer';
import { STARTER_DIR } from '../../importers/starter-directory';
import { STARTER_SOURCES } from '../../importers/starter-schedules';
import { starterWords } from '../../importers/starter-words';
import { DATA_DIR, describeWithData } from '../support/reference-data';
import { codesFor, starterSearcher } from '../support/searcher';

async function contentsOf(importer: Importer): Promise<EditionContent[]> {
  const { editions } = await importer.parse({ name: 'starter', path: '' }, {});
  return editions.map(({ content }) => content);
}

async function shippedNodes(): Promise<NomenclatureNode[]> {
  return (await contentsOf(starterWords(true))).flatMap((one) => (one.kind === 'nomenclature' ? one.nodes : []));
}

async function shippedNames(): Promise<{ code: string; name: string }[]> {
  return (await contentsOf(starterWords(false))).flatMap((one) => (one.kind === 'names' ? one.names : []));
}

/** Subheadings of chapters 1 to 97 in a schedule that ships. */
async function ratedSubheadings(subject: string): Promise<Set<string>> {
  const source = STARTER_SOURCES.find(({ subjects }) => subjects.includes(subject));
  const contents = source === undefined ? [] : await contentsOf(source.importer);
  const lines = contents.flatMap((one) => (one.kind === 'schedule' ? one.lines : []));
  return new Set(lines.map(({ code }) => code.slice(0, 6)).filter((code) => code < '98'));
}

/** Words alone: case, punctuation and order of blanks are no difference. */
const wordsIn = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Source: docs/GAPS.md#H1 */
describe('the tree that ships', () => {
  /** Subheadings of HS 2022. Source: World Customs Organization, "HS Nomenclature 2022 edition" */
  const SUBHEADINGS = 5_612;

  it('resolves each of the 5,612 subheadings of HS 2022 to itself', async () => {
    const nodes = await shippedNodes();
    const tree = { nodes: new Map(nodes.map((node) => [node.code, { ...node, children: [] }])) };
    const codes = nodes.map(({ code }) => code).filter((code) => code.length === 6);
    expect(new Set(codes).size).toBe(SUBHEADINGS);
    expect(codes.filter((code) => resolveNode(tree, code)?.code !== code)).toEqual([]);
    expect(codes.filter((code) => !tree.nodes.has(code.slice(0, 4)))).toEqual([]);
  });

  it('has each subheading of the schedule of the United States, which is of the same edition', async () => {
    const rated = await ratedSubheadings('tariff:US');
    expect(rated.size).toBeGreaterThan(5_600);
    const known = new Set((await shippedNodes()).map(({ code }) => code));
    expect([...rated].filter((code) => !known.has(code))).toEqual([]);
  });

  it('says something else of each code than of its siblings', async () => {
    const nodes = await shippedNodes();
    const texts = nodes.map(({ code, description }) => `${code.slice(0, -2)} ${wordsIn(description)}`);
    const said = new Set<string>();
    const twice = texts.filter((text) => said.size === said.add(text).size);
    expect(twice).toEqual([]);
    expect(nodes.filter(({ description }) => wordsIn(description) === '')).toEqual([]);
  });
});

/** The tariff of ECOWAS that ships is of HS 2017: what of it is not in the tree was replaced. Source: docs/GAPS.md#H1 */
describe('the concordance that ships', () => {
  it('names successors in the tree for each subheading of HS 2017 that is not in it', async () => {
    const known = new Set((await shippedNodes()).map(({ code }) => code));
    const contents = await contentsOf(starterWords(false));
    const facts = contents.flatMap((one) => (one.kind === 'replacements' ? one.replacements : []));
    const replaced = new Map(facts.flatMap(({ codes }) => Object.entries(codes)));
    const former = [...(await ratedSubheadings('tariff:NG'))].filter((code) => !known.has(code));
    expect(former.length).toBeGreaterThan(100);
    // The tables of the United Nations do not have 3002.19, which HS 2022 no longer has.
    expect(former.filter((code) => !replaced.has(code))).toEqual(['300219']);
    expect([...replaced.values()].flat().filter((code) => !known.has(code))).toEqual([]);
    expect(replaced.get('851712')).toEqual(['851713', '851714']);
  });
});

describe('everyday names that ship', () => {
  it('lead to headings of the starter pack', async () => {
    const names = await shippedNames();
    const headings = new Set((await shippedNodes()).map(({ code }) => code));
    expect(names.length).toBeGreaterThan(40_000);
    expect(names.filter(({ code }) => !headings.has(code))).toEqual([]);
    expect(names.filter(({ name }) => !/\p{L}/u.test(name))).toEqual([]);
  });
});

describe('the words of the starter pack', () => {
  let searcher: Searcher;
  beforeAll(async () => {
    searcher = await starterSearcher();
  });

  const FILE = path.join(STARTER_DIR, 'rare-words.csv');
  const rows = (): { code: string; names: string }[] => parse(readFileSync(FILE, 'utf8'), { columns: true });

  it('have rare words of the trade in the order of their codes, each said once of a code', () => {
    const codes = rows().map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    const twice = rows().filter(({ names }) => {
      const list = names.toLowerCase().split('; ');
      return new Set(list).size < list.length;
    });
    expect(twice).toEqual([]);
  });

  it.each([
    ['scutching machine', '844519'],
    ['tacheometer', '901520'],
    ['rubidium', '280519'],
    ['plansifter', '843780'],
    ['captafol preparation', '380859'],
    ['glyceryl abietate', '380630'],
    ['lambda-cyhalothrin', '380861'],
    ['beaming machine', '844590'],
  ])('lead from %s to %s', (query, code) => {
    expect(codesFor(searcher, query, 10)).toContain(code);
  });

  it('lead from goods that look like those of another code to their own code first', () => {
    const file = path.join(STARTER_DIR, 'looks-like.csv');
    const pairs: { code: string; name: string; not: string }[] = parse(readFileSync(file, 'utf8'), { columns: true });
    const known = new Set(searcher.index.codes);
    expect(pairs.filter(({ code, not }) => code === not || !known.has(code) || !known.has(not))).toEqual([]);
    const misled = pairs.filter(({ code, name, not }) => {
      const found = codesFor(searcher, name, 10).filter((one) => one === code || one === not);
      return found[0] !== code;
    });
    expect(misled).toEqual([]);
  });
});

describeWithData('the words that ship, beside the publications', () => {
  const officialRows = (): { hscode: string; description: string }[] => {
    const file = path.join(DATA_DIR ?? '', 'hs2022-nomenclature/harmonized-system.csv');
    return parse(readFileSync(file, 'utf8'), { columns: true, bom: true });
  };

  it('lead to codes of HS 2022', async () => {
    const codes = new Set(officialRows().map(({ hscode }) => hscode));
    expect((await shippedNames()).filter(({ code }) => !codes.has(code))).toEqual([]);
  });

  it('describe no subheading in the words of the nomenclature', async () => {
    const official = new Map(officialRows().map(({ hscode, description }) => [hscode, wordsIn(description)]));
    const own = (await shippedNodes()).filter(({ code }) => code.length === 6);
    expect(own.filter(({ code, description }) => official.get(code) === wordsIn(description))).toEqual([]);
  });
});
