import { readNotification } from '../../../../../domain/payments/dispatch/description/notification';
import type { DescribedNotifications } from '../../../../../domain/payments/dispatch/description/schema';
import { exampleBank } from '../../../../support/descriptions';

const BANK = exampleBank('form-oauth');
const NOW = new Date('2026-11-26T12:00:00Z');
const CREATED = '2026-11-26T11:00:00Z';

function notifications(changes: Partial<DescribedNotifications> = {}): DescribedNotifications {
  const { notifications: own } = BANK;
  if (own === undefined) throw new Error('the example notifies');
  return { ...own, ...changes };
}

const payout = (status: unknown, more: object = {}) => ({
  created: CREATED,
  data: { id: 'po_1', status, metadata: { reference: 'instr_1' }, ...more },
});

const read = (content: unknown, changes: Partial<DescribedNotifications> = {}) =>
  readNotification(BANK, notifications(changes), content, NOW);

/** Source: docs/GAPS.md#described-webhooks */
describe('what a notification comes to', () => {
  it('is a report with all that it says', () => {
    const failure = { code: 'AC04', message: 'The account is closed.' };
    expect(read(payout('failed', { failure }))).toEqual({
      kind: 'report',
      instructionId: 'instr_1',
      report: {
        kind: 'status',
        body: {
          status: 'failed',
          partnerReference: 'po_1',
          timestamp: '2026-11-26T11:00:00.000Z',
          details: { message: failure.message, reasonCode: 'AC04' },
        },
      },
    });
  });

  it.each([
    ['another event', { type: 'ping' }, null],
    ['no document', null, null],
    ['a status that has no word of ours', payout('parked'), 'parked'],
    ['a status that is none', payout({ a: 1 }), null],
    ['an empty list', { created: CREATED, data: [] }, null],
    ['a list of one', { created: CREATED, data: [payout('paid').data] }, null],
  ])('is nothing for %s', (_what, content, word) => {
    expect(read(content)).toEqual({ kind: 'ignored', word });
  });

  it.each([
    ['payments in a list', [payout('paid').data, payout('paid').data]],
    ['references in a list', { ...payout('paid').data, metadata: { reference: ['instr_1', 'instr_2'] } }],
  ])('is refused for %s, of which a report names one', (_what, data) => {
    const content = { ...payout('paid'), type: 'paid', data };
    expect(read(content)).toEqual({ kind: 'several' });
    expect(read(content, { when: [{ at: '/type', is: ['listed'] }] })).toEqual({ kind: 'ignored', word: null });
    expect(read(content, { when: [{ at: '/data/status', is: ['paid'] }] })).toEqual({ kind: 'several' });
  });

  it('is nothing where a condition does not hold', () => {
    const when = [{ at: '/data/kind', is: ['payout'] }];
    expect(read(payout('paid'), { when })).toEqual({ kind: 'ignored', word: null });
    expect(read(payout('paid', { kind: 'payout' }), { when })).toMatchObject({ kind: 'report' });
    expect(read(payout('paid'), { when, trust: 'inquire' })).toEqual({ kind: 'ignored', word: null });
  });

  it('is a question to the bank where it is not believed, whatever status it names', () => {
    const expected = { kind: 'inquire', instructionId: 'instr_1' };
    expect(read(payout('failed'), { trust: 'inquire' })).toEqual(expected);
    expect(read(payout(null), { trust: 'inquire', status: undefined })).toEqual(expected);
  });

  it('confirms a settlement by its figures only with a time of the bank, so that repeats say the same', () => {
    const settlement = {
      reference: '/data/settled/id',
      amount: '/data/settled/amount',
      currency: '/data/settled/currency',
    };
    const details = { timestamp: '/created', settlement };
    const content = payout('paid', { settled: { id: 'S-1', amount: '12.50', currency: 'USD' } });
    expect(read(content, { details })).toMatchObject({
      report: { kind: 'settlement', body: { settlementReference: 'S-1', actualAmount: 12.5 } },
    });
    expect(read({ ...content, created: 'today' }, { details })).toMatchObject({
      report: { kind: 'status', body: { status: 'settled' } },
    });
  });
});
