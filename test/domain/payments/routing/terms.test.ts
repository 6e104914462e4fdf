import { DomainError } from '../../../../domain/errors';
import { closedOnWeekends } from '../../../../domain/payments/routing/dates';
import { CreateInstruction } from '../../../../domain/payments/instruction/instruction-schema';
import { decideTerms, routeRequestOf, type TermsContext } from '../../../../domain/payments/routing/terms';
import { instructionBody } from '../../../support/builders';
import { route } from '../../../support/routes';

/** Friday, 20 November 2026, 10:00 in UTC. */
const CONTEXT: TermsContext = {
  tenant: { accountId: 'acc_1', environment: 'test' },
  receivedAt: new Date('2026-11-20T10:00:00Z'),
  routes: [route('a')],
  isStrict: false,
  closed: closedOnWeekends,
};
const bodyOf = (overrides: object = {}) => CreateInstruction.parse(instructionBody({ ...overrides }));
const terms = (overrides: object = {}, context: Partial<TermsContext> = {}) =>
  decideTerms(bodyOf(overrides), { ...CONTEXT, ...context });

function details(overrides: object, context: Partial<TermsContext> = {}) {
  try {
    terms(overrides, context);
  } catch (fault) {
    if (fault instanceof DomainError) return fault.details?.map(({ field, code }) => `${field} ${code}`);
    throw fault;
  }
  return null;
}

describe('the terms of a payment', () => {
  it('are route, timeline, fee and date', () => {
    expect(terms()).toMatchObject({
      route: { id: 'a' },
      timeline: 'same_day',
      fee: { estimatedMinor: 500n },
      dates: { expectedDate: '2026-11-20' },
      releaseAt: null,
    });
  });

  it('are by a route of its own side', () => {
    expect(details({}, { tenant: { accountId: 'acc_1', environment: 'live' } })).not.toBeNull();
  });

  it('name what no route meets', () => {
    expect(details({ settlementRoute: { routeId: 'b' } })).toEqual(['settlementRoute.routeId unknown_route']);
    expect(details({ settlementRoute: { routeId: 'a' } }, { routes: [route('a', { currencies: ['EUR'] })] })).toEqual([
      'settlementRoute.routeId unfit_route',
    ]);
    expect(details({}, { routes: [route('a', { currencies: ['EUR'] })] })).toEqual([
      expect.stringContaining('currency'),
    ]);
  });

  it('hold a payment until the morning of its value date, in the zone of the route', () => {
    const routes = [route('a', { cutOffZone: 'Asia/Tokyo' })];
    expect(terms({ valueDate: '2026-11-25' }, { routes }).releaseAt).toEqual(new Date('2026-11-24T15:00:00Z'));
    expect(terms({ valueDate: '2026-11-20' }, { routes }).releaseAt).toBeNull();
    // Half an hour after the cut-off of the day that is today there: its start moves to Monday, and it is sent now.
    const sydney = [route('a', { cutOffZone: 'Australia/Sydney', cutOff: '10:00' })];
    const receivedAt = new Date('2026-11-19T23:30:00Z');
    const late = terms({ valueDate: '2026-11-20' }, { routes: sydney, receivedAt });
    expect([late.dates.startDate, late.releaseAt]).toEqual(['2026-11-23', null]);
  });

  it('have a value date from today on, at most 365 days ahead', () => {
    expect(details({ valueDate: '2026-11-20' })).toBeNull();
    expect(details({ valueDate: '2026-11-19' })).toEqual(['valueDate past']);
    expect(details({ valueDate: '2027-11-20' })).toBeNull();
    expect(details({ valueDate: '2027-11-21' })).toEqual(['valueDate too_far']);
  });

  it('take the today of UTC or of the route, whichever is earlier', () => {
    const evening = {
      receivedAt: new Date('2026-11-20T23:00:00Z'),
      routes: [route('a', { cutOffZone: 'Asia/Tokyo' })],
    };
    expect(details({ valueDate: '2026-11-20' }, evening)).toBeNull();
    const morning = {
      receivedAt: new Date('2026-11-20T03:00:00Z'),
      routes: [route('a', { cutOffZone: 'America/New_York' })],
    };
    expect(details({ valueDate: '2026-11-19' }, morning)).toBeNull();
    expect(details({ valueDate: '2026-11-18' }, morning)).toEqual(['valueDate past']);
  });
});

it('what an instruction asks of a route has the digits of its currency', () => {
  const wish = { routeId: 'a', partnerPreference: 'p', channelPreference: 'c', settlementTimeline: 'instant' };
  expect(routeRequestOf(bodyOf({ currency: 'JPY', amount: 100, settlementRoute: wish }), CONTEXT.tenant)).toEqual({
    environment: 'test',
    amount: 100,
    currency: 'JPY',
    digits: 0,
    lacksBankCode: false,
    beneficiaryCountry: 'US',
    routeId: 'a',
    partnerPreference: 'p',
    channelPreference: 'c',
    timeline: 'instant',
  });
});
