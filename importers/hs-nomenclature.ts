import path from 'node:path';
import { stat } from 'node:fs/promises';
import { ImportRefused, type EditionDraft, type NomenclatureNode, type Reject } from '../domain/imports/drafts';
import { provenance, type ImportFile, type Importer } from './importer';
import { mixedEditions, parseCsv, readText, type CsvRow } from './read-file';

const COLUMNS = ['section', 'hscode', 'description', 'parent', 'level'];
/** Statistics put under it what has no code; it is no subheading of the Harmonized System. */
const RESIDUAL_CODE = '999999';
/** Where the list says what the sections are called. */
const SECTIONS_FILE = 'sections.csv';

function rowFault(row: CsvRow, known: ReadonlyMap<string, NomenclatureNode>): string | null {
  if (row.misfit !== null) return row.misfit;
  const code = row.cell('hscode');
  if (!/^(\d{2}|\d{4}|\d{6})$/.test(code)) return `"${code}" is no code of 2, 4 or 6 digits`;
  if (code === RESIDUAL_CODE) return `${code} stands for goods not classified elsewhere, outside the nomenclature`;
  if (row.cell('level') !== String(code.length)) return `${code} does not fit level ${row.cell('level')}`;
  if (known.has(code)) return `${code} occurs twice`;
  if (row.cell('description') === '') return `${code} has no description`;
  if (code.length > 2 && !known.has(code.slice(0, -2))) return `${code} has no parent`;
  return null;
}

/**
 * Reads the nodes in order.
 * @throws ImportRefused where one code has two texts, because editions are mixed
 */
function readNodes(file: string, rows: readonly CsvRow[]): { nodes: Map<string, NomenclatureNode>; rejects: Reject[] } {
  const nodes = new Map<string, NomenclatureNode>();
  const lines = new Map<string, number>();
  const rejects: Reject[] = [];
  for (const row of rows) {
    const reason = rowFault(row, nodes);
    if (reason !== null) {
      const same = nodes.get(row.cell('hscode'));
      if (
        row.misfit === null &&
        same !== undefined &&
        same.description !== correctSlip(same.code, row.cell('description'))
      )
        throw mixedEditions(file, {
          line: row.line,
          first: lines.get(same.code) ?? 0,
          what: `the text of ${same.code}`,
        });
      rejects.push({ line: row.line, reason });
      continue;
    }
    const code = row.cell('hscode');
    lines.set(code, row.line);
    nodes.set(code, { code, section: row.cell('section'), description: correctSlip(code, row.cell('description')) });
  }
  return { nodes, rejects };
}

const DIESEL = 'compression-ignition internal combustion piston engine (diesel or semi-diesel)';

/**
 * Slips of the publication, each with what the Harmonized System says there: 8702.30 has the text of 8702.20, and yarn is
 * measured in tex where the publication says decitex. Source: subheadings 8702.30, 5402.31 and 5402.32 as national
 * schedules print them
 */
const SLIPS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['870230', [DIESEL, 'spark-ignition internal combustion piston engine']],
  ['540231', ['50 decitex', '50 tex']],
  ['540232', ['50 decitex', '50 tex']],
]);

/** Corrects a known slip in a description; a text without it, as in a later edition, stays as it is. */
function correctSlip(code: string, description: string): string {
  const [wrong, right] = SLIPS.get(code) ?? ['', ''];
  return wrong === '' ? description : description.replace(wrong, right);
}

/** The names of the sections from the file beside this one; empty if there is none. */
async function readSections(file: ImportFile): Promise<{ roman: string; name: string }[]> {
  const sectionsPath = path.join(path.dirname(file.path), SECTIONS_FILE);
  const present = await stat(sectionsPath).then(
    () => true,
    () => false,
  );
  if (!present) return [];
  const text = await readText({ name: SECTIONS_FILE, path: sectionsPath });
  return parseCsv(SECTIONS_FILE, text, ['section', 'name']).map((row) => ({
    roman: row.cell('section'),
    name: row.cell('name'),
  }));
}

function countLevel(nodes: ReadonlyMap<string, NomenclatureNode>, digits: number): number {
  return [...nodes.keys()].filter((code) => code.length === digits).length;
}

/**
 * The tree of the Harmonized System as CSV `section,hscode,description,parent,level`, sections beside it.
 * @throws ImportRefused when nothing but chapters is there
 */
export const hsNomenclature: Importer = {
  kind: 'hs-nomenclature',
  summary: 'Chapters, headings and subheadings of the Harmonized System (CSV)',
  version: 2,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const rows = parseCsv(file.name, await readText(file), COLUMNS);
    const { nodes, rejects } = readNodes(file.name, rows);
    if (countLevel(nodes, 4) === 0 && rejects.length === 0) throw new ImportRefused(`${file.name} has no headings.`);
    const sections = await readSections(file);
    const edition: EditionDraft = {
      subject: 'hs:nomenclature',
      title: 'Harmonized System nomenclature',
      ...provenance(options, {
        publisher: 'World Customs Organization, texts after UN Comtrade',
        licence: 'not stated',
        edition: 'HS 2022',
        validFrom: '2022-01-01',
      }),
      nomenclature: options.edition ?? 'HS 2022',
      facts: { chapters: countLevel(nodes, 2), headings: countLevel(nodes, 4), subheadings: countLevel(nodes, 6) },
      content: { kind: 'nomenclature', nodes: [...nodes.values()], sections },
    };
    return { rowsIn: rows.length, rejects, editions: [edition], changesSearch: true };
  },
};
