import { concerns, CORRIDOR_RULES } from '../../../../domain/payments/instruction/corridor-rules';

const rulesFor = (currency: string, country: string) =>
  CORRIDOR_RULES.filter((rule) => concerns(rule, currency, country)).map(({ id }) => id);
const SEPA = ['sepa_address_of_beneficiary', 'sepa_address_of_debtor'];
const IBAN = 'account_iban';
const SWIFT = ['swift_address_of_beneficiary', 'swift_address_of_debtor'];

/** Source: docs/GAPS.md#corridors */
describe('the rules of a corridor', () => {
  it.each([
    ['EUR', 'DE', [...SEPA, IBAN]],
    ['EUR', 'GB', SEPA],
    ['EUR', 'YT', SEPA],
    ['EUR', 'US', SWIFT],
    ['GBP', 'GB', SWIFT],
    ['USD', 'AE', [...SWIFT, 'purpose_ae', IBAN]],
    ['AED', 'AE', [...SWIFT, 'purpose_ae', IBAN]],
    ['BHD', 'BH', [...SWIFT, 'purpose_bh', IBAN]],
    ['CNY', 'CN', [...SWIFT, 'purpose_cn']],
    ['USD', 'US', [...SWIFT, 'account_us']],
    ['EUR', 'UA', [...SWIFT, 'account_ua']],
    ['BDT', 'BD', SWIFT],
    ['USD', 'CN', SWIFT],
    ['CNY', 'HK', SWIFT],
    ['INR', 'IN', [...SWIFT, 'purpose_in', 'account_in']],
    ['KWD', 'KW', [...SWIFT, 'purpose_kw', IBAN]],
    ['MYR', 'MY', [...SWIFT, 'purpose_my']],
    ['USD', 'MY', SWIFT],
    ['MXN', 'MX', [...SWIFT, 'account_mx']],
    ['USD', 'MX', SWIFT],
  ])('of %s to %s are %j', (currency, country, expected) => {
    expect(rulesFor(currency, country)).toEqual(expected);
  });

  // European Payments Council, EPC409-09, "List of SEPA scheme countries": the European Union, and beyond it.
  it('are those of SEPA for euros to each of its countries', () => {
    const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    const others = 'AD AL CH GB IS LI MC MD ME MK NO RS SM VA'.split(' ');
    const territories = 'AX BL GF GG GI GP IM JE MF MQ PM RE YT'.split(' ');
    const all = [...union, ...others, ...territories];
    expect(all.filter((country) => rulesFor('EUR', country)[0] !== SEPA[0])).toEqual([]);
    expect([union.length, rulesFor('EUR', 'GE'), rulesFor('EUR', 'TR')]).toEqual([27, SWIFT, [...SWIFT, IBAN]]);
  });

  it('ask for town and country of an address from the days on which the schemes do', () => {
    const address = CORRIDOR_RULES.filter(({ within }) => within !== undefined);
    expect(address.map(({ id, fields, since }) => [id, fields, since])).toEqual([
      ['sepa_address_of_beneficiary', ['beneficiary.address.city', 'beneficiary.address.country'], '2026-11-15'],
      ['swift_address_of_beneficiary', ['beneficiary.address.city', 'beneficiary.address.country'], '2026-11-14'],
      ['sepa_address_of_debtor', ['debtor.address.city', 'debtor.address.country'], '2026-11-15'],
      ['swift_address_of_debtor', ['debtor.address.city', 'debtor.address.country'], '2026-11-14'],
    ]);
  });

  it('have codes of their own form', () => {
    for (const { codes } of CORRIDOR_RULES) {
      for (const { code, meaning } of codes?.list ?? []) {
        expect(code).toMatch(codes?.pattern ?? /$^/);
        expect(meaning).not.toBe('');
      }
    }
  });

  it.each([
    ['purpose_ae', 'GDE', 'GDEX'],
    ['purpose_bh', 'STS', 'ST'],
    ['purpose_cn', 'CGODDR', 'CGODDRX'],
    ['purpose_in', 'P0102', 'p0102'],
    ['purpose_kw', 'AB', 'A'],
  ])('of %s take the form of %s and not that of %s', (id, taken, refused) => {
    const { codes } = CORRIDOR_RULES.find((rule) => rule.id === id) ?? {};
    expect([codes?.pattern.test(taken), codes?.pattern.test(refused), codes?.pattern.test(`x${taken}`)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('know all codes of China, and of no other country', () => {
    expect(CORRIDOR_RULES.filter(({ codes }) => codes?.isComplete).map(({ id }) => id)).toEqual(['purpose_cn']);
    const china = CORRIDOR_RULES.find(({ id }) => id === 'purpose_cn');
    expect(china?.codes?.list.map(({ code }) => code)).toEqual(['CCDNDR', 'CCTFDR', 'CGODDR', 'COCADR', 'CSTRDR']);
  });
});
