import {
  CLEARING_SCHEMES,
  clearingFaults,
  clearingSystemsOf,
  StatedClearing,
  type ClearingScheme,
} from '../../../../domain/payments/instruction/clearing';
import { isBankingCountry } from '../../../../domain/countries';

/** Codes of banks as they publish them, with the country of their accounts. */
const PUBLISHED: Record<ClearingScheme, readonly [string, string][]> = {
  USABA: [
    ['021000021', 'US'],
    ['026009593', 'US'],
    ['111000025', 'US'],
    ['076401251', 'US'],
    ['021502011', 'PR'],
  ],
  GBDSC: [
    ['200000', 'GB'],
    ['601613', 'JE'],
  ],
  AUBSB: [['062000', 'AU']],
  INFSC: [
    ['SBIN0000300', 'IN'],
    ['HDFC0CAGSBK', 'IN'],
  ],
  CACPA: [['000300002', 'CA']],
  CNAPS: [['102100099996', 'CN']],
  NZNCC: [['010102', 'NZ']],
  ZANCC: [['250655', 'ZA']],
  HKNCC: [['004', 'HK']],
  SGIBG: [['7171001', 'SG']],
  JPZGN: [['0001001', 'JP']],
  CHBCC: [
    ['762', 'CH'],
    ['08800', 'LI'],
  ],
  DEBLZ: [['37040044', 'DE']],
};
const CASES = CLEARING_SCHEMES.flatMap((scheme) =>
  PUBLISHED[scheme].map(([code, country]) => [scheme, code, country] as const),
);
const codesOf = (scheme: string, code: string | null, country: string | null) =>
  clearingFaults(scheme, code, country).map((fault) => `${fault.member} ${fault.code}`);

/** Source: docs/GAPS.md#P2 */
describe('a clearing code', () => {
  it.each(CASES)('of %s may be %s for an account in %s, and in no other country', (scheme, code, country) => {
    expect(codesOf(scheme, code, country)).toEqual([]);
    expect(codesOf(scheme, code, 'FR')).toEqual(['scheme clearing_country']);
    expect(codesOf(scheme, code, null)).toEqual([]);
  });

  it.each(CASES)('of %s is refused when %s is shorter or longer or has a blank', (scheme, code, country) => {
    const broken = [`${code.slice(0, 2)} ${code.slice(2)}`, `${code}000`, code.slice(0, 2), code.replace(/.$/, '-')];
    for (const one of broken) expect(codesOf(scheme, one, country)).toEqual(['code clearing_format']);
  });

  it('of India has a 0 behind the letters of the bank', () => {
    for (const code of ['SBIN1000300', 'sbin0000300', 'SBI00000300', '0BIN0000300']) {
      expect(codesOf('INFSC', code, 'IN')).toEqual(['code clearing_format']);
    }
  });

  it('has faults of scheme and code at once, and says what it has to be', () => {
    expect(clearingFaults('GBDSC', '20-00-00', 'US')).toEqual([
      {
        member: 'scheme',
        code: 'clearing_country',
        message: 'is for accounts in GB, GG, IM, JE, and bankAccount.country is another country',
      },
      { member: 'code', code: 'clearing_format', message: 'must be 6 digits without hyphens (GBDSC)' },
    ]);
    expect(clearingFaults('USABA', '021000022', 'US')).toEqual([
      { member: 'code', code: 'clearing_check_digit', message: 'has a wrong check digit (USABA)' },
    ]);
  });

  it('leaves to the schema what is no code, or of no known scheme', () => {
    expect([codesOf('USABA', '', 'US'), codesOf('USABA', null, 'US'), codesOf('USABA', '1'.repeat(36), 'US')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(codesOf('USABA', '1'.repeat(35), 'US')).toEqual(['code clearing_format']);
    expect([codesOf('IBAN', '1', 'US'), codesOf('toString', '1', 'US')]).toEqual([[], []]);
  });
});

describe('a clearing code without a country', () => {
  it('is right by itself', () => {
    const paths = (clearing: object) =>
      StatedClearing.safeParse(clearing).error?.issues.map(({ path, code }) => `${path.join('.')} ${code}`) ?? [];
    expect(paths({ scheme: 'USABA', code: '021000021' })).toEqual([]);
    expect(paths({ scheme: 'USABA', code: '021000022' })).toEqual(['code custom']);
    expect(paths({ scheme: 'ABA', code: '021000021' })).toEqual(['scheme invalid_value']);
  });
});

describe('the clearing systems of a country', () => {
  it('are shown as they validate', () => {
    expect(clearingSystemsOf('US')).toEqual([
      {
        scheme: 'USABA',
        name: 'United States routing number (ABA)',
        pattern: '^[0-9]{9}$',
        rule: '9 digits, the last of which is a check digit',
      },
    ]);
    expect(clearingSystemsOf('FR')).toEqual([]);
    for (const [scheme, code, country] of CASES) {
      const shown = clearingSystemsOf(country).find((system) => system.scheme === scheme);
      expect(new RegExp(shown?.pattern ?? 'x').test(code)).toBe(true);
      expect(isBankingCountry(country)).toBe(true);
    }
  });
});
