import { normalizeCode } from '../domain/hs-codes/code';
import type { WrittenRule } from '../domain/hs-codes/search/index/assemble';
import { ImportRefused, type EditionDraft, type Reject } from '../domain/imports/drafts';
import { provenance, type Importer, type ImportOptions } from './importer';
import { readJson, readText } from './read-file';

/** Provenance of both files, which belong to the UK Online Trade Tariff. */
function describeTradeTariff(
  options: ImportOptions,
): Pick<EditionDraft, 'nomenclature'> & ReturnType<typeof provenance> {
  const known = { publisher: 'HM Revenue & Customs', licence: 'MIT, Crown Copyright', edition: 'undated' };
  return { ...provenance(options, known), nomenclature: null };
}

/** Everyday names of goods with the code each is found under: JSON `{"abacus": "9503009990"}`. */
export const searchReferences: Importer = {
  kind: 'search-references',
  summary: 'Everyday names of goods and their codes (JSON)',
  version: 1,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const content = await readJson(file);
    if (typeof content !== 'object' || content === null || Array.isArray(content)) {
      throw new ImportRefused(`${file.name} is no object of names and codes.`);
    }
    const rejects: Reject[] = [];
    const names: { code: string; name: string }[] = [];
    Object.entries(content).forEach(([name, value], index) => {
      const code = typeof value === 'string' ? normalizeCode(value) : null;
      if (code === null || name.trim() === '')
        rejects.push({ line: index + 1, reason: `"${name}" has no usable code` });
      else names.push({ code, name: name.trim() });
    });
    const edition: EditionDraft = {
      subject: 'names:search-references',
      title: 'Search references of the UK Online Trade Tariff',
      ...describeTradeTariff(options),
      facts: { names: names.length },
      content: { kind: 'names', names },
    };
    return { rowsIn: Object.keys(content).length, rejects, editions: [edition], changesSearch: true };
  },
};

/** The rules that a line writes: `a => b` from left to right, `a, b` both ways. */
function rulesOf(line: string): WrittenRule[] {
  const [left = '', right] = line.split('=>').map((side) => side.trim());
  const list = (side: string): string[] =>
    side
      .split(',')
      .map((term) => term.trim())
      .filter((term) => term !== '');
  if (right !== undefined)
    return list(left).map((terms) => ({ terms, alternatives: list(right).filter((a) => a !== terms), language: null }));
  const terms = list(left);
  return terms.map((term) => ({ terms: term, alternatives: terms.filter((other) => other !== term), language: null }));
}

/** Terms of a line that hold no letter, such as a code in a table. */
function wordless(text: string): string[] {
  const terms = text.split(/=>|,/).map((term) => term.trim());
  return terms.filter((term) => term !== '' && !/\p{L}/u.test(term));
}

function lineFault(text: string, rules: readonly WrittenRule[]): string | null {
  if (rules.length === 0 || rules.some(({ alternatives }) => alternatives.length === 0)) {
    return `"${text}" names no alternative`;
  }
  const [odd] = wordless(text);
  return odd === undefined ? null : `"${odd}" is no word`;
}

/**
 * @throws ImportRefused for a table, which would read as rules that hold both ways: all lines have the same number of
 * cells, more than one, and there is neither an arrow nor a comment
 */
function refuseTable(name: string, lines: readonly { line: number; text: string }[]): void {
  const [first, ...others] = lines.filter(({ text }) => text !== '');
  if (first === undefined || others.length === 0) return;
  const cells = first.text.split(',').length;
  const isTable = cells > 1 && others.every(({ text }) => text.split(',').length === cells);
  if (!isTable || lines.some(({ text }) => text.startsWith('#') || text.includes('=>'))) return;
  throw new ImportRefused(
    `${name}, line ${first.line}: begins a table of ${cells} columns, not synonym rules. Write rules as "a => b, c", or ` +
      'begin with a comment (#) where all hold both ways.',
  );
}

/** Synonym rules, one a line: `a => a, b` (one way) or `a, b` (both ways); `#` begins a comment. */
export const searchSynonyms: Importer = {
  kind: 'search-synonyms',
  summary: 'Synonym rules for search (text, one rule a line)',
  version: 2,
  maxRejectShare: 0.05,
  async parse(file, options) {
    const lines = (await readText(file)).split('\n').map((text, index) => ({ line: index + 1, text: text.trim() }));
    refuseTable(file.name, lines);
    const stated = lines.filter(({ text }) => text !== '' && !text.startsWith('#'));
    const read = stated.map(({ line, text }) => {
      const rules = rulesOf(text);
      return { line, rules, reason: lineFault(text, rules) };
    });
    const rejects = read.flatMap(({ line, reason }) => (reason === null ? [] : [{ line, reason }]));
    const rules = read.flatMap((item) => (item.reason === null ? item.rules : []));
    const edition: EditionDraft = {
      subject: 'synonyms:imported',
      title: 'Synonym rules',
      ...describeTradeTariff(options),
      facts: { rules: rules.length },
      content: { kind: 'synonyms', rules },
    };
    return { rowsIn: stated.length, rejects, editions: [edition], changesSearch: true };
  },
};
