import { pullEach, watchListsOf } from '../../activities/importers/pull-feeds';
import { readWatchLists } from '../../db/compliance/watch-lists';
import { listFlags } from '../../db/operator-flags';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { faultsOfPublishers, sends, TestPublisher, type PublishedAnswer } from '../support/publisher';

const ENTRIES = 20;
const numbered = (count: number, row: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(at + 1));
const CSV = 'text/csv';
const XML = 'text/xml';

const ukNames = (count: number) => [
  'Report Date: 24-Jun-2026',
  'Last Updated,Unique ID,OFSI Group ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Regime Name,Designation Type',
  ...numbered(count, (at) => `16/04/2026,TST${at},${at},Orvelle,Tam ${at},,,,,Primary Name,,Test,Individual`),
];
const nulls = (count: number) => Array.from({ length: count }, () => '-0-').join(',');
const individual = (at: number) =>
  `<INDIVIDUAL><DATAID>${at}</DATAID><FIRST_NAME>Tam</FIRST_NAME><SECOND_NAME>Orvelle ${at}</SECOND_NAME></INDIVIDUAL>`;

/** Each list in the publisher's own form, of so many entries: where it stands, and what is sent there. */
const LISTS: Record<string, { path: string; type: string; text: (count: number) => string }> = {
  'ofac-sdn': {
    path: '/ofac/downloads/sdn.csv',
    type: CSV,
    text: (count) => numbered(count, (at) => `${at},"Orvelle, Tam ${at}",individual,"T",${nulls(8)}\r\n`).join(''),
  },
  'un-consolidated': {
    path: '/resources/xml/en/consolidated.xml',
    type: XML,
    text: (count) =>
      `<CONSOLIDATED_LIST dateGenerated="2026-06-24T00:00:00Z"><INDIVIDUALS>${numbered(count, individual).join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`,
  },
  'eu-consolidated': {
    path: '/fsd/fsf/public/files/csvFullSanctionsList_1_1/content',
    type: CSV,
    text: (count) =>
      [
        'Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName',
        ...numbered(count, (at) => `${at};P;Tam Orvelle ${at}`),
      ].join('\r\n'),
  },
  'uk-sanctions': {
    path: '/docs/UK-Sanctions-List.csv',
    type: CSV,
    text: (count) => ukNames(count).join('\r\n'),
  },
};
const BESIDE: Record<string, PublishedAnswer> = {
  '/ofac/downloads/alt.csv': sends(CSV, `1,1,"aka","Tamlin Orvelle",-0-\r\n`),
  '/ofac/downloads/add.csv': sends(CSV, `1,1,"1 Road","Oslo","Norway",-0-\r\n`),
};

let database: TestDatabase;
let publisher: TestPublisher;

function publish(count: number): void {
  const lists = Object.values(LISTS).map(({ path, type, text }) => [path, sends(type, text(count))]);
  publisher.answers = { ...BESIDE, ...(Object.fromEntries(lists) as Record<string, PublishedAnswer>) };
}

const pull = (limits = publisher.limits) =>
  pullEach(
    database,
    watchListsOf().map(({ id }) => publisher.fetched(id)),
    limits,
  );

/** What screening compares with, and when each list was read. */
const inForce = async () => ({
  entries: await database.query<Record<string, unknown>>(
    `select r.subject, count(*)::integer as entries from watch_list_entries e join reference_editions r on r.id = e.edition_id
     where r.superseded_at is null group by r.subject order by r.subject`,
  ),
  read: (await readWatchLists(database)).map(({ subject, edition, checkedAt }) => ({ subject, edition, checkedAt })),
});

beforeAll(async () => {
  database = await createTestDatabase();
  publisher = await TestPublisher.start();
  publish(ENTRIES);
  expect(await pull()).toEqual(Object.keys(LISTS).map((id) => ({ id, status: 'imported', reason: null })));
});
beforeEach(() => publish(ENTRIES));

/** Source: docs/GAPS.md#P13 */
describe('the daily pull of watch lists', () => {
  it('reads what is published, and notes that an unchanged list was read', async () => {
    const before = await inForce();
    expect(before.entries).toEqual(
      ['watch-list:eu', 'watch-list:ofac-sdn', 'watch-list:uk', 'watch-list:un'].map((subject) => ({
        subject,
        entries: ENTRIES,
      })),
    );
    expect((await pull()).map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged']);
    const after = await inForce();
    expect(after.entries).toEqual(before.entries);
    before.read.forEach(({ checkedAt }, at) =>
      expect(after.read[at]?.checkedAt.getTime()).toBeGreaterThan(checkedAt.getTime()),
    );
  });

  it.each(Object.entries(LISTS))('changes nothing of %s while its publisher is broken in any way', async (id, list) => {
    const { path, type, text } = list;
    const ways: [string, PublishedAnswer, RegExp][] = [
      ...faultsOfPublishers(type, text(ENTRIES + 1)),
      ['another file', sends(type, 'nothing of a list'), /does not hold/],
      ['half a list', sends(type, `${text(ENTRIES / 2)}`), /Say --replace if it is whole/],
    ];
    const before = await inForce();
    for (const [way, answer, reason] of ways) {
      publisher.answers[path] = answer;
      const pulled = await pullEach(database, [publisher.fetched(id)], publisher.limits);
      expect({ way, pulled }).toEqual({
        way,
        pulled: [{ id, status: 'refused', reason: expect.stringMatching(reason) as string }],
      });
    }
    expect(await inForce()).toEqual(before);
  });

  it('changes nothing where a publisher falls silent, and reads the others', async () => {
    const before = await inForce();
    publisher.answers['/resources/xml/en/consolidated.xml'] = (response) => {
      response.writeHead(200, { 'content-type': XML });
      response.write('<CONSOLIDATED_LIST>');
    };
    const pulled = await pull({ ...publisher.limits, silenceMs: 300 });
    expect(pulled.map(({ id, status }) => [id, status])).toEqual([
      ['ofac-sdn', 'unchanged'],
      ['un-consolidated', 'refused'],
      ['eu-consolidated', 'unchanged'],
      ['uk-sanctions', 'unchanged'],
    ]);
    expect((await inForce()).entries).toEqual(before.entries);
  });

  it.each(['/ofac/downloads/alt.csv', '/ofac/downloads/add.csv'])(
    'takes no list of the United States without %s',
    async (path) => {
      const before = await inForce();
      publisher.answers['/ofac/downloads/sdn.csv'] = sends(CSV, LISTS['ofac-sdn']?.text(ENTRIES + 1) ?? '');
      for (const [, answer, reason] of faultsOfPublishers(CSV, '1,1,"aka","Another",-0-\r\n')) {
        publisher.answers[path] = answer;
        const [pulled] = await pullEach(database, [publisher.fetched('ofac-sdn')], publisher.limits);
        expect(pulled).toMatchObject({ status: 'refused', reason: expect.stringMatching(reason) });
      }
      expect(await inForce()).toEqual(before);
    },
  );

  it('holds a list that has shrunk for a person, once, until it is whole again', async () => {
    publish(ENTRIES - 5);
    await pull();
    await pull();
    const shrunk = async () => (await listFlags(database)).filter(({ kind }) => kind === 'watch_list_shrunk');
    expect((await shrunk()).map(({ subject }) => subject).sort()).toEqual([
      'watch-list:eu',
      'watch-list:ofac-sdn',
      'watch-list:uk',
      'watch-list:un',
    ]);
    publish(ENTRIES + 1);
    expect((await pull()).map(({ status }) => status)).toEqual(['imported', 'imported', 'imported', 'imported']);
    expect(await shrunk()).toEqual([]);
  });
});
