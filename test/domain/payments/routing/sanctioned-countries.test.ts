import { isCountry } from '../../../../domain/countries';
import { CreateInstruction } from '../../../../domain/payments/instruction/instruction-schema';
import { nextTerms } from '../../../../domain/payments/routing/failover';
import { sanctionWarnings } from '../../../../domain/payments/routing/sanctioned-countries';
import { decideTerms } from '../../../../domain/payments/routing/terms';
import { SANCTIONED_COUNTRIES } from '../../../../domain/facts/sanctions';
import { instructionBody } from '../../../support/builders';
import { route, ROUTE_REQUEST } from '../../../support/routes';

const DAY = '2026-11-26';
const warned = (currency: string, countries: readonly string[], day = DAY) =>
  sanctionWarnings(currency, countries, day).map(({ message }) => message.split(':')[0]);

/** Source: docs/GAPS.md#P13 */
describe('measures against countries', () => {
  it('are of countries', () => {
    expect(SANCTIONED_COUNTRIES.facts.filter(({ key }) => !isCountry(key))).toEqual([]);
  });

  it.each([
    ['USD', ['CU', 'CU'], ['Cuba']],
    ['EUR', ['CU'], []],
    ['EUR', ['DE', 'RU'], ['Russian Federation']],
    ['JPY', ['BY'], ['Belarus']],
    ['USD', ['UA'], ['Ukraine']],
    ['USD', ['SY'], []],
    ['USD', ['DE'], []],
  ])('are said of %s to %j: %j', (currency, countries, names) => {
    expect(warned(currency, countries)).toEqual(names);
  });

  it('are those of the day', () => {
    expect(warned('USD', ['SY'], '2025-06-30')).toEqual(['Syrian Arab Republic']);
    expect(warned('EUR', ['RU'], '2022-03-11')).toEqual([]);
  });

  it('name what they are and where they were read', () => {
    const [warning] = sanctionWarnings('USD', ['CU'], DAY);
    expect(warning).toMatchObject({ code: 'sanctioned_country', message: expect.stringContaining('31 CFR 515.201') });
  });
});

describe('a payment that meets measures against a country', () => {
  const codes = (reasons: readonly { code: string }[] = []) => reasons.map(({ code }) => code);
  const context = {
    tenant: { accountId: 'acc_1', environment: 'test' } as const,
    receivedAt: new Date(`${DAY}T10:00:00Z`),
    routes: [route('a'), route('b')],
    isStrict: false,
    closed: () => null,
  };

  it('has a reason in its route, for the country of the payee and of its account', () => {
    const body = CreateInstruction.parse(instructionBody());
    const inCuba = { ...body, beneficiary: { ...body.beneficiary, country: 'CU' } };
    const atBank = { ...body.beneficiary, bankAccount: { ...body.beneficiary.bankAccount, country: 'CU' } };
    expect(codes(decideTerms(body, context).reasons)).not.toContain('sanctioned_country');
    expect(codes(decideTerms(inCuba, context).reasons)).toContain('sanctioned_country');
    expect(codes(decideTerms({ ...body, beneficiary: atBank }, context).reasons)).toContain('sanctioned_country');
  });

  it('has the reason again when it takes the next route', () => {
    const next = nextTerms(
      {
        request: { ...ROUTE_REQUEST, beneficiaryCountry: 'CU' },
        valueDate: null,
        partner: { id: 'ptn_a', name: 'a', isSimulated: false },
        tried: [],
      },
      { routes: context.routes, closed: () => null, away: new Set() },
      { kind: 'unreachable' },
      context.receivedAt,
    );
    expect(codes(next?.routeReasons)).toContain('sanctioned_country');
  });
});
