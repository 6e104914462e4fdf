import {
  isByCountry,
  readManifest,
  type CountryPublication,
  type FetchedPublication,
} from '../../activities/importers/publications';
import { pullEach } from '../../activities/importers/pull-feeds';
import { pullAverages, pullPublication } from '../../activities/importers/pull';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { faultsOfPublishers, sends, TestPublisher, type PublishedAnswer as Answer } from '../support/publisher';
import { workbook } from '../support/workbook';

const JSON_TYPE = 'application/json';

const json = (value: unknown): Answer => sends(JSON_TYPE, JSON.stringify(value));

const schedule = (general: string): string =>
  JSON.stringify([
    { htsno: '0101.21.00', indent: '0', description: 'Horses', units: ['No.'], general, special: '', other: '' },
  ]);

/** An answer of WITS with one rate. */
function averages(year: string): string {
  const dimension = (id: string, ...ids: string[]) => ({
    id,
    values: ids.map((value) => ({ id: value, name: value })),
  });
  return JSON.stringify({
    dataSets: [{ series: { '0:0:0:0:0': { observations: { '0': [5, 0, 0, 0] } } } }],
    structure: {
      dimensions: {
        series: [
          dimension('FREQ', 'A'),
          dimension('REPORTER', '392'),
          dimension('PARTNER', '000'),
          dimension('PRODUCTCODE', '010130'),
          dimension('DATATYPE', 'Reported'),
        ],
        observation: [dimension('TIME_PERIOD', year)],
      },
      attributes: {
        observation: [dimension('TARIFFTYPE', 'MFN'), dimension('TOTALNOOFLINES', '1'), dimension('NBR_NA_LINES', '0')],
      },
    },
  });
}

describe('pulling the feeds of customs offices', () => {
  let database: TestDatabase;
  let publisher: TestPublisher;
  beforeAll(async () => {
    database = await createTestDatabase();
    publisher = await TestPublisher.start();
  });
  beforeEach(() => {
    publisher.asked = [];
  });

  const fetched = (id: string): FetchedPublication => publisher.fetched(id);
  const pull = (publication: FetchedPublication) => pullPublication(database, publication, {}, publisher.limits);
  const editions = (subject: string) =>
    database.query<{ edition: string; day: string }>(
      `select edition, valid_from::text as day from reference_editions
       where subject = $1 and superseded_at is null order by imported_at`,
      [subject],
    );

  describe('of the United States', () => {
    const release = (...names: string[]): Answer => {
      let at = 0;
      return (response) => json({ name: names[Math.min(at++, names.length - 1)] })(response);
    };
    beforeEach(() => {
      publisher.answers = {
        '/reststop/currentRelease': release('2026HTSRev17'),
        '/reststop/exportList': sends(JSON_TYPE, schedule('5%')),
      };
    });

    it('names the release, and dates what is new with the day', async () => {
      expect(await pull(fetched('us-hts'))).toMatchObject({ status: 'imported', rowsIn: 1 });
      const [edition] = await editions('tariff:US');
      expect(edition?.edition).toBe('2026HTSRev17');
      expect(edition?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    });

    it('changes nothing when the content is the same', async () => {
      expect(await pull(fetched('us-hts'))).toMatchObject({ status: 'unchanged' });
    });

    it('is refused when another release appears meanwhile', async () => {
      publisher.answers['/reststop/currentRelease'] = release('2026HTSRev17', '2026HTSRev18');
      publisher.answers['/reststop/exportList'] = sends(JSON_TYPE, schedule('6%'));
      await expect(pull(fetched('us-hts'))).rejects.toThrow(/another release than 2026HTSRev17 appeared/);
    });

    const bad: [string, Answer, RegExp][] = [
      ...faultsOfPublishers(JSON_TYPE, schedule('7%')),
      ['other JSON', json({ error: 'maintenance' }), /does not hold ""htsno""/],
      ['a broken line', sends(JSON_TYPE, schedule('5%').replace('0101.21.00', 'horses')), /1 of 1 rows cannot be used/],
    ];
    it.each(bad)('is refused with %s, and the former edition answers', async (_what, answer, message) => {
      const before = await editions('tariff:US');
      publisher.answers['/reststop/exportList'] = answer;
      await expect(pull(fetched('us-hts'))).rejects.toThrow(message);
      expect(await editions('tariff:US')).toEqual(before);
    });
  });

  it('goes on after a feed that is refused, and says why', async () => {
    publisher.answers = {
      '/reststop/currentRelease': json({ name: '2026HTSRev18' }),
      '/reststop/exportList': sends(JSON_TYPE, schedule('6%')),
    };
    const pulled = await pullEach(database, [fetched('uk-tariff'), fetched('us-hts')], publisher.limits);
    expect(pulled).toEqual([
      { id: 'uk-tariff', status: 'refused', reason: expect.stringMatching(/answered 404/) as string },
      { id: 'us-hts', status: 'imported', reason: null },
    ]);
  });

  it('takes the version of the United Kingdom from the address that it is redirected to', async () => {
    const table = '/tables/measures-as-defined/data';
    const versions = '/v1/datasets/uk-tariff-2021-01-01/versions';
    publisher.answers = {
      [`${versions}/latest${table}`]: (response) =>
        response.writeHead(302, { location: `${versions}/v4.0.1300${table}?format=csv` }).end(),
      [`${versions}/v4.0.1300${table}`]: sends(
        'text/csv',
        'commodity__code,commodity__description,measure__type__id,measure__additional_code__code,' +
          'measure__duty_expression,measure__effective_start_date,measure__effective_end_date,' +
          'measure__geographical_area__id\n0101210000,Horses,103,,5.00 %,2021-01-01,,1011\n',
      ),
    };
    await pull(fetched('uk-tariff'));
    expect(await editions('tariff:GB')).toMatchObject([{ edition: 'v4.0.1300' }]);
  });

  it('finds the newest month of the European Union', async () => {
    const children = (id: string) => `/service/circabc/spaces/${id}/children`;
    const file = { id: 'n-3', name: 'Duties Import 01-99.xlsx' };
    const [root = ''] = [fetched('eu-taric').folders?.root];
    publisher.answers = {
      [children(root)]: json({
        data: [
          { id: 'n-0', name: '2025' },
          { id: 'n-1', name: '2026' },
          { id: 'x', name: 'Old' },
        ],
      }),
      [children('n-1')]: json({
        data: [
          { id: 'n-2', name: '11 - November' },
          { id: 'n-9', name: '02 - February' },
        ],
      }),
      [children('n-2')]: json({ data: [{ id: 'n-4', name: 'Measure footnotes.xlsx' }, file] }),
      '/sd/a/n-3/Duties%20Import%2001-99.xlsx': sends(
        'application/octet-stream',
        workbook([
          ['Goods code', 'Add code', 'Start date', 'End date', 'Origin code', 'Meas. type code', 'Duty'],
          ['0101210000', '', '01-01-2021', '', '1011', '103', '5.000 %'],
        ]),
      ),
    };
    await pull(fetched('eu-taric'));
    expect(await editions('tariff:EU')).toMatchObject([{ edition: '2026 11 - November' }]);
    publisher.answers[children('n-2')] = json({ data: [] });
    await expect(pull(fetched('eu-taric'))).rejects.toThrow(
      /eu-taric: https:.* has no Duties Import 01-99\.xlsx in 2026\/11 - November/,
    );
  });

  describe('by country', () => {
    const thisYear = new Date().getUTCFullYear();
    const at = (year: number): string =>
      `/API/V1/SDMX/V21/datasource/TRN/reporter/392/partner/000/product/ALL/year/${year}/datatype/reported`;
    function wits(): CountryPublication {
      const publication = readManifest().find(isByCountry);
      if (publication === undefined) throw new Error('none by country');
      const url = publication.url.replace(/https:\/\/[^/]+/, publisher.base);
      return { ...publication, url, check: { ...publication.check, minBytes: 1 } };
    }
    const pullOf = (country: string) => pullAverages(database, wits(), country, {}, publisher.limits);

    it('takes the newest year that is published, and says so', async () => {
      publisher.answers = { [at(thisYear - 2)]: sends(JSON_TYPE, averages(String(thisYear - 2))) };
      expect(await pullOf('JP')).toMatchObject({ status: 'imported', editions: [{ edition: String(thisYear - 2) }] });
      expect(publisher.asked).toEqual([at(thisYear), at(thisYear - 1), at(thisYear - 2)]);
      const [line] = await database.query<{ expression: string }>(
        `select expression from tariff_lines l join reference_editions e on e.id = l.edition_id
         where e.subject = 'tariff:JP'`,
      );
      expect(line?.expression).toBe('5% (average of 1 lines, 0 not ad valorem)');
    });

    it('asks no older year when a newer one is broken', async () => {
      publisher.answers = {
        [at(thisYear)]: sends(JSON_TYPE, '{"dataSets":[]'),
        [at(thisYear - 1)]: sends(JSON_TYPE, averages('1')),
      };
      await expect(pullOf('JP')).rejects.toThrow(/ends in the middle of line 1/);
      expect(publisher.asked).toEqual([at(thisYear)]);
    });

    it('refuses what has no averages, or a schedule of its own', async () => {
      publisher.answers = {};
      await expect(pullOf('JP')).rejects.toThrow(/nothing is published for JP since \d{4}/);
      await expect(pullOf('DE')).rejects.toThrow('wits: DE applies the schedule of EU.');
      await expect(pullOf('ZZ')).rejects.toThrow('wits: ZZ is no country of ISO 3166.');
    });

    it('takes the place of no schedule, whatever brought it', async () => {
      await database.query(`update reference_editions set subject = 'tariff:JP' where subject = 'tariff:GB'`);
      publisher.answers = { [at(thisYear)]: sends(JSON_TYPE, averages(String(thisYear))) };
      await expect(pullOf('JP')).rejects.toThrow(/tariff:JP is held by an import of kind uk-tariff-csv/);
    });
  });
});
