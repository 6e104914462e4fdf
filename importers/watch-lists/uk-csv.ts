import type { ListedKind } from '../../domain/compliance/watch-list';
import { ImportRefused } from '../../domain/imports/drafts';
import { readText } from '../read-file';
import type { Importer } from '../importer';
import { WatchListDraft } from './draft';
import { readRows } from './rows';

/** `Name 6` is the family name, or the whole name of what has no other. */
const NAME_COLUMNS = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'];

/** A publication: where its date stands, and what its columns are called. */
interface Form {
  published: RegExp;
  entry: string;
  kind: string;
  programme: string;
  quality: string;
  script: string;
  countries: readonly string[];
  born: string;
  numbers: readonly string[];
}

/** The UK Sanctions List, the only one since 28 January 2026. */
const SANCTIONS_LIST: Form = {
  published: /^"?Report Date: ?(\d{1,2})-([A-Z][a-z]{2})-(\d{4})/,
  entry: 'Unique ID',
  kind: 'Designation Type',
  programme: 'Regime Name',
  quality: 'Alias strength',
  script: 'Name non-latin script',
  countries: ['Address Country', 'Nationality(/ies)'],
  born: 'D.O.B',
  numbers: ['Passport number', 'National Identifier number', 'Business registration number (s)'],
};

/** The consolidated list of the Treasury, until then. */
const CONSOLIDATED: Form = {
  published: /^"?Last Updated"?,"?(\d{2})\/(\d{2})\/(\d{4})"?/,
  entry: 'Group ID',
  kind: 'Group Type',
  programme: 'Regime',
  quality: 'Alias Quality',
  script: 'Name Non-Latin Script',
  countries: ['Country', 'Nationality'],
  born: 'DOB',
  numbers: ['Passport Number', 'National Identification Number', 'Business Registration Number'],
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const ENTRY_ID = /^[A-Z]{0,8}\d+$/;

/** The header row stands in the second line, after the date of the publication. */
const HEADER_LINE = 2;

/** Splits a cell with several values, such as `(1) Iran (2) Iraq`. */
function splitNumbered(cell: string): string[] {
  return cell.split(/\(\d+\)/).filter((value) => value.trim() !== '');
}

function kindOf(text: string): ListedKind {
  if (/individual/i.test(text)) return 'person';
  return /ship/i.test(text) ? 'vessel' : 'organisation';
}

/**
 * The form and the date of a publication, from its first line.
 * @throws ImportRefused for a first line without a date
 */
function formOf(fileName: string, text: string): { form: Form; edition: string } {
  for (const form of [SANCTIONS_LIST, CONSOLIDATED]) {
    const published = form.published.exec(text.replace(/^\uFEFF/, ''));
    if (published === null) continue;
    const [, day = '', month = '', year = ''] = published;
    const number = MONTHS.includes(month) ? String(MONTHS.indexOf(month) + 1) : month;
    return { form, edition: `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}` };
  }
  throw new ImportRefused(`${fileName}, line 1: is not "Report Date" or "Last Updated" with a date.`);
}

/**
 * The list of the United Kingdom, a row for each name, address and so on of an entry: the UK Sanctions List
 * (`UK-Sanctions-List.csv`), and the consolidated list before it (`ConList.csv`).
 * Source: Foreign, Commonwealth and Development Office, "UK Sanctions List"; HM Treasury, Office of Financial Sanctions
 *   Implementation, "Consolidated list of targets: format guide"
 */
export const ukCsv: Importer = {
  kind: 'uk-csv',
  summary: 'Sanctions list of the United Kingdom (UK-Sanctions-List.csv, or the former ConList.csv)',
  version: 2,
  maxRejectShare: 0,
  async parse(file, options) {
    const { form, edition } = formOf(file.name, await readText(file));
    const draft = new WatchListDraft(file.name);
    const required = [...NAME_COLUMNS, form.kind, form.entry];
    for (const row of await readRows(file, { delimiter: ',', required, headerLine: HEADER_LINE })) {
      draft.rowsIn += 1;
      const entryId = row.cell(form.entry);
      if (!ENTRY_ID.test(entryId)) {
        draft.reject(row.line, `"${entryId}" is no ${form.entry.toLowerCase()}`);
        continue;
      }
      const facts = { kind: kindOf(row.cell(form.kind)), programme: row.cell(form.programme), line: row.line };
      const entry = draft.entry(entryId, facts);
      const isWeak = /low/i.test(row.cell(form.quality));
      draft.addName(entry, { name: NAME_COLUMNS.map((column) => row.cell(column)).join(' '), isWeak }, row.line);
      draft.addName(entry, { name: row.cell(form.script), isWeak }, row.line);
      for (const column of form.countries)
        for (const country of splitNumbered(row.cell(column))) draft.addCountry(entry, country);
      for (const born of splitNumbered(row.cell(form.born))) draft.addBirthDate(entry, born);
      for (const column of form.numbers)
        for (const number of splitNumbered(row.cell(column))) draft.addIdentifier(entry, number);
    }
    return draft.finish(options, {
      subject: 'watch-list:uk',
      title: 'Sanctions list of the United Kingdom',
      publisher:
        form === SANCTIONS_LIST
          ? 'Foreign, Commonwealth and Development Office'
          : 'HM Treasury, Office of Financial Sanctions Implementation',
      licence: 'Open Government Licence v3.0',
      edition,
    });
  },
};
