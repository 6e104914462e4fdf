import { parseUsRate, parseUsSpecial } from '../../../../domain/tariffs/schedule/us-duty';

const usd = (amount: string, unit: string, per = '1') => ({ type: 'specific', amount, currency: 'USD', per, unit });
const percent = (text: string) => ({ type: 'percent', percent: text });

describe('rates of the United States schedule', () => {
  it.each([
    ['Free', 'free', '0', [percent('0')]],
    ['6.5%', 'ad_valorem', '6.5', [percent('6.5')]],
    ['1¢/kg', 'specific', null, [usd('0.01', 'kg')]],
    ['0.54¢/kg', 'specific', null, [usd('0.0054', 'kg')]],
    ['$1.227/kg', 'specific', null, [usd('1.227', 'kg')]],
    ['$1.25/t', 'specific', null, [usd('1.25', 't')]],
    ['5.99¢/ liter', 'specific', null, [usd('0.0599', 'l')]],
    ['32¢ each', 'specific', null, [usd('0.32', 'item')]],
    ['2.8¢/doz.', 'specific', null, [usd('0.028', 'item', '12')]],
    ['2¢/g', 'specific', null, [usd('0.02', 'g')]],
    ['$5/article', 'specific', null, [usd('5', 'item')]],
    ['$5.0/ head', 'specific', null, [usd('5', 'item')]],
    ['14.4¢/gross', 'specific', null, [usd('0.144', 'item', '144')]],
    ['120¢/thousand', 'specific', null, [usd('1.2', 'item', '1000')]],
    ['2¢  each', 'specific', null, [usd('0.02', 'item')]],
    ['7% ', 'ad_valorem', '7', [percent('7')]],
    [' Free', 'free', '0', [percent('0')]],
    ['1¢/kg  +  5%', 'compound', null, [usd('0.01', 'kg'), percent('5')]],
    ['1¢/kg+5%', 'compound', null, [usd('0.01', 'kg'), percent('5')]],
    ['38.4¢/1000', 'specific', null, [usd('0.384', 'item', '1000')]],
    ['29.1¢/kg + 25.9%', 'compound', null, [usd('0.291', 'kg'), percent('25.9')]],
    ['10.5¢/bbl', 'specific', null, [usd('0.105', 'l', '158.987294928')]],
    ['90¢/pr. + 37.5%', 'compound', null, [usd('0.9', 'pair'), percent('37.5')]],
    ['42.3¢/kg +8.5%', 'compound', null, [usd('0.423', 'kg'), percent('8.5')]],
  ])('reads %s', (text, kind, adValorem, parts) => {
    expect(parseUsRate(text)).toEqual({ expression: text.trim(), kind, adValorem, duty: { parts } });
  });

  it.each([
    ['5.4¢/kg on drained weight', 'specific'],
    ['$1.5¢/kg', 'specific'],
    ['1.5/kg', 'other'],
    ['about 1¢/kg', 'specific'],
    ['1¢ each pair', 'specific'],
    ['5% on the value', 'other'],
    ['see 5%', 'other'],
    ['$ /kg', 'other'],
    ['$15', 'specific'],
    ['40¢ each + 4.6% on the case', 'compound'],
    ['3.6606¢/kg less 0.020668¢/kg for each degree under 100 degrees but not less than 3.143854¢/kg', 'specific'],
    ['The duty provided in the applicable subheading', 'other'],
    ['Free, under bond, as prescribed in U.S. note 1 to this subchapter', 'other'],
  ])('keeps "%s" without computing it', (text, kind) => {
    expect(parseUsRate(text)).toEqual({ expression: text, kind, adValorem: null, duty: null });
  });

  it.each([
    ['Free (A, AU ,KR)', [['Free', 'A', 'AU', 'KR']]],
    [
      'Free (A*,S+), 2.5% (JP)',
      [
        ['Free', 'A*', 'S+'],
        ['2.5%', 'JP'],
      ],
    ],
    ['  ,; 1¢/kg   + 2% (JP)', [['1¢/kg + 2%', 'JP']]],
    ['Free (AAA)', []],
    ['See 9919.04.50 (PA (PA)', [['See 9919.04.50', 'PA']]],
    [
      'No change (A) See note 3(e) (CO,PE)',
      [
        ['No change', 'A'],
        ['See note 3(e)', 'CO', 'PE'],
      ],
    ],
    ['Upon the value (see note 3) (B,C,)', [['Upon the value (see note 3)', 'B', 'C']]],
    ['Free (see note 4) 2% (JP)', [['2%', 'JP']]],
    ['Free (1A)', []],
    ['Free (A1)', []],
    ['Free ()', []],
    ['Free (A,KR', []],
    [' , (A)', []],
    ['Free', []],
  ])('reads %j', (text, expected) => {
    expect(parseUsSpecial(text).map(({ expression, programs }) => [expression, ...programs])).toEqual(expected);
  });

  it('reads a percentage with a fraction', () => {
    expect(parseUsRate('33 1/3%')).toMatchObject({ kind: 'ad_valorem', adValorem: `33.${'3'.repeat(20)}` });
    expect(parseUsRate('12 1/2%').adValorem).toBe('12.5');
    expect(parseUsRate('2¢/kg + 33 1/3%').kind).toBe('compound');
    expect(parseUsRate('33 1/0%').duty).toBeNull();
  });

  it('reads the programs of special rates, whatever the spaces', () => {
    const rates = parseUsSpecial(
      'Free \n(A+, AU,KR,.S) 3.95%(JP) See 9822.05.20 (P+) Free (See U.S. note 4 of this subchapter)',
    );
    expect(rates.map(({ adValorem, programs }) => [adValorem, programs])).toEqual([
      ['0', ['A+', 'AU', 'KR', 'S']],
      ['3.95', ['JP']],
      [null, ['P+']],
    ]);
  });
});
