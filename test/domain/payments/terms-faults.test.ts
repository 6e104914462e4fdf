import { termsFaults } from '../../../domain/payments/terms-faults';
import { route } from '../../support/routes';

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
