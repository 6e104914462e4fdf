import { closedOnWeekends } from '../../../../domain/payments/routing/dates';
import { DomainError } from '../../../../domain/errors';
import { CreateInstruction } from '../../../../domain/payments/instruction/instruction-schema';
import { quotedFacts, quotedTerms, quoteRefusal, type Quote } from '../../../../domain/payments/routing/quotes';
import { decideTerms, type TermsContext } from '../../../../domain/payments/routing/terms';
import { instructionBody } from '../../../support/builders';
import { route } from '../../../support/routes';

/** Friday, 20 November 2026, 10:00 in UTC. */
const receivedAt = new Date('2026-11-20T10:00:00Z');
const CONTEXT: TermsContext = {
  tenant: { accountId: 'acc_1', environment: 'test' },
  receivedAt,
  routes: [route('dear'), route('cheap', { fees: { fixed: '1', basisPoints: '0', min: null, max: null } })],
  isStrict: false,
  closed: closedOnWeekends,
};
const bodyOf = (overrides: object = {}) => CreateInstruction.parse(instructionBody({ ...overrides }));
const TERMS = decideTerms(bodyOf(), { ...CONTEXT, routes: [route('dear')] });
const QUOTE: Quote = {
  id: 'quo_1',
  expiresAt: new Date('2026-11-20T10:00:01Z'),
  isExpired: false,
  facts: quotedFacts(bodyOf()),
  routeId: 'dear',
  timeline: 'same_day',
  routeReasons: TERMS.reasons,
  fee: { estimatedMinor: 777n, breakdown: [{ type: 'fixed', amount: 7.77 }] },
  expectedDate: '2026-11-20',
};

function refusal(quote: Quote, overrides: object = {}, context: Partial<TermsContext> = {}) {
  try {
    quotedTerms(quote, bodyOf(overrides), { ...CONTEXT, ...context });
  } catch (fault) {
    if (fault instanceof DomainError) return { code: fault.code, details: fault.details };
    throw fault;
  }
  return null;
}

/** Source: docs/GAPS.md#quotes */
describe('a quote', () => {
  it('is kept: its route and fee, though another one is cheaper by now', () => {
    const terms = quotedTerms(QUOTE, bodyOf(), CONTEXT);
    expect(terms).toMatchObject({ route: { id: 'dear' }, timeline: 'same_day', fee: QUOTE.fee, releaseAt: null });
    expect(terms.reasons).toEqual(QUOTE.routeReasons);
    expect(decideTerms(bodyOf(), CONTEXT).route.id).toBe('cheap');
  });

  it('is of the members that its terms hang on, absent ones as null', () => {
    expect(quotedFacts(bodyOf({ valueDate: '2026-11-23', settlementRoute: { channelPreference: 'api' } }))).toEqual({
      ...{ amount: 1250.5, currency: 'USD', beneficiaryCountry: 'US', valueDate: '2026-11-23' },
      ...{ routeId: null, partnerPreference: null, channelPreference: 'api', settlementTimeline: null },
    });
  });

  it('that cannot be kept is a conflict that says what to do', () => {
    expect(quoteRefusal([])).toMatchObject({
      code: 'QUOTE_CHANGED',
      message: 'The quote cannot be honoured: request a new one.',
    });
  });

  it('is over at its end, which Postgres tells and no clock of ours', () => {
    expect(refusal(QUOTE, {}, { receivedAt: new Date('2026-11-20T10:00:05Z') })).toBeNull();
    expect(refusal({ ...QUOTE, isExpired: true })).toEqual({
      code: 'QUOTE_CHANGED',
      details: [{ field: 'quoteId', code: 'expired', message: 'was held until 2026-11-20T10:00:01.000Z' }],
    });
  });

  it.each([
    ['amount', { amount: 1 }, 'was 1250.5 when it was quoted'],
    ['settlementRoute.settlementTimeline', { settlementRoute: { settlementTimeline: 't_plus_1' } }, 'was absent when'],
    ['settlementRoute.routeId', { settlementRoute: { routeId: 'dear' } }, 'was absent when'],
    ['settlementRoute.partnerPreference', { settlementRoute: { partnerPreference: 'dear' } }, 'was absent when'],
    ['settlementRoute.channelPreference', { settlementRoute: { channelPreference: 'api' } }, 'was absent when'],
    ['valueDate', { valueDate: '2026-11-23' }, 'was absent when'],
  ])('is for the %s that was quoted', (field, overrides, words) => {
    expect(refusal(QUOTE, overrides)).toMatchObject({
      code: 'QUOTE_CHANGED',
      details: [{ field, code: 'changed', message: expect.stringContaining(words) }],
    });
  });

  it('is not for another currency or another country, and names both', () => {
    const facts = { ...QUOTE.facts, currency: 'EUR', beneficiaryCountry: 'DE' };
    expect(refusal({ ...QUOTE, facts })?.details?.map(({ field }) => field)).toEqual([
      'currency',
      'beneficiary.country',
    ]);
  });

  it('is off once its route is gone', () => {
    expect(refusal(QUOTE, {}, { routes: [route('cheap')] })?.details).toMatchObject([
      { field: 'settlementRoute', code: 'changed', message: 'the route dear is no longer available' },
    ]);
  });

  it('is off once its date cannot be kept, which names both dates', () => {
    const closed = (date: string) =>
      date === '2026-11-20' ? { reason: 'holiday' as const, name: 'New' } : closedOnWeekends(date);
    expect(refusal(QUOTE, {}, { closed })?.details).toMatchObject([
      {
        field: 'settlementDetails.expectedSettlementDate',
        code: 'changed',
        message: 'was 2026-11-20 when it was quoted and is 2026-11-23 now',
      },
    ]);
  });
});
