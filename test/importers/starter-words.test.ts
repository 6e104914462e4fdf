import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { starterWords } from '../../importers/starter-words';
import { DATA_DIR, describeWithData } from '../support/reference-data';

describe('everyday names that ship', () => {
  it('lead to headings of the starter pack', async () => {
    const { editions } = await starterWords(true).parse({ name: 'starter', path: '' }, {});
    const contents = editions.map(({ content }) => content);
    const nodes = contents.flatMap((content) => (content.kind === 'nomenclature' ? content.nodes : []));
    const names = contents.flatMap((content) => (content.kind === 'names' ? content.names : []));
    const headings = new Set(nodes.map(({ code }) => code));
    expect(names.length).toBeGreaterThan(40_000);
    expect(names.filter(({ code }) => !headings.has(code.slice(0, 4)))).toEqual([]);
    expect(names.filter(({ name }) => !/\p{L}/u.test(name))).toEqual([]);
  });
});

describeWithData('everyday names that ship, beside the nomenclature', () => {
  it('lead to codes of HS 2022', async () => {
    const file = path.join(DATA_DIR ?? '', 'hs2022-nomenclature/harmonized-system.csv');
    const rows = parse<{ hscode: string }>(readFileSync(file, 'utf8'), { columns: true, bom: true });
    const codes = new Set(rows.map(({ hscode }) => hscode));
    const { editions } = await starterWords(false).parse({ name: 'starter', path: '' }, {});
    const names = editions.flatMap(({ content }) => (content.kind === 'names' ? content.names : []));
    expect(names.filter(({ code }) => !codes.has(code))).toEqual([]);
  });
});
