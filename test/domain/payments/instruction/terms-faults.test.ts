import { termsFaults, valueDateFaults } from '../../../../domain/payments/instruction/terms-faults';
import { route } from '../../../support/routes';

const CONTEXT = {
  tenant: { accountId: 'acc_1', environment: 'test' },
  receivedAt: new Date('2026-03-02T12:00:00Z'),
  isStrict: false,
} as const;
const ROUTES = [route('a', { currencies: ['USD'], countries: ['US'], maxAmount: '1000' })];

const faultsOf = (body: object) => termsFaults(body, { ...CONTEXT, routes: ROUTES }).map(({ field }) => field);

describe('a body of which not everything is sound', () => {
  it.each<[string, object, string[]]>([
    ['a currency that nothing carries', { currency: 'EUR', amount: 'x' }, ['currency']],
    ['an amount that nothing takes', { amount: 5000, currency: 'U' }, ['amount']],
    ['a country that nothing reaches', { beneficiary: { country: 'DE', name: 5 } }, ['beneficiary.country']],
    [
      'a timeline that nothing offers',
      { settlementRoute: { settlementTimeline: 'instant' } },
      ['settlementRoute.settlementTimeline'],
    ],
    [
      'a route that there is not',
      { settlementRoute: { routeId: 'b', channelPreference: 5 } },
      ['settlementRoute.routeId'],
    ],
    [
      'a named route that does not fit',
      { currency: 'EUR', settlementRoute: { routeId: 'a' } },
      ['settlementRoute.routeId'],
    ],
    ['a day that is over everywhere', { valueDate: '2026-02-28', currency: 5 }, ['valueDate']],
  ])('is at fault for %s', (_what, body, fields) => {
    expect(faultsOf(body)).toEqual(fields);
  });

  it.each([[{}], [{ currency: 'U', amount: -5 }], [{ valueDate: '2026-03-01' }], [{ settlementRoute: 5 }]])(
    'is not blamed for more than is known of %j',
    (body) => {
      expect(faultsOf(body)).toEqual([]);
    },
  );
});

describe('what keeps a body from its terms', () => {
  it.each([
    [
      { settlementRoute: { routeId: 'b' } },
      { field: 'settlementRoute.routeId', code: 'unknown_route', message: 'is not a route of this service' },
    ],
    [
      { currency: 'EUR', settlementRoute: { routeId: 'a' } },
      { field: 'settlementRoute.routeId', code: 'unfit_route', message: 'names a route that does not carry EUR' },
    ],
    [
      { currency: 'BGN' },
      {
        field: 'currency',
        code: 'withdrawn',
        message: 'is withdrawn: the last day of BGN was 2025-12-31, its successor is EUR',
      },
    ],
    [{ valueDate: '2026-02-28' }, { field: 'valueDate', code: 'past', message: 'must not lie in the past' }],
  ])('is said of %j', (body, fault) => {
    expect(termsFaults(body, { ...CONTEXT, routes: ROUTES })).toEqual([fault]);
  });

  it('is not looked for in what is no body', () => {
    for (const body of [null, 'text', 7]) expect(termsFaults(body, { ...CONTEXT, routes: ROUTES })).toEqual([]);
  });

  it('is what the corridor asks for too, for a strict account alone', () => {
    const body = {
      currency: 'USD',
      beneficiary: { country: 'US', bankAccount: { accountNumber: 'AE070331234567890123456', country: 'AE' } },
    };
    expect(faultsOf(body)).toEqual([]);
    expect(termsFaults(body, { ...CONTEXT, isStrict: true, routes: ROUTES })).toMatchObject([
      { field: 'purpose.nationalCode', code: 'required' },
    ]);
  });

  it('is every route where none is of the environment', () => {
    const live = [route('a', { environment: 'live' })];
    expect(termsFaults({ settlementRoute: { routeId: 'a' } }, { ...CONTEXT, routes: live })).toMatchObject([
      { code: 'unknown_route' },
    ]);
  });
});

/** Source: docs/GAPS.md#P2 */
describe('a value date', () => {
  it.each([
    ['2026-03-02', []],
    ['2026-03-01', [{ field: 'valueDate', code: 'past', message: 'must not lie in the past' }]],
    ['2027-03-02', []],
    ['2027-03-03', [{ field: 'valueDate', code: 'too_far', message: 'must lie at most 365 days ahead' }]],
    [undefined, []],
  ])('of %s has on 2 March 2026 the faults %j', (valueDate, faults) => {
    expect(valueDateFaults(valueDate, '2026-03-02')).toEqual(faults);
  });
});

describe('a date of birth', () => {
  it('is refused where no calendar has come to it', () => {
    const of = (dateOfBirth: unknown) => faultsOf({ beneficiary: { country: 'US', dateOfBirth } });
    expect(of('2026-03-04')).toEqual(['beneficiary.dateOfBirth']);
    expect([of('2026-03-03'), of('1970-01-31'), of('soon'), of(undefined)]).toEqual([[], [], [], []]);
  });
});

describe('the value date of a body with other faults', () => {
  const faults = (valueDate: unknown) =>
    termsFaults({ valueDate }, { ...CONTEXT, routes: ROUTES }).map(({ code }) => code);

  it('is refused only where it is wrong on every calendar', () => {
    expect([faults('2026-02-28'), faults('2026-03-01'), faults('2026-03-02')]).toEqual([['past'], [], []]);
    expect([faults('2027-03-02'), faults('2027-03-03')]).toEqual([[], ['too_far']]);
  });

  it.each(['soon', undefined, 7])('is left to its schema where it is %s', (valueDate) => {
    expect(faults(valueDate)).toEqual([]);
  });
});
