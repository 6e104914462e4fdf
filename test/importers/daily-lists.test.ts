import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFetched, isWatchList, readManifest } from '../../activities/importers/publications';
import { listFlags } from '../../db/operator-flags';
import { hasShrunk } from '../../domain/imports/drafts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { importFixture } from '../support/reference-data';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

function fileOf(name: string, text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-daily-lists-')), name);
  writeFileSync(file, text);
  return file;
}

function sdn(count: number): string {
  const nulls = Array.from({ length: 8 }, () => '-0-').join(',');
  const rows = Array.from({ length: count }, (_, at) => `${at + 1},"Person Number ${at}",individual,"T",${nulls}`);
  return fileOf('sdn.csv', `${rows.join('\r\n')}\r\n`);
}

const entriesInForce = async (subject: string) =>
  database.query<Record<string, unknown>>(
    `select e.entry_id, e.kind, e.names, e.countries, e.birth_dates, e.identifiers, r.edition
     from watch_list_entries e join reference_editions r on r.id = e.edition_id
     where r.subject = $1 and r.superseded_at is null order by e.entry_id`,
    [subject],
  );
const shrunk = async () => (await listFlags(database)).filter(({ kind }) => kind === 'watch_list_shrunk');

/** Source: docs/GAPS.md#P13 */
describe('a watch list that has lost entries', () => {
  it.each([
    [10, 8, false],
    [10, 7, true],
    [1_000, 800, false],
    [1_000, 799, true],
    [9, 1, false],
    [0, 0, false],
  ])('from %i to %i is held for a person: %s', (before, after, expected) => {
    expect(hasShrunk({ before, after })).toBe(expected);
  });

  it('stays as it was with a flag, until a person takes it', async () => {
    await importFixture(database, 'ofac-sdn', sdn(20));
    await importFixture(database, 'ofac-sdn', sdn(16));
    expect(await shrunk()).toEqual([]);
    await expect(importFixture(database, 'ofac-sdn', sdn(12))).rejects.toThrow(
      'watch-list:ofac-sdn has 12 entries after 16 in the former edition, which stays in force. Say --replace if it is whole.',
    );
    expect(await entriesInForce('watch-list:ofac-sdn')).toHaveLength(16);
    expect(await shrunk()).toMatchObject([{ subject: 'watch-list:ofac-sdn' }]);
    await importFixture(database, 'ofac-sdn', sdn(12), { replace: true });
    expect(await entriesInForce('watch-list:ofac-sdn')).toHaveLength(12);
    expect(await shrunk()).toEqual([]);
  });

  it('is held where its entries are whole and the file of their aliases has lost its lines', async () => {
    const replace = true;
    const file = sdn(20);
    const alias = (at: number) => `${at + 1},${at + 1},"aka","Other Number ${at}",-0-`;
    const aliases = Array.from({ length: 20 }, (_, at) => alias(at));
    writeFileSync(path.join(path.dirname(file), 'alt.csv'), `${aliases.join('\r\n')}\r\n`);
    await importFixture(database, 'ofac-sdn', file, { replace });
    writeFileSync(path.join(path.dirname(file), 'alt.csv'), `${aliases.slice(0, 11).join('\r\n')}\r\n`);
    await expect(importFixture(database, 'ofac-sdn', file)).rejects.toThrow(
      'watch-list:ofac-sdn has 31 names after 40 in the former edition, which stays in force.',
    );
    expect(await shrunk()).toMatchObject([{ subject: 'watch-list:ofac-sdn' }]);
    writeFileSync(path.join(path.dirname(file), 'alt.csv'), `${aliases.slice(0, 12).join('\r\n')}\r\n`);
    await importFixture(database, 'ofac-sdn', file);
    expect(await shrunk()).toEqual([]);
  });
});

describe('the UK Sanctions List', () => {
  it('is read with names, countries, dates and numbers of its entries', async () => {
    const head =
      'Last Updated,Unique ID,OFSI Group ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,' +
      'Name non-latin script,Regime Name,Designation Type,Address Country,D.O.B,Nationality(/ies),' +
      'National Identifier number,Passport number,Business registration number (s)';
    const rows = [
      'Report Date: 24-Jun-2026',
      head,
      '16/04/2026,TST0001,1,ORVELLE,Tam,,,,,Primary Name,,,Test,Individual,Norway,00/05/1970,Iran,,(1) AB12345 (2) CD67890,',
      '16/04/2026,TST0001,1,Tamo,,,,,,Alias,Low quality a.k.a,,Test,Individual,,,,,,',
      '16/04/2026,TST0002,2,GLIMQUAST,,,,,,Primary Name,,,Test,Ship,,,,,,',
    ];
    const file = fileOf('UK-Sanctions-List.csv', `${rows.join('\r\n')}\r\n`);
    await importFixture(database, 'uk-csv', file);
    expect(await entriesInForce('watch-list:uk')).toEqual([
      {
        entry_id: 'TST0001',
        kind: 'person',
        names: [
          { name: 'Tam ORVELLE', isWeak: false },
          { name: 'Tamo', isWeak: true },
        ],
        countries: ['Norway', 'Iran'],
        birth_dates: ['1970-05'],
        identifiers: ['AB12345', 'CD67890'],
        edition: '2026-06-24',
      },
      expect.objectContaining({ entry_id: 'TST0002', kind: 'vessel' }),
    ]);
  });
});

it('names all four lists, each to be fetched over https', () => {
  const lists = readManifest().filter(isWatchList).filter(isFetched);
  expect(lists.map(({ kind }) => kind).sort()).toEqual(['eu-csv', 'ofac-sdn', 'uk-csv', 'un-xml']);
  for (const { url, beside = [] } of lists)
    for (const address of [url, ...beside.map((one) => one.url)]) expect(address).toMatch(/^https:/);
});
