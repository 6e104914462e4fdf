import { decideAnswer, decideQuestion } from '../../../../domain/payments/decisions/information';
import type { InformationRequest } from '../../../../domain/payments/review/information';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import { AT, takenPayment, unsentPayment } from '../../../support/payment-states';

const REVIEW = { complianceHold: { state: 'review' }, historyStatuses: ['pending'], eventSequence: 1 } as const;
const proposal = { reason: 'looked at', by: 'usr_0', at: '2026-11-20T09:00:00.000Z' };
const PROPOSED = { ...REVIEW, complianceHold: { state: 'review', proposal } } as const;
const RELEASED = { state: 'released', reason: 'first', by: 'usr_0', at: '2026-11-20T09:00:00.000Z' } as const;

const sealed = Buffer.from('sealed');
const said = (id: string) => ({ id, sealed, by: 'usr_1', requestId: 'req_1', at: AT });
const question = (id: string, answeredAt: string | null = null): InformationRequest => ({
  id,
  askedBy: 'usr_0',
  askedAt: '2026-11-20T09:30:00.000Z',
  answeredBy: answeredAt === null ? null : 'key_1',
  answeredAt,
});
const unchanged = {
  disposition: 'applied',
  previousStatus: 'pending',
  status: 'pending',
  history: [],
  events: [],
  resolved: [],
};
const audit = (act: string, id: string) => ({
  actor: 'usr_1',
  act,
  requestId: 'req_1',
  detail: { informationRequestId: id },
});
const NOT_HELD: readonly (readonly [string, PaymentState])[] = [
  ['was never held', unsentPayment({ information: [question('inf_1')] })],
  ['was released', unsentPayment({ complianceHold: RELEASED, information: [question('inf_1')] })],
  ['is pending no more', takenPayment('cancelled', { ...REVIEW, information: [question('inf_1')] })],
];

/** The questions of a payment as they were read, of which some have the words that are asked. */
const read = (ids: readonly string[] = [], equal: readonly string[] = []) => ({ ids, equal });

/** Source: docs/GAPS.md#information */
describe('a question about a held payment', () => {
  it('is kept and told by an event without its words; the payment stays held', () => {
    const { result, change } = decideQuestion(
      unsentPayment({ ...REVIEW, information: [question('inf_1')] }),
      said('inf_2'),
      read(['inf_1']),
    );
    const asked = { id: 'inf_2', askedBy: 'usr_1', askedAt: AT.toISOString(), answeredBy: null, answeredAt: null };
    expect(result).toEqual(asked);
    expect(change).toEqual({
      plan: unchanged,
      at: AT,
      information: { requests: [question('inf_1'), asked], words: { id: 'inf_2', kind: 'question', sealed } },
      notices: [
        {
          type: 'payment.information_requested',
          object: {
            instructionId: 'instr_1',
            clientReference: 'ORDER-1',
            informationRequestId: 'inf_2',
            askedAt: AT.toISOString(),
          },
        },
      ],
      audit: audit('payment.information_requested', 'inf_2'),
    });
  });

  it('takes a proposal to release the payment back', () => {
    const { change } = decideQuestion(unsentPayment(PROPOSED), said('inf_1'), read());
    expect(change?.complianceHold).toEqual({ state: 'review' });
  });

  it('is the one that is open in the same words, and a new one once that is answered', () => {
    const again = (answeredAt: string | null) =>
      decideQuestion(
        unsentPayment({ ...PROPOSED, information: [question('inf_0'), question('inf_1', answeredAt)] }),
        said('inf_2'),
        read(['inf_0', 'inf_1'], ['inf_1']),
      );
    expect(again(null)).toEqual({ result: question('inf_1'), change: null });
    expect(again('2026-11-20T09:45:00.000Z').result).toMatchObject({ id: 'inf_2' });
  });

  it('waits for the words of what was asked since they were read', () => {
    const state = unsentPayment({ ...REVIEW, information: [question('inf_1')] });
    expect(decideQuestion(state, said('inf_2'), read())).toEqual({ result: null, change: null });
  });

  it('is asked ten times at most', () => {
    const asked = (count: number) => Array.from({ length: count }, (_none, index) => question(`inf_${index}`));
    const ask = (information: InformationRequest[]) => {
      const ids = information.map(({ id }) => id);
      return decideQuestion(unsentPayment({ ...REVIEW, information }), said('inf_x'), read(ids));
    };
    expect(ask(asked(9)).change).not.toBeNull();
    expect(() => ask(asked(10))).toThrow(
      expect.objectContaining({ code: 'INVALID_TRANSITION', extra: { current: 'pending', allowed: [] } }),
    );
  });

  it.each(NOT_HELD)('is refused for a payment that %s', (_name, state) => {
    expect(() => decideQuestion(state, said('inf_2'), read())).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        message: 'The payment is not held for a compliance review.',
      }),
    );
  });
});

/** Source: docs/GAPS.md#information */
describe('the answer to a question', () => {
  it('is kept with who gave it; the payment stays held, and other questions as they are', () => {
    const information = [question('inf_1'), question('inf_2')];
    const { result, change } = decideAnswer(unsentPayment({ ...REVIEW, information }), said('inf_2'));
    expect(result).toEqual({ kind: 'answered', answeredAt: AT.toISOString() });
    const answered = { ...question('inf_2'), answeredBy: 'usr_1', answeredAt: AT.toISOString() };
    expect(change).toEqual({
      plan: unchanged,
      at: AT,
      information: { requests: [question('inf_1'), answered], words: { id: 'inf_2', kind: 'answer', sealed } },
      audit: audit('payment.information_given', 'inf_2'),
    });
  });

  it('takes a proposal to release the payment back, which was made without it', () => {
    const state = unsentPayment({ ...PROPOSED, information: [question('inf_1')] });
    expect(decideAnswer(state, said('inf_1')).change?.complianceHold).toEqual({ state: 'review' });
  });

  it('changes nothing the second time, also after the review', () => {
    const first = '2026-11-20T09:45:00.000Z';
    const state = unsentPayment({ complianceHold: RELEASED, information: [question('inf_1', first)] });
    expect(decideAnswer(state, said('inf_1'))).toEqual({
      result: { kind: 'repeated', answeredAt: first },
      change: null,
    });
  });

  it('is refused where that was not asked', () => {
    const state = unsentPayment({ ...REVIEW, information: [question('inf_1')] });
    expect(() => decideAnswer(state, said('inf_2'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it.each(NOT_HELD)('is refused for a payment that %s', (_name, state) => {
    expect(() => decideAnswer(state, said('inf_1'))).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        message: 'The payment is not held for a compliance review.',
      }),
    );
  });
});
