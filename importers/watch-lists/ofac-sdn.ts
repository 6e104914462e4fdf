import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { ListedKind } from '../../domain/compliance/watch-list';
import type { ImportFile, Importer } from '../importer';
import { hashFile } from '../read-file';
import { WatchListDraft } from './draft';
import { readRows, type ListRow } from './rows';

/** Columns as the publisher's data specification names them; the files have no header row. */
const ENTRY_COLUMNS = [
  ['entry', 'name', 'type', 'programme', 'title', 'call sign'],
  ['vessel type', 'tonnage', 'gross tonnage', 'flag', 'owner', 'remarks'],
].flat();
const ALIAS_COLUMNS = ['entry', 'alias', 'type', 'name', 'remarks'];
const ADDRESS_COLUMNS = ['entry', 'address', 'street', 'city', 'country', 'remarks'];

const KINDS: Readonly<Record<string, ListedKind>> = {
  individual: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

const KNOWN = {
  subject: 'watch-list:ofac-sdn',
  title: 'Specially Designated Nationals and Blocked Persons List',
  publisher: 'Office of Foreign Assets Control, US Department of the Treasury',
  licence: 'public domain',
  edition: 'undated',
};

/** The file of a name in the same folder, or null. */
async function fileBeside(file: ImportFile, name: string): Promise<ImportFile | null> {
  const found = path.join(path.dirname(file.path), name);
  return access(found).then(
    () => ({ name, path: found }),
    () => null,
  );
}

/** The files of one publication, in the order in which they are read. */
async function filesOf(file: ImportFile): Promise<{ aliases: ImportFile | null; addresses: ImportFile | null }> {
  return { aliases: await fileBeside(file, 'alt.csv'), addresses: await fileBeside(file, 'add.csv') };
}

function rowsOf(file: ImportFile | null, columns: readonly string[]): Promise<ListRow[]> {
  return file === null ? Promise.resolve([]) : readRows(file, { delimiter: ',', columns, nothing: '-0-' });
}

const NUMBER =
  /^(?:alt\. )?(?:[A-Z][\w.' -]*?(?:Number|No\.|Card|Passport|Code|ID|NIT|RUC|RFC|CURP)|Passport|Cedula No\.|SSN|C\.U\.R\.P\.|R\.F\.C\.|NIT|Registration ID) #? ?([A-Z0-9][\w./-]*)/;

/**
 * Reads facts from remarks, which have what no column has: `DOB 07 Oct 1954; nationality Iran; Passport A0003450
 * (Iran)`.
 */
function readRemarks(draft: WatchListDraft, entry: Parameters<WatchListDraft['addName']>[0], remarks: string): void {
  for (const remark of remarks.split(';').map((part) => part.trim().replace(/\.$/, ''))) {
    const born = /^(?:alt\. )?DOB (.+)$/.exec(remark)?.[1];
    const country = /^(?:alt\. )?(?:nationality|citizen) (.+)$/i.exec(remark)?.[1];
    const number = NUMBER.exec(remark)?.[1];
    if (born !== undefined) draft.addBirthDate(entry, born);
    else if (country !== undefined) draft.addCountry(entry, country);
    else if (number !== undefined) draft.addIdentifier(entry, number);
  }
}

/**
 * The SDN list of the United States as CSV: `sdn.csv`, and `alt.csv` and `add.csv` where they lie beside it.
 * Source: OFAC, "SDN data specification" (dat_spec.txt)
 */
export const ofacSdn: Importer = {
  kind: 'ofac-sdn',
  summary: 'Sanctions list of the United States (sdn.csv, with alt.csv and add.csv beside it)',
  version: 2,
  maxRejectShare: 0,
  async hash(file) {
    const { aliases, addresses } = await filesOf(file);
    const hash = createHash('sha256').update(await hashFile(file));
    for (const other of [aliases, addresses]) hash.update(other === null ? 'none' : await hashFile(other));
    return hash.digest('hex');
  },
  async parse(file, options) {
    const { aliases, addresses } = await filesOf(file);
    const draft = new WatchListDraft(file.name);
    for (const row of await rowsOf(file, ENTRY_COLUMNS)) {
      draft.rowsIn += 1;
      const entryId = row.cell('entry');
      if (!/^\d+$/.test(entryId)) draft.reject(row.line, `"${entryId}" is no entry number`);
      else if (draft.find(entryId) !== undefined) draft.reject(row.line, `entry ${entryId} occurs twice`);
      else {
        const kind = KINDS[row.cell('type').toLowerCase()] ?? 'organisation';
        const entry = draft.entry(entryId, { kind, programme: row.cell('programme'), line: row.line });
        draft.addName(entry, { name: row.cell('name'), isWeak: false }, row.line);
        readRemarks(draft, entry, row.cell('remarks'));
      }
    }
    for (const row of await rowsOf(aliases, ALIAS_COLUMNS)) {
      draft.rowsIn += 1;
      const entry = draft.find(row.cell('entry'));
      if (entry === undefined) draft.reject(row.line, `alt.csv names entry "${row.cell('entry')}", which is not there`);
      else draft.addName(entry, { name: row.cell('name'), isWeak: false }, row.line);
    }
    for (const row of await rowsOf(addresses, ADDRESS_COLUMNS)) {
      draft.rowsIn += 1;
      const entry = draft.find(row.cell('entry'));
      if (entry === undefined) draft.reject(row.line, `add.csv names entry "${row.cell('entry')}", which is not there`);
      else draft.addCountry(entry, row.cell('country'));
    }
    return draft.finish(options, KNOWN);
  },
};
