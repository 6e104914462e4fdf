import type { OperatorActor } from '../../../../domain/auth/actor';
import { OPERATOR_ROLES } from '../../../../domain/auth/operator-roles';
import { decideScreening, type ScreeningRequest } from '../../../../domain/payments/decisions/screening';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, sentPayment, takenPayment, unsentPayment } from '../../../support/payment-states';

const HELD = { complianceHold: { state: 'review' }, historyStatuses: ['pending'], eventSequence: 1 } as const;

/** Somebody with a key of their own. */
const operator = (name: string, other: Partial<OperatorActor> = {}): OperatorActor => ({
  id: `operator:key_${name}`,
  requestId: 'req_1',
  personId: `usr_${name}`,
  roles: OPERATOR_ROLES,
  isIdentified: true,
  ...other,
});
const ANN = operator('ann');
const BOB = operator('bob');
const command = (id: string, personId: string | null = null): OperatorActor =>
  operator('', { id, personId, requestId: null, isIdentified: false });

const decide = (state: PaymentState, decision: ScreeningRequest['decision']) =>
  decideScreening(state, {
    decision,
    reason: 'another person',
    actor: ANN,
    at: AT,
    approvals: 'one',
    reviewers: new Map(),
  });

const audit = (act: string, decision: string) => ({
  actor: ANN.id,
  act,
  requestId: 'req_1',
  detail: { decision, reason: 'another person' },
});

/** Source: docs/GAPS.md#P13 */
describe('the review of a held payment', () => {
  it('releases it, and it is sent at once', () => {
    const { result, change } = decide(unsentPayment(HELD), 'release');
    expect(result).toEqual({ state: 'released', reason: 'another person', by: ANN.id, at: AT.toISOString() });
    expect(change).toEqual({
      plan: {
        disposition: 'applied',
        previousStatus: 'pending',
        status: 'pending',
        history: [],
        events: [],
        resolved: [],
      },
      at: AT,
      complianceHold: result,
      waitingReason: 'engine_busy',
      messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry: true }],
      audit: audit('payment.screening_released', 'release'),
    });
  });

  it('releases it before its value date, for which it waits', () => {
    const releaseAt = new Date(AT.getTime() + 1);
    expect(decide(unsentPayment({ ...HELD, releaseAt }), 'release').change).toMatchObject({
      waitingReason: 'value_date',
      messages: [{ retry: false }],
    });
    expect(decide(unsentPayment({ ...HELD, releaseAt: AT }), 'release').change).toMatchObject({
      waitingReason: 'engine_busy',
      messages: [{ retry: true }],
    });
  });

  it('rejects it, and the client is not told for whom it was taken', () => {
    const { result, change } = decide(unsentPayment(HELD), 'reject');
    expect(result.state).toBe('rejected');
    expect(change?.plan.history).toMatchObject([
      { status: 'failed', effectiveAt: AT, message: 'The payment cannot be made', reportId: null },
    ]);
    expect(change).toMatchObject({ complianceHold: result, audit: audit('payment.screening_rejected', 'reject') });
    expect(change?.waitingReason).toBeUndefined();
  });

  it('waits with a rejection until it is known whether its partner has it, and releases what is in doubt', () => {
    const inDoubt = sentPayment('unknown', HELD);
    expect(() => decide(inDoubt, 'reject')).toThrow('It is not known yet whether the partner has the payment');
    const { result, change } = decide(inDoubt, 'release');
    expect(result.state).toBe('released');
    expect(change?.waitingReason).toBeUndefined();
  });

  describe('where two people have to agree to a release', () => {
    const HOUR_MS = 3_600_000;
    const proposal = {
      reason: 'looked at',
      by: BOB.id,
      person: BOB.personId,
      at: new Date(AT.getTime() - 23 * HOUR_MS).toISOString(),
    };
    const heldWith = (changed: Partial<typeof proposal> = {}) =>
      unsentPayment({ ...HELD, complianceHold: { state: 'review', proposal: { ...proposal, ...changed } } });
    const known = {
      invitedBy: 'usr_0',
      invitedHours: 48,
      loginMadeBy: 'usr_0',
      keys: { key_ann: 'usr_0', key_bob: 'usr_0' },
    };
    const reviewers = new Map(['usr_ann', 'usr_bob'].map((id) => [id, known]));
    const word = { reason: 'another person', at: AT, approvals: 'two', reviewers } as const;
    const release = (state: PaymentState, actor: OperatorActor) =>
      decideScreening(state, { ...word, decision: 'release', actor });

    it('keeps the word of the first and sends nothing', () => {
      const { result, change } = release(unsentPayment(HELD), ANN);
      const kept = { reason: 'another person', by: ANN.id, person: ANN.personId, at: AT.toISOString() };
      expect(result).toEqual({ state: 'proposed', ...kept });
      expect(change).toEqual({
        plan: expect.objectContaining({ status: 'pending', history: [], events: [] }),
        at: AT,
        complianceHold: { state: 'review', proposal: kept },
        audit: audit('payment.screening_release_proposed', 'release'),
      });
    });

    it.each([
      ['the same key', BOB],
      ['another key of the same person', { ...BOB, id: 'operator:key_other' }],
      ['a login of the same person', { ...BOB, id: 'user:usr_bob' }],
      ['a command that names the same person', command('command:root@host', BOB.personId)],
    ])('takes the word of one person once: %s', (_name, actor) => {
      expect(release(heldWith(), actor)).toEqual({ result: { state: 'proposed', ...proposal }, change: null });
    });

    it('releases it by the word of another, identified person, and names both', () => {
      const { result, change } = release(heldWith(), ANN);
      expect(result).toMatchObject({ state: 'released', by: ANN.id, proposedBy: BOB.id });
      expect(change).toMatchObject({
        complianceHold: result,
        messages: [{ retry: true }],
        audit: { actor: ANN.id, act: 'payment.screening_released', detail: { proposedBy: BOB.id } },
      });
    });

    it.each([
      [
        'a login without a second factor',
        operator('ann', { id: 'user:usr_ann', isIdentified: false }),
        /second factor/,
      ],
      ['a command', command('command:ann@host'), /A command.* cannot be the second person/],
      ['a command that names another', command('command:ann@host', 'usr_ann'), /without a second factor cannot/],
      ['somebody without the role', operator('ann', { roles: ['operations'] }), /lacks the role compliance/],
    ])('is refused to %s', (_name, actor, message) => {
      expect(() => release(heldWith(), actor)).toThrow(
        expect.objectContaining({ status: 403, message: expect.stringMatching(message) }),
      );
    });

    it('is not released by commands, whatever users and hosts they name', () => {
      const byCommand = heldWith({ by: 'command:ann@3f2a9c11d0aa', person: null as never });
      for (const id of ['command:bob@3f2a9c11d0aa', 'command:ann@77be01c4e2f5', 'command:root@elsewhere']) {
        expect(() => release(byCommand, command(id))).toThrow('give --as ADDRESS');
      }
      // Whoever typed the first command may have the key of the second person.
      expect(release(byCommand, ANN).result).toMatchObject({ state: 'proposed', by: ANN.id });
    });

    it('is refused to who made the login or key of the first person, and to whom the first one made them', () => {
      const made = { ...known, loginMadeBy: 'usr_bob' };
      const shadow = new Map([...reviewers, ['usr_ann', made]]);
      const request = { ...word, decision: 'release', reviewers: shadow } as const;
      expect(() => decideScreening(heldWith(), { ...request, actor: ANN })).toThrow(
        /The first person invited the second/,
      );
      const byAnn = heldWith({ by: ANN.id, person: ANN.personId });
      expect(() => decideScreening(byAnn, { ...request, actor: BOB })).toThrow(/The second person invited the first/);
    });

    it('begins anew once its proposer may decide about holds no more', () => {
      const alone = { ...word, reviewers: new Map([['usr_ann', known]]), decision: 'release', actor: ANN } as const;
      const proposed = { state: 'proposed', by: ANN.id };
      expect(decideScreening(heldWith(), alone).result).toMatchObject(proposed);
      expect(decideScreening(heldWith({ by: 'user:usr_bob', person: null as never }), alone).result).toMatchObject(
        proposed,
      );
    });

    it('begins anew once the proposal is a day old', () => {
      const old = heldWith({ at: new Date(AT.getTime() - 24 * HOUR_MS).toISOString() });
      expect(release(old, ANN).result).toMatchObject({ state: 'proposed', by: ANN.id });
    });

    it('is rejected by one alone, whoever proposed to release it', () => {
      const { result } = decideScreening(heldWith(), { ...word, decision: 'reject', actor: BOB });
      expect(result).toEqual({ state: 'rejected', reason: 'another person', by: BOB.id, at: AT.toISOString() });
    });
  });

  const released = { state: 'released', reason: 'first', by: 'usr_0', at: '2026-11-20T09:00:00.000Z' } as const;

  it('is answered as the first time when it is repeated', () => {
    expect(decide(takenPayment('accepted', { complianceHold: released }), 'release')).toEqual({
      result: released,
      change: null,
    });
    const rejected = { ...released, state: 'rejected' } as const;
    expect(decide(takenPayment('failed', { complianceHold: rejected }), 'reject')).toEqual({
      result: rejected,
      change: null,
    });
  });

  it.each([
    ['was never held', unsentPayment()],
    ['was decided otherwise', unsentPayment({ complianceHold: released })],
    ['is pending no more', takenPayment('cancelled', { complianceHold: { state: 'review' } })],
  ])('is refused for a payment that %s', (_name, state) => {
    expect(() => decide(state, 'reject')).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        message: 'The payment is not held for a compliance review.',
        extra: { current: state.status, allowed: [] },
      }),
    );
  });
});
