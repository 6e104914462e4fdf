import { decideRedating } from '../../../../domain/payments/decisions/redating';
import type { NewDates } from '../../../../domain/payments/routing/redating';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, dispatchIn, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const RELEASE = new Date('2026-11-23T00:00:00Z');
const dates = (overrides: Partial<NewDates> = {}): NewDates => {
  return { because: 'held', expectedDate: '2026-11-23', dateExplanation: [], releaseAt: null, ...overrides };
};
const decide = (state: PaymentState, overrides: Partial<NewDates> = {}) => decideRedating(state, dates(overrides), AT);

/** Source: docs/GAPS.md#P12 */
describe('the date of a payment that waits at our side', () => {
  it.each([
    ['never sent', unsentPayment()],
    ['provably not delivered', sentPayment('not_delivered')],
    ['with an earlier partner', sentPayment(dispatchIn('delivered', { partnerId: 'ptn_9' }))],
  ])('becomes a later one where it was %s', (_name, state) => {
    const { result, change } = decide(state);
    expect(result).toBe(true);
    expect(change).toMatchObject({ at: AT, redate: dates(), messages: [], plan: { history: [], events: [] } });
  });

  it.each([
    ['may have arrived', sentPayment('unknown')],
    ['was delivered', sentPayment('delivered')],
    ['was submitted', takenPayment('submitted')],
  ])('stays where it %s', (_name, state) => {
    expect(decide(state)).toEqual({ result: false, change: null });
  });

  it('stays while a hold would only bring it forward, or not move it', () => {
    for (const expectedDate of ['2026-11-20', '2026-11-19']) {
      expect(decide(unsentPayment(), { expectedDate })).toEqual({ result: false, change: null });
    }
  });

  it('is brought forward by a calendar that changed', () => {
    const { result, change } = decide(unsentPayment(), { because: 'calendar_changed', expectedDate: '2026-11-19' });
    expect(result).toBe(true);
    expect(change?.messages).toEqual([]);
  });

  it('stays where a calendar that changed moves neither date nor release', () => {
    const state = unsentPayment({ releaseAt: RELEASE });
    const same = { because: 'calendar_changed', expectedDate: '2026-11-20', releaseAt: new Date(RELEASE) } as const;
    expect(decide(state, same)).toEqual({ result: false, change: null });
  });

  it('wakes the workflow where a calendar that changed moves the release', () => {
    const moved = { because: 'calendar_changed', expectedDate: '2026-11-20', releaseAt: RELEASE } as const;
    const { result, change } = decide(unsentPayment(), moved);
    expect(result).toBe(true);
    expect(change?.messages).toEqual([{ topic: 'changed', disposition: 'operator', reportId: null, retry: true }]);
  });

  it('does not wake the workflow for a hold', () => {
    expect(decide(unsentPayment(), { releaseAt: RELEASE }).change?.messages).toEqual([]);
  });
});
