import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ImportRefused } from '../../domain/imports/drafts';
import { IMPORTERS } from '../../importers';
import { workbook } from '../support/workbook';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { importFixture } from '../support/reference-data';

const HS = 'section,hscode,description,parent,level\nI,01,Creatures,TOTAL,2\nI,0101,Horses,01,4\n';
const US =
  'HTS Number,Indent,Description,Unit of Quantity,General Rate of Duty,Special Rate of Duty\n0101.21.00,0,Horses,,5%,\n';
const RATES = 'base,quote,rate,date\nUSD,EUR,0.9,2026-01-01\n';
const VAT = 'start_date,stop_date,territory_codes,rate,rate_type\n2020-01-01,,DE,0.19,standard\n';
const BACI = 't,i,j,k,v,q\n2023,842,276,610910,10.5,1\n';
const BANK = '"Country Name","Country Code","Indicator Code","2021"\n"Brazil","BRA","TM.TAX","13.3"\n';

const ukgt = (...rates: string[]): string =>
  JSON.stringify({
    data: rates.map((rate) => {
      return { commodity: '01012100', description: 'Horses', cet_duty_rate: rate, ukgt_duty_rate: rate };
    }),
  });

/** An answer of WITS with the rates of one product, one a partner that it writes as the world. */
function wits(years: readonly string[], rates: readonly number[]): string {
  const series = rates.map((rate, at) => [`0:0:${at}:0:0`, { observations: { '0': [rate, 0, 0, 0] } }]);
  const values = (...ids: string[]) => ids.map((id) => ({ id, name: id }));
  const dimension = (id: string, ...ids: string[]) => ({ id, values: values(...ids) });
  return JSON.stringify({
    dataSets: [{ series: Object.fromEntries(series) as unknown }],
    structure: {
      dimensions: {
        series: [
          dimension('FREQ', 'A'),
          dimension('REPORTER', '076'),
          dimension('PARTNER', '000', '000', '000'),
          dimension('PRODUCTCODE', '010130'),
          dimension('DATATYPE', 'Reported'),
        ],
        observation: [dimension('TIME_PERIOD', ...years)],
      },
      attributes: {
        observation: [dimension('TARIFFTYPE', 'MFN'), dimension('TOTALNOOFLINES', '1'), dimension('NBR_NA_LINES', '0')],
      },
    },
  });
}

/** The JSON export of the United States, as lines of it. */
const hts = (...lines: object[]): string =>
  JSON.stringify(lines.map((line) => ({ indent: '0', description: 'Horses', special: '', other: '', ...line })));
const HORSES = { htsno: '0101.21.00', general: '5%', units: ['No.'] };

const UK =
  'commodity__code,commodity__description,measure__type__id,measure__additional_code__code,measure__duty_expression,' +
  'measure__effective_start_date,measure__effective_end_date,measure__geographical_area__id\n' +
  '0101210000,Horses,103,,5.00 %,2021-01-01,,1011\n';
const UK_ROW = '0101210000,Horses,103,,5.00 %,2021-01-01,,1011\n';

const TARIC_HEAD = ['Goods code', 'Add code', 'Start date', 'End date', 'Origin code', 'Meas. type code', 'Duty'];
const TARIC_ROW = ['0101210000', '', '01-01-2021', '', '1011', '103', '5.000 %'];
const taric = (...rows: string[][]): Buffer => Buffer.from(workbook([TARIC_HEAD, TARIC_ROW, ...rows]));

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const cut = (text: string, bytes: number): string => text.slice(0, -bytes);

/** Kind of file, what is wrong, its content, and the words of the refusal: file, line and reason. */
const BROKEN: readonly (readonly [string, string, string | Buffer, RegExp])[] = [
  ['hs-nomenclature', 'cut off', cut(HS, 6), /^it ends in the middle of line 3: it has 3 cells under 5 columns/],
  ['hs-nomenclature', 'moved columns', `${HS}I,,010121,Mares,0101,6\n`, /line 4: has 6 cells under 5 columns/],
  ['hs-nomenclature', 'no such column', HS.replace('hscode', 'code'), /^it, line 1: has no column "hscode"/],
  ['hs-nomenclature', 'a line twice', `${HS}I,0101,Horses,01,4\n`, /line 4: 0101 occurs twice/],
  ['hs-nomenclature', 'two editions', `${HS}I,0101,Asses,01,4\n`, /^it, line 4: the text of 0101 differs from line 3/],
  ['hs-nomenclature', 'Latin-1', latin1(`${HS}I,010121,\xc9talons,0101,6\n`), /^it, line 4: is not UTF-8/],
  ['usitc-csv', 'cut off', cut(US, 5), /^it ends in the middle of line 2: it has 4 cells under 6 columns/],
  ['usitc-csv', 'moved columns', `${US}0101.29.00,0,,Horses,,5%,\n`, /line 3: has 7 cells under 6 columns/],
  ['usitc-csv', 'no such column', US.replace('Indent', 'Depth'), /^it, line 1: has no column "Indent"/],
  ['usitc-csv', 'a line twice', `${US}0101.21.00,0,Horses,,5%,\n`, /line 3: 01012100 occurs twice/],
  ['usitc-csv', 'two editions', `${US}0101.21.00,0,Horses,,6%,\n`, /^it, line 3: 01012100 has another rate than on/],
  ['usitc-csv', 'Latin-1', latin1(`${US}0101.29.00,0,Horses,,1\xa2/kg,\n`), /^it, line 3: is not UTF-8/],
  ['ukgt-json', 'cut off', cut(ukgt('5.00%'), 9), /^it ends in the middle of line 1: its JSON is not complete/],
  ['ukgt-json', 'no JSON', '{\n"data": [\n<html>\n]}', /^it, line 3: is not JSON/],
  ['ukgt-json', 'moved columns', '{"data":[["01012100","Horses"]]}', /line 1: has no commodity/],
  ['ukgt-json', 'a line twice', ukgt('5.00%', '5.00%'), /line 2: 01012100 occurs twice/],
  ['ukgt-json', 'two editions', ukgt('5.00%', '6.00%'), /^it, entry 2: 01012100 occurs twice with different rates/],
  ['ukgt-json', 'Latin-1', latin1(ukgt('1\xa3')), /^it, line 1: is not UTF-8/],
  ['usitc-json', 'cut off', cut(hts(HORSES), 9), /^it ends in the middle of line 1: its JSON is not complete/],
  ['usitc-json', 'no list', '{"error":"maintenance"}', /^it is no list of lines/],
  ['usitc-json', 'moved columns', '[["0101.21.00", "Horses"]]', /line 1: has no htsno, indent, description, general/],
  ['usitc-json', 'a line twice', hts(HORSES, HORSES), /line 2: 01012100 occurs twice/],
  ['usitc-json', 'two editions', hts(HORSES, { ...HORSES, general: '6%' }), /^it, line 2: 01012100 has another rate/],
  ['usitc-json', 'Latin-1', latin1(hts({ ...HORSES, general: '1\xa2/kg' })), /^it, line 1: is not UTF-8/],
  ['uk-tariff-csv', 'cut off', cut(UK, 12), /^it cannot be read as CSV: .* on line 2/],
  ['uk-tariff-csv', 'moved columns', `${UK},${UK_ROW}`, /^it cannot be read as CSV: .* on line 3/],
  ['uk-tariff-csv', 'no such column', UK.replace('__duty_', '__rate_'), /^it, line 1: has no column "measure__duty_/],
  ['uk-tariff-csv', 'another table', UK.replaceAll(',103,', ',142,'), /^it holds no third country duty .* on 20/],
  ['uk-tariff-csv', 'a line twice', `${UK}${UK_ROW}`, /line 3: 010121 occurs twice/],
  [
    'uk-tariff-csv',
    'two editions',
    UK + UK_ROW.replace('5.', '6.'),
    /^it, line 3: the duty of 010121 differs from line 2/,
  ],
  ['uk-tariff-csv', 'no day', UK.replace('2021-01-01', '01/01/2021'), /line 2: 0101210000 begins on "01\/01\/2021"/],
  ['uk-tariff-csv', 'Latin-1', latin1(UK.replace('Horses', '\xc9talons')), /^it, line 2: is not UTF-8/],
  ['taric-xlsx', 'cut off', taric().subarray(0, -400), /^it is no whole XLSX file: it has no table of/],
  ['taric-xlsx', 'a page', '<html>maintenance</html>', /^it is no whole XLSX file/],
  [
    'taric-xlsx',
    'no such column',
    Buffer.from(workbook([['Goods code'], ['0101210000']])),
    /^it, line 1: has no column "Add/,
  ],
  ['taric-xlsx', 'a line twice', taric(TARIC_ROW), /line 3: 010121 occurs twice/],
  [
    'taric-xlsx',
    'two editions',
    taric([...TARIC_ROW.slice(0, 6), '6.000 %']),
    /^it, line 3: the duty of 010121 differs/,
  ],
  ['wits-sdmx', 'cut off', cut(wits(['2020'], [5]), 20), /^it ends in the middle of line 1/],
  ['wits-sdmx', 'two years', wits(['2020', '2021'], [5]), /^it holds the years 2020, 2021: ask for one/],
  ['wits-sdmx', 'a line twice', wits(['2020'], [5, 5]), /line 2: 010130 occurs twice/],
  ['wits-sdmx', 'two editions', wits(['2020'], [5, 6]), /^it, line 2: the rate of 010130 differs from line 1/],
  ['wits-sdmx', 'UTF-16', Buffer.from(wits(['2020'], [5]), 'utf16le'), /^it, line 1: is not UTF-8/],
  ['baci-csv', 'cut off', `${BACI}2023,842,826,6109`, /^it cannot be read as CSV: .* on line 3/],
  ['baci-csv', 'moved columns', `${BACI}2023,,842,826,610910,4,1\n`, /^it cannot be read as CSV: .* on line 3/],
  ['baci-csv', 'no such column', BACI.replace('k', 'code'), /^it, line 1: has no column k/],
  ['baci-csv', 'a line twice', `${BACI}2023,842,276,610910,10.5,1\n`, /line 3: flow 842 276 610910 occurs twice/],
  ['baci-csv', 'two years', `${BACI}2022,842,826,610910,4,1\n`, /line 3: year 2022 in a file of 2023/],
  ['baci-csv', 'UTF-16', Buffer.from(BACI, 'utf16le'), /^it(, line 1: has no column| cannot be read as CSV)/],
  ['worldbank-csv', 'cut off', `${BANK}"Chile","CHL"`, /^it ends in the middle of line 3/],
  ['worldbank-csv', 'moved columns', `${BANK}"Chile","","CHL","TM.TAX","6"\n`, /line 3: has 5 cells under 4 columns/],
  ['worldbank-csv', 'no such column', BANK.replace('Country Code', 'Code'), /line 1: has no column "Country Code"/],
  ['worldbank-csv', 'a line twice', `${BANK}"Brazil","BRA","TM.TAX","12"\n`, /line 3: BR is on line 2 already/],
  ['worldbank-csv', 'two indicators', `${BANK}"Chile","CHL","TM.OTHER","6"\n`, /^it holds 2 indicators instead of one/],
  ['worldbank-csv', 'Latin-1', latin1(`${BANK}"T\xfcrkiye","TUR","TM.TAX","6"\n`), /^it, line 3: is not UTF-8/],
  ['vat', 'cut off', '{\n"DE": {"type": "vat",', /^it ends in the middle of line 2/],
  ['vat', 'moved columns', '{"DE": {"rate": "vat", "type": 0.19}}', /line 1: DE has no readable rate/],
  ['vat', 'Latin-1', latin1('{"DE": {"type": "\xe4", "rate": 0.19}}'), /^it, line 1: is not UTF-8/],
  ['vat', 'cut off.csv', cut(VAT, 10), /^it\.csv ends in the middle of line 2/],
  ['vat', 'moved columns.csv', `${VAT}2020-01-01,,,FR,0.2,standard\n`, /line 3: has 6 cells under 5 columns/],
  ['vat', 'a line twice.csv', `${VAT}2020-01-01,,DE,0.19,standard\n`, /line 3: DE from 2020-01-01 occurs twice/],
  ['vat', 'two editions.csv', `${VAT}2020-01-01,,DE,0.16,standard\n`, /line 3: DE from 2020-01-01 differs from line 2/],
  ['exchange-rates', 'cut off', cut(RATES, 12), /^it ends in the middle of line 2: it has 3 cells under 4 columns/],
  ['exchange-rates', 'moved columns', `${RATES},USD,CHF,0.8,2026-01-01\n`, /line 3: has 5 cells under 4 columns/],
  ['exchange-rates', 'no such column', RATES.replace('rate', 'price'), /^it, line 1: has no column "rate"/],
  [
    'exchange-rates',
    'a line twice',
    `${RATES}USD,EUR,0.9,2026-01-01\n`,
    /line 3: USD to EUR on 2026-01-01 occurs twice/,
  ],
  [
    'exchange-rates',
    'two editions',
    `${RATES}USD,EUR,0.8,2026-01-01\n`,
    /^it, line 3: USD to EUR .* differs from line 2/,
  ],
  ['exchange-rates', 'UTF-16', Buffer.from(RATES, 'utf16le'), /^it, line 1: is not UTF-8/],
  ['search-references', 'cut off', '{"tote": "4202229090", "hoo', /^it ends in the middle of line 1/],
  ['search-references', 'moved columns', '{"4202229090": "tote"}', /line 1: "4202229090" has no usable code/],
  ['search-references', 'Latin-1', latin1('{"caf\xe9": "0901210000"}'), /^it, line 1: is not UTF-8/],
  ['search-synonyms', 'cut off', 'purse => handbag\nphone', /line 2: "phone" names no alternative/],
  ['search-synonyms', 'a table', 'country,name\nDE,Germany\nFR,France\n', /^it, line 1: begins a table of 2 columns/],
  ['search-synonyms', 'codes', '# codes\n0101,Horses, live\n', /line 2: "0101" is no word/],
  ['search-synonyms', 'Latin-1', latin1('caf\xe9 => coffee\n'), /^it, line 1: is not UTF-8/],
];

describe('a broken publication is refused with file, line and reason:', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  it.each(BROKEN)('%s, %s', async (kind, fault, content, message) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'corridor-broken-'));
    const file = path.join(folder, `it${path.extname(fault)}`);
    writeFileSync(file, content);
    const importing = importFixture(database, kind, file);
    await expect(importing).rejects.toThrow(message);
    await expect(importing).rejects.toBeInstanceOf(ImportRefused);
    const [stored] = await database.query<{ count: string }>('select count(*) from reference_editions');
    expect(stored?.count).toBe('0');
  });

  it('of every format but the watch lists, which have tests of their own', () => {
    const lists = ['ofac-sdn', 'un-xml', 'eu-csv', 'uk-csv'];
    const kinds = IMPORTERS.map(({ kind }) => kind).filter((kind) => !lists.includes(kind));
    expect([...new Set(BROKEN.map(([kind]) => kind))].sort()).toEqual(kinds.sort());
  });
});
