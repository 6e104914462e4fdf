import type { Importer } from '../importer';
import { WatchListDraft } from './draft';
import { readRows } from './rows';

const COLUMNS = {
  entry: 'Entity_LogicalId',
  kind: 'Entity_SubjectType',
  programme: 'Entity_Regulation_Programme',
  name: 'NameAlias_WholeName',
  country: 'Address_CountryIso2Code',
  citizenship: 'Citizenship_CountryIso2Code',
  birthDate: 'BirthDate_BirthDate',
  birthYear: 'BirthDate_Year',
  number: 'Identification_Number',
} as const;

/**
 * The consolidated list of the European Union as CSV (file "1.1"): a row for each name, address, birth date and document
 * of an entry, under column names.
 * Source: European Commission, "Consolidated list of persons, groups and entities subject to EU financial sanctions"
 */
export const euCsv: Importer = {
  kind: 'eu-csv',
  summary: 'Consolidated financial sanctions list of the European Union (CSV 1.1, semicolons)',
  version: 2,
  maxRejectShare: 0,
  async parse(file, options) {
    const required = [COLUMNS.entry, COLUMNS.kind, COLUMNS.name];
    const draft = new WatchListDraft(file.name);
    for (const row of await readRows(file, { delimiter: ';', required })) {
      draft.rowsIn += 1;
      const entryId = row.cell(COLUMNS.entry);
      if (!/^\d+$/.test(entryId)) {
        draft.reject(row.line, `"${entryId}" is no entry number`);
        continue;
      }
      const kind = /^(P|person)$/i.test(row.cell(COLUMNS.kind)) ? 'person' : 'organisation';
      const entry = draft.entry(entryId, { kind, programme: row.cell(COLUMNS.programme), line: row.line });
      draft.addName(entry, { name: row.cell(COLUMNS.name), isWeak: false }, row.line);
      draft.addCountry(entry, row.cell(COLUMNS.country));
      draft.addCountry(entry, row.cell(COLUMNS.citizenship));
      draft.addBirthDate(entry, row.cell(COLUMNS.birthDate) || row.cell(COLUMNS.birthYear));
      draft.addIdentifier(entry, row.cell(COLUMNS.number));
    }
    return draft.finish(options, {
      subject: 'watch-list:eu',
      title: 'Consolidated list of persons, groups and entities subject to EU financial sanctions',
      publisher: 'European Commission',
      licence: 'Commission Decision 2011/833/EU (reuse with acknowledgement)',
      edition: 'undated',
    });
  },
};
