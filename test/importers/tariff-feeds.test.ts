import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseTaricRate } from '../../domain/tariffs/schedule/taric-duty';
import { importerOf } from '../../importers';
import type { ImportOptions } from '../../importers/importer';
import { workbook } from '../support/workbook';

async function scheduleOf(kind: string, content: string | Uint8Array, options: ImportOptions = {}) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-feed-')), 'feed');
  writeFileSync(file, content);
  const parsed = await importerOf(kind)?.parse({ name: 'feed', path: file }, options);
  const [edition] = parsed?.editions ?? [];
  if (parsed === undefined || edition?.content.kind !== 'schedule') throw new Error('no schedule');
  const { lines, additional } = edition.content;
  const rates = Object.fromEntries(lines.map(({ code, rate }) => [code, rate?.expression ?? null]));
  return { parsed, edition, lines, additional, rates };
}

const DAY = { validFrom: '2026-11-01' };

describe('the JSON export of the United States', () => {
  const line = (htsno: string, indent: number, description: string, more: object = {}) => {
    return { htsno, indent: String(indent), description, units: [], general: '', special: '', other: '', ...more };
  };
  const note = (value: string) => [{ columns: ['general'], marker: '1', value, type: 'endnote' }];
  const EXPORT = JSON.stringify([
    line('6109', 0, 'Vests'),
    line('6109.10.00', 1, 'Of <i>cotton</i>', {
      general: '16.5%',
      special: 'Free (AU, BH)',
      other: '90%',
      footnotes: note('See 9903.88.15.'),
    }),
    line('6109.10.00.04', 2, 'White', { units: ['doz.', 'kg'] }),
    line('8517.13.00', 0, 'Telephones', { general: 'Free', footnotes: note('See 9903.88.16. ') }),
    line('9903.88.15', 0, 'Except as provided, articles the product of China, as provided for in U.S. note 20(r)', {
      general: 'The duty provided in the applicable subheading + 7.5%',
    }),
  ]);

  it('is read as the CSV export is', async () => {
    const { rates, lines, edition } = await scheduleOf('usitc-json', EXPORT);
    expect(rates).toMatchObject({ '61091000': '16.5%', '85171300': 'Free' });
    expect(lines[0]).toMatchObject({ path: ['Vests', 'Of cotton'], unit: 'doz., kg', specialText: 'Free (AU, BH)' });
    expect(edition.subject).toBe('tariff:US');
  });

  it('says by its notes on which goods section 301 adds a duty', async () => {
    const { additional } = await scheduleOf('usitc-json', EXPORT);
    expect(additional).toMatchObject([{ heading: '99038815', origins: ['CN'], codes: ['61091000'] }]);
  });
});

describe('the measures of the United Kingdom', () => {
  const COLUMNS =
    'id,commodity__code,commodity__description,measure__type__id,measure__additional_code__code,' +
    'measure__duty_expression,measure__effective_start_date,measure__effective_end_date,measure__geographical_area__id';
  const table = (...rows: string[]): string => [COLUMNS, ...rows, ''].join('\n');

  it('give the general rate of each code on the day', async () => {
    const { rates, edition, parsed } = await scheduleOf(
      'uk-tariff-csv',
      table(
        '1,0101210000,Horses,103,,0.00 %,2021-01-01,2026-10-31,1011',
        '2,0101210000,Horses,103,,2.00 %,2026-11-01,,1011',
        '3,0101210000,Horses,103,,9.00 %,2027-01-01,,1011',
        '4,0101210000,Horses,142,,0.00 %,2021-01-01,,JP',
        '5,0201300010,"Beef, boneless",103,,12.00 % + 147.00 GBP / 100 kg,2021-01-01,,1011',
        '6,0201300010,"Beef, boneless",103,2600,0.00 %,2021-01-01,,1011',
      ),
      DAY,
    );
    expect(rates).toEqual({ '010121': '2%', '0201300010': '12% + 147 GBP/100 kg' });
    expect(parsed.rowsIn).toBe(4);
    expect(edition).toMatchObject({ subject: 'tariff:GB', edition: '2026-11-01', validFrom: '2026-11-01' });
  });

  it('are refused above a hundredth of rows that cannot be read', async () => {
    expect(importerOf('uk-tariff-csv')?.maxRejectShare).toBe(0.01);
    const { parsed } = await scheduleOf('uk-tariff-csv', table('1,010121,Horses,103,,2.00 %,2021-01-01,,1011'), DAY);
    expect(parsed.rejects).toEqual([{ line: 2, reason: '"010121" is no commodity code of ten digits' }]);
  });
});

describe('the duties on imports of TARIC', () => {
  const HEAD = [
    ['Goods code', 'Add code', 'Order No.', 'Start date', 'End date', 'RED_IND', 'Origin', ' Measure type'],
    ['Legal base', 'Duty', 'Origin code', ' Meas. type code'],
  ].flat();
  const row = (code: string | number, from: string | number, until: string | number, duty: string, type = '103') => {
    return [code, '', '', from, until, '', 'ERGA OMNES', 'Third country duty', 'R 1', duty, '1011', type];
  };

  it('give the general rate of each code on the day, however days and codes are stored', async () => {
    const { rates, edition } = await scheduleOf(
      'taric-xlsx',
      workbook([
        HEAD,
        row('0101210000 80', '01-01-2017', '', '0.000 %'),
        row(201300000, 42736, 46326, '12.800 % + 303.400 EUR DTN'),
        row('8534000000', 44562, 46200, '3.300 %'),
        row('8534000000', '28-06-2026', '', '3.100 %'),
        row('8534001100', '01-01-2017', '', '0.000 %', '112'),
      ]),
      DAY,
    );
    expect(rates).toEqual({ '010121': '0%', '8534': '3.1%' });
    expect(edition).toMatchObject({ subject: 'tariff:EU', nomenclature: 'HS 2022' });
  });
});

describe('a duty in the words of TARIC', () => {
  it.each([
    ['3.300 %', '3.3%', { type: 'percent', percent: '3.3' }],
    [
      '30.900 EUR DTN',
      '30.9 EUR/100 kg',
      { type: 'specific', amount: '30.9', currency: 'EUR', per: '100', unit: 'kg' },
    ],
    ['1.750 EUR HLT', '1.75 EUR/hl', { type: 'specific', amount: '1.75', currency: 'EUR', per: '100', unit: 'l' }],
    [
      '52.000 EUR MIL',
      '52 EUR/1000 p/st',
      { type: 'specific', amount: '52', currency: 'EUR', per: '1000', unit: 'item' },
    ],
    [
      '34.00 GBP / 100 kg',
      '34 GBP/100 kg',
      { type: 'specific', amount: '34', currency: 'GBP', per: '100', unit: 'kg' },
    ],
  ])('%s is %s', (text, expression, part) => {
    const rate = parseTaricRate(text);
    expect(rate.expression).toBe(expression);
    if (rate.adValorem === null) expect(rate.duty?.parts).toEqual([part]);
  });

  it.each(['4.500 % + EA', '0.30 GBP / 100 kg / net / %sacchar.', '1.000 EUR ASV X', '9.000 EUR DTN G'])(
    '%s is not computed',
    (text) => {
      expect(parseTaricRate(text)).toMatchObject({ adValorem: null, duty: null });
    },
  );

  it('keeps bounds', () => {
    const { duty } = parseTaricRate('10.400 % MIN 1.300 EUR DTN MAX 2.800 EUR DTN');
    expect(duty).toMatchObject({ minimum: [{ amount: '1.3' }], maximum: [{ amount: '2.8' }] });
  });
});
