import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSyntheticWatchList } from '../../activities/importers/load-starter';
import { listAuditEntries } from '../../db/auth/audit-log';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { DATA_DIR, describeWithData, importFixture } from '../support/reference-data';

/** Writes files into a directory of their own. @returns the path of the first */
function files(contents: Record<string, string>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'corridor-watch-list-'));
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(contents)) writeFileSync(path.join(directory, name), text);
  return path.join(directory, Object.keys(contents)[0] ?? '');
}

const NULLS = Array.from({ length: 9 }, () => '-0-').join(',');
const SDN = `1,"ORVELLE, Tam",individual,"TEST",${NULLS.slice(0, -4)}\r\n2,"KESTRIN FERROUS LLC",-0- ,"TEST",${NULLS.slice(0, -4)}\r\n`;
const ALT = '2,11,"aka","KESTRIN METALS",-0- \r\n';
const ADD = '1,21,"Main Street","Somewhere","Norway",-0- \r\n';

const UN = (inside: string, head = ''): string =>
  `<?xml version="1.0"?>\n${head}<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z"><INDIVIDUALS>${inside}</INDIVIDUALS></CONSOLIDATED_LIST>`;
const PERSON = `<INDIVIDUAL><DATAID>9</DATAID><FIRST_NAME>TAM</FIRST_NAME><SECOND_NAME>ORVELLE</SECOND_NAME>
<REFERENCE_NUMBER>XXi.001</REFERENCE_NUMBER><INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Tamo</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS><INDIVIDUAL_ADDRESS><COUNTRY>Norway</COUNTRY></INDIVIDUAL_ADDRESS></INDIVIDUAL>`;

interface EntryRow extends Record<string, unknown> {
  entry_id: string;
  kind: string;
  names: { name: string; isWeak: boolean }[];
  countries: string[];
}

describe('watch lists', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const entries = (): Promise<EntryRow[]> =>
    database.query<EntryRow>(
      `select e.entry_id, e.kind, e.names, e.countries from watch_list_entries e
       join reference_editions r on r.id = e.edition_id where r.superseded_at is null order by e.entry_id`,
    );

  it('are in the audit log with who imported which file, once', async () => {
    const text = UN(PERSON);
    const file = files({ 'un.xml': text });
    const conduct = { actor: 'command:ann@desk', edition: 'of today' };
    const { editions } = await importFixture(database, 'un-xml', file, conduct);
    await importFixture(database, 'un-xml', file, conduct);
    const entries = await listAuditEntries(database, null);
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(entries.filter(({ act }) => act === 'reference_data.imported')).toMatchObject([
      {
        actor: 'command:ann@desk',
        subject: editions[0]?.id,
        detail: {
          kind: 'un-xml',
          file: 'un.xml',
          content: expect.stringContaining(sha256),
          rowsIn: 1,
          rowsRejected: 0,
        },
      },
    ]);
  });

  it('reads the list of the United States with the aliases and addresses beside it', async () => {
    const report = await importFixture(database, 'ofac-sdn', files({ 'sdn.csv': SDN, 'alt.csv': ALT, 'add.csv': ADD }));
    expect(report).toMatchObject({ status: 'imported', rowsIn: 4, rowsRejected: 0 });
    expect(await entries()).toEqual([
      { entry_id: '1', kind: 'person', names: [{ name: 'ORVELLE, Tam', isWeak: false }], countries: ['Norway'] },
      {
        entry_id: '2',
        kind: 'organisation',
        names: [
          { name: 'KESTRIN FERROUS LLC', isWeak: false },
          { name: 'KESTRIN METALS', isWeak: false },
        ],
        countries: [],
      },
    ]);
  });

  it('takes a publication with other aliases as another edition and keeps the rows of the former one', async () => {
    await importFixture(database, 'ofac-sdn', files({ 'sdn.csv': SDN, 'alt.csv': ALT }));
    const again = await importFixture(database, 'ofac-sdn', files({ 'sdn.csv': SDN, 'alt.csv': ALT }));
    expect(again.status).toBe('unchanged');
    const other = await importFixture(database, 'ofac-sdn', files({ 'sdn.csv': SDN }));
    expect(other.status).toBe('imported');
    expect((await entries()).flatMap(({ names }) => names)).toHaveLength(2);
    const [kept] = await database.query<{ count: string }>('select count(*) from watch_list_entries');
    expect(kept?.count).toBe('4');
  });

  it.each([
    ['a cut row', { 'sdn.csv': SDN + '3,"HALF' }, /sdn\.csv/],
    ['a row with too few cells', { 'sdn.csv': `${SDN}3,"HALF A ROW"\r\n` }, /sdn\.csv, line 3: has 2 cells/],
    ['an entry without a number', { 'sdn.csv': SDN.replace('2,"KES', 'x,"KES') }, /line 2: sdn\.csv: "x" is no entry/],
    [
      'an alias of nobody',
      { 'sdn.csv': SDN, 'alt.csv': ALT.replace('2,', '7,') },
      /line 1: .*alt\.csv names entry "7"/,
    ],
    ['no rows', { 'sdn.csv': '' }, /holds no rows/],
  ])('refuses %s and leaves the former edition in force', async (_what, contents, message) => {
    await importFixture(database, 'ofac-sdn', files({ 'sdn.csv': SDN }));
    await expect(importFixture(database, 'ofac-sdn', files(contents))).rejects.toThrow(message);
    expect(await entries()).toHaveLength(2);
  });

  it('reads the list of the Security Council and marks its weak aliases', async () => {
    const report = await importFixture(database, 'un-xml', files({ 'un.xml': UN(PERSON) }));
    expect(report.editions).toMatchObject([{ subject: 'watch-list:un', edition: '2026-02-27' }]);
    expect(await entries()).toEqual([
      {
        entry_id: 'XXi.001',
        kind: 'person',
        names: [
          { name: 'TAM ORVELLE', isWeak: false },
          { name: 'Tamo', isWeak: true },
        ],
        countries: ['Norway'],
      },
    ]);
  });

  it.each([
    ['a document that ends early', UN(PERSON).slice(0, -40), /un\.xml, line \d+: is no well-formed XML/],
    ['declared entities', UN(PERSON, '<!DOCTYPE x [<!ENTITY a "aaaa">]>\n'), /un\.xml, line \d+: has a DTD/],
    ['an entity that is not declared', UN('&bomb;'), /un\.xml, line \d+: is no well-formed XML/],
    ['another document', '<html></html>', /is no CONSOLIDATED_LIST/],
    ['endless nesting', UN('<a>'.repeat(1_000)), /nests deeper/],
  ])('refuses XML with %s', async (_what, text, message) => {
    await expect(importFixture(database, 'un-xml', files({ 'un.xml': text }))).rejects.toThrow(message);
    expect(await entries()).toEqual([]);
  });

  it('reads the lists of the European Union and the United Kingdom', async () => {
    const eu =
      '\uFEFFfileGenerationDate;Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;Address_CountryIso2Code\n' +
      '01/02/2026;13;P;Tam Orvelle;\n01/02/2026;13;P;Tamo Orvel;\n01/02/2026;13;P;;NO\n';
    await importFixture(database, 'eu-csv', files({ 'eu.csv': eu }));
    const uk =
      'Last Updated,27/02/2026\n' +
      'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,Country,Group Type,Alias Quality,Regime,Group ID\n' +
      'ORVELLE,Tam,,,,,,,Norway,Individual,,Test,77\nORVEL,Tamo,,,,,,,,Individual,Low quality,Test,77\n';
    const report = await importFixture(database, 'uk-csv', files({ 'ConList.csv': uk }));
    expect(report.editions).toMatchObject([{ subject: 'watch-list:uk', edition: '2026-02-27' }]);
    expect(await entries()).toMatchObject([
      { entry_id: '13', kind: 'person', names: [{ name: 'Tam Orvelle' }, { name: 'Tamo Orvel' }], countries: ['NO'] },
      {
        entry_id: '77',
        names: [
          { name: 'Tam ORVELLE', isWeak: false },
          { name: 'Tamo ORVEL', isWeak: true },
        ],
      },
    ]);
    await expect(importFixture(database, 'uk-csv', files({ 'x.csv': 'Name 6\nA\n' }))).rejects.toThrow(
      /x\.csv, line 1/,
    );
    await expect(importFixture(database, 'eu-csv', files({ 'y.csv': 'a;b\n1;2\n' }))).rejects.toThrow(/no column/);
  });

  it('loads the invented names that ship once', async () => {
    expect((await loadSyntheticWatchList(database)).status).toBe('imported');
    expect((await loadSyntheticWatchList(database)).status).toBe('unchanged');
    expect((await entries()).length).toBeGreaterThan(0);
  });
});

describeWithData('published watch lists', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  it('reads every row of them', async () => {
    const directory = DATA_DIR ?? '';
    const sdn = await importFixture(database, 'ofac-sdn', path.join(directory, 'ofac-sdn/sdn.csv'));
    const un = await importFixture(database, 'un-xml', path.join(directory, 'un-consolidated/consolidated.xml'));
    const rows = await database.query<{ subject: string; facts: { entries: number } }>(
      `select subject, facts from reference_editions where subject like 'watch-list:%' order by subject`,
    );
    // The numbers that the lists' descriptions state.
    expect(rows[0]).toMatchObject({ subject: 'watch-list:ofac-sdn', facts: { entries: 7379 } });
    expect(sdn.rowsRejected + un.rowsRejected).toBe(0);
  });
});
