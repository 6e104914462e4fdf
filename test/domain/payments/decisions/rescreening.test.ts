import { decideDispatch } from '../../../../domain/payments/decisions/dispatch';
import { decideRescreening, type Rescreened } from '../../../../domain/payments/decisions/rescreening';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { WAITING_MESSAGES } from '../../../../domain/payments/dispatch/waiting';
import { AT, sentPayment, SUBMITTED_AT, takenPayment, unsentPayment } from '../../../support/payment-states';

const receipt = { id: 'scr_1' };
const found = (overrides: Partial<Rescreened> = {}): Rescreened => ({
  receipt,
  decision: 'review',
  countries: [],
  entries: ['sdn-1'],
  knownEntries: [],
  ...overrides,
});
const decide = (state: PaymentState, overrides: Partial<Rescreened> = {}) =>
  decideRescreening(state, found(overrides), AT);

const released = { state: 'released', reason: 'another person', by: 'usr_1', at: SUBMITTED_AT.toISOString() } as const;

/** Source: docs/GAPS.md#P13 */
describe('an open payment that is screened again', () => {
  it.each([
    ['never sent', unsentPayment()],
    ['not delivered', sentPayment('not_delivered')],
  ])('is held when its beneficiary is like a listed name and it was %s', (_name, state) => {
    const { result, change } = decide(state);
    expect(result).toBe('held');
    expect(change).toMatchObject({
      at: AT,
      screening: receipt,
      complianceHold: { state: 'review' },
      waitingReason: 'compliance_review',
      audit: {
        actor: 'rescreening',
        act: 'payment.held',
        requestId: null,
        detail: { screening: 'scr_1', decision: 'review' },
      },
    });
    expect(change?.plan.history).toMatchObject([
      { status: 'pending', effectiveAt: SUBMITTED_AT, message: WAITING_MESSAGES.compliance_review },
    ]);
  });

  it('is held without a second entry when its history has begun', () => {
    const { change } = decide(unsentPayment({ historyStatuses: ['pending'], eventSequence: 1 }));
    expect(change?.plan).toMatchObject({ status: 'pending', history: [], events: [] });
  });

  it.each([
    ['submitted', takenPayment('submitted')],
    ['processing', takenPayment('processing')],
    ['accepted, whatever is known of its dispatch', takenPayment('accepted', { dispatch: null })],
  ])('raises an alert and a case when it is %s', (_name, state) => {
    const { result, change } = decide(state, { decision: 'blocked' });
    expect(result).toBe('alerted');
    expect(change).toMatchObject({
      at: AT,
      screening: receipt,
      plan: { status: state.status, history: [], events: [] },
    });
    expect(change?.cases).toEqual([
      {
        kind: 'listed_beneficiary',
        reportId: null,
        detail: { current: state.status, screening: 'scr_1', decision: 'blocked' },
      },
    ]);
    expect(change?.raisedFlags).toEqual([
      { kind: 'listed_beneficiary', detail: { screening: 'scr_1', decision: 'blocked' } },
    ]);
    expect(change?.complianceHold).toBeUndefined();
  });

  it.each(['sending', 'unknown'] as const)('is not sent again while its call is %s, and people are told', (known) => {
    const state = sentPayment(known);
    const { result, change } = decide(state, { decision: 'blocked' });
    expect(result).toBe('alerted');
    expect(change?.raisedFlags).toMatchObject([{ kind: 'listed_beneficiary' }]);
    expect(change?.complianceHold).toEqual({ state: 'review' });
    expect(change?.waitingReason).toBeUndefined();
    // Its partner denies it, or refuses it and another one is next: neither is sent anything before a person looked.
    const denied = sentPayment('not_delivered', { complianceHold: { state: 'review' } });
    expect(decideDispatch(denied, denied, AT)).toEqual({ result: { kind: 'review' }, change: null });
    const rerouted = sentPayment('rejected', { complianceHold: { state: 'review' }, partnerId: 'ptn_2' });
    expect(decideDispatch(rerouted, { partnerId: 'ptn_2' }, AT)).toEqual({ result: { kind: 'review' }, change: null });
  });

  it.each([
    ['nobody on the list is like it', unsentPayment(), { decision: 'clear' as const }],
    ['it is held already', unsentPayment({ complianceHold: { state: 'review' } }), {}],
    [
      'an operator has released it in spite of all of them',
      unsentPayment({ complianceHold: released }),
      { knownEntries: ['sdn-0', 'sdn-1'] },
    ],
    [
      'a partner has it, and an operator released it',
      takenPayment('accepted', { complianceHold: released }),
      { knownEntries: ['sdn-1'] },
    ],
  ])('keeps the receipt alone when %s', (_name, state, overrides) => {
    const { result, change } = decide(state, overrides);
    expect(result).toBe('kept');
    expect(change).toEqual({
      at: AT,
      screening: receipt,
      plan: expect.objectContaining({ status: state.status, history: [], events: [] }),
    });
  });

  it.each([
    ['one of them is new', { entries: ['sdn-1', 'sdn-2'], knownEntries: ['sdn-1'] }],
    ['a country is blocked', { countries: ['KP'], knownEntries: ['sdn-1'] }],
  ])('is held in spite of a release when %s', (_name, overrides) => {
    expect(decide(unsentPayment({ complianceHold: released }), overrides).result).toBe('held');
  });

  it('is held again after a rejection, which releases nothing', () => {
    const rejected = { ...released, state: 'rejected' } as const;
    expect(decide(unsentPayment({ complianceHold: rejected }), { knownEntries: ['sdn-1'] }).result).toBe('held');
  });

  it.each(['settled', 'failed', 'cancelled', 'returned'] as const)('has ended once it is %s', (status) => {
    expect(decide(takenPayment(status))).toEqual({ result: 'kept', change: null });
  });
});

describe('a release that waits for a second operator', () => {
  const proposal = { reason: 'another person', by: 'usr_1', at: SUBMITTED_AT.toISOString() };
  const proposed = unsentPayment({ complianceHold: { state: 'review', proposal } });

  it('is proposed no more when its beneficiary is like an entry that the first has not seen', () => {
    const { result, change } = decide(proposed);
    expect(result).toBe('kept');
    expect(change).toMatchObject({
      screening: receipt,
      complianceHold: { state: 'review' },
      audit: { actor: 'rescreening', act: 'payment.screening_proposal_withdrawn' },
    });
    expect(change?.complianceHold).not.toHaveProperty('proposal');
    expect(decide(proposed, { knownEntries: ['sdn-1'], countries: ['KP'] }).change?.audit).toBeDefined();
  });

  it('stays when nothing else is found', () => {
    const { change } = decide(proposed, { knownEntries: ['sdn-1'] });
    expect(change).not.toHaveProperty('complianceHold');
  });
});
