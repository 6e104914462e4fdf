import { ImportRefused } from '../../domain/imports/drafts';
import { readText } from '../read-file';
import type { Importer } from '../importer';
import { WatchListDraft } from './draft';
import { readRows } from './rows';

/** `Name 6` is the family name, or the whole name of what has no other. */
const NAME_COLUMNS = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'];
const REQUIRED = [...NAME_COLUMNS, 'Group Type', 'Group ID'];

/** The header row stands in the second line, after the date of the publication. */
const HEADER_LINE = 2;
const PUBLISHED = /^"?Last Updated"?,"?(\d{2})\/(\d{2})\/(\d{4})"?/;

const NUMBERS = ['Passport Number', 'National Identification Number', 'Business Registration Number'];

/** Several values stand in one cell as `(1) Iran (2) Iraq`. */
function numbered(cell: string): string[] {
  return cell.split(/\(\d+\)/).filter((value) => value.trim() !== '');
}

/**
 * The consolidated list of the United Kingdom (`ConList.csv`): the date, column names, a row for each name of a group.
 * Source: HM Treasury, Office of Financial Sanctions Implementation, "Consolidated list of targets: format guide"
 */
export const ukCsv: Importer = {
  kind: 'uk-csv',
  summary: 'Consolidated list of financial sanctions targets of the United Kingdom (ConList.csv)',
  version: 2,
  maxRejectShare: 0,
  async parse(file, options) {
    const published = PUBLISHED.exec(await readText(file));
    if (published === null) throw new ImportRefused(`${file.name}, line 1: is not "Last Updated" with a date.`);
    const [, day = '', month = '', year = ''] = published;
    const draft = new WatchListDraft(file.name);
    for (const row of await readRows(file, { delimiter: ',', required: REQUIRED, headerLine: HEADER_LINE })) {
      draft.rowsIn += 1;
      const entryId = row.cell('Group ID');
      if (!/^\d+$/.test(entryId)) {
        draft.reject(row.line, `"${entryId}" is no group id`);
        continue;
      }
      const kind = /individual/i.test(row.cell('Group Type')) ? 'person' : 'organisation';
      const entry = draft.entry(entryId, { kind, programme: row.cell('Regime'), line: row.line });
      const isWeak = /low/i.test(row.cell('Alias Quality'));
      draft.addName(entry, { name: NAME_COLUMNS.map((column) => row.cell(column)).join(' '), isWeak }, row.line);
      draft.addName(entry, { name: row.cell('Name Non-Latin Script'), isWeak }, row.line);
      draft.addCountry(entry, row.cell('Country'));
      for (const country of numbered(row.cell('Nationality'))) draft.addCountry(entry, country);
      draft.addBirthDate(entry, row.cell('DOB'));
      for (const column of NUMBERS) for (const number of numbered(row.cell(column))) draft.addIdentifier(entry, number);
    }
    return draft.finish(options, {
      subject: 'watch-list:uk',
      title: 'Consolidated list of financial sanctions targets in the United Kingdom',
      publisher: 'HM Treasury, Office of Financial Sanctions Implementation',
      licence: 'Open Government Licence v3.0',
      edition: `${year}-${month}-${day}`,
    });
  },
};
