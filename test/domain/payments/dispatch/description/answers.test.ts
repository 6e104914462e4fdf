import {
  classifyDescribedCancellation,
  classifyDescribedInquiry,
  classifyDescribedRecall,
  classifyDescribedSubmission,
} from '../../../../../domain/payments/dispatch/description/answers';
import type { AnswerBody, PartnerAnswer } from '../../../../../domain/payments/dispatch/partner-answers';
import { exampleBank } from '../../../../support/descriptions';

const BANK = exampleBank('json-header');
const ID = 'instr_1';
const SEND = { instructionId: ID, isFirst: true, nowMs: 0 };

function answer(status: number, value?: unknown, kind?: 'not_json' | 'too_long'): PartnerAnswer {
  const body: AnswerBody =
    kind !== undefined ? { kind } : value === undefined ? { kind: 'empty' } : { kind: 'json', value };
  return { status, body, retryAfter: null };
}

describe('the answer to a submission', () => {
  it.each([
    [
      answer(201, { id: 7, reference: ID, state: 'ACCEPTED' }),
      { kind: 'taken', partnerReference: '7', status: 'accepted' },
    ],
    [answer(201, { id: 'T', reference: ID, state: 'EXECUTED' }), { kind: 'taken', status: 'submitted' }],
    [answer(201, { id: 'T', reference: ID, state: 'constructor' }), { kind: 'taken', status: 'submitted' }],
    [answer(201, { id: 'T' }), { kind: 'ambiguous', fault: 'HTTP 201 without our id in /reference' }],
    [answer(201, { reference: ID }), { kind: 'ambiguous', fault: 'HTTP 201 without /id', isOutage: false }],
    [answer(201), { kind: 'ambiguous' }],
    [answer(200, { state: 'REJECTED' }), { kind: 'rejected', message: 'The bank rejected the order with status 200.' }],
    [answer(422, { problem: { code: 'AC04' } }), { kind: 'rejected', message: 'AC04', reasonCode: 'AC04' }],
    [answer(422, { problem: { detail: 'closed' } }), { kind: 'rejected', message: 'closed' }],
    [answer(422, {}), { kind: 'not_taken', fault: 'HTTP 422 without a reason', retryAfterMs: null }],
    [answer(422, undefined, 'not_json'), { kind: 'not_taken' }],
    [answer(422, undefined, 'too_long'), { kind: 'ambiguous', isOutage: false }],
    [answer(429), { kind: 'not_taken', fault: 'HTTP 429' }],
    [answer(404, {}), { kind: 'ambiguous', isOutage: false }],
    [answer(500), { kind: 'ambiguous', isOutage: true }],
  ])('%j means %j', (given, expected) => {
    expect(classifyDescribedSubmission(BANK, given, SEND)).toMatchObject(expected);
  });

  it('that is late, as the bank asks, comes after its time', () => {
    const given = { ...answer(429), retryAfter: '3' };
    expect(classifyDescribedSubmission(BANK, given, SEND)).toMatchObject({ retryAfterMs: 3_000 });
  });

  it('to a later send of an attempt establishes nothing but a delivery', () => {
    const again = { ...SEND, isFirst: false };
    const refused = answer(422, { problem: { detail: 'closed' } });
    expect(classifyDescribedSubmission(BANK, refused, again)).toMatchObject({
      kind: 'ambiguous',
      refusal: 'closed',
      notTaken: false,
      isOutage: false,
    });
    expect(classifyDescribedSubmission(BANK, answer(429), again)).toMatchObject({ refusal: null, notTaken: true });
    const taken = answer(201, { id: 'T', reference: ID });
    expect(classifyDescribedSubmission(BANK, taken, again)).toMatchObject({ kind: 'taken' });
  });
});

describe('the answer to an inquiry', () => {
  const known = (transfer: object) => answer(200, { transfers: [transfer] });
  it.each([
    [known({ reference: ID, id: 'T', state: 'EXECUTED' }), { kind: 'known', partnerReference: 'T', status: 'settled' }],
    [known({ reference: ID, state: 'NEW' }), { kind: 'known', partnerReference: null, status: 'submitted' }],
    [known({ reference: 'other', id: 'T' }), { kind: 'no_answer' }],
    [answer(200, { transfers: [] }), { kind: 'never_received' }],
    [answer(200, {}), { kind: 'no_answer' }],
    [answer(200, undefined, 'not_json'), { kind: 'no_answer' }],
    [answer(404, { message: 'no route' }), { kind: 'no_answer', fault: 'HTTP 404' }],
  ])('%j means %j', (given, expected) => {
    expect(classifyDescribedInquiry(BANK, given, ID)).toMatchObject(expected);
  });

  it('may say by a code that the payment is not there', () => {
    const { inquire } = BANK;
    const when = [{ at: '/code', is: ['NO_SUCH', 17] }];
    const answers = [{ status: [404], when, means: 'never_received' as const }];
    const bank = { ...BANK, inquire: { ...inquire, answers } };
    expect(classifyDescribedInquiry(bank, answer(404, { code: 17 }), ID).kind).toBe('never_received');
    expect(classifyDescribedInquiry(bank, answer(404, { code: ['NO_SUCH'] }), ID).kind).toBe('no_answer');
  });
});

describe('conditions', () => {
  const bankWhere = (when: { at: string; isPresent: boolean }) => {
    const answers = [{ status: [200], when: [when], means: 'cancelled' as const }];
    return { ...BANK.cancel, method: 'POST' as const, path: '/', answers };
  };
  it.each([
    [{ at: '/a', isPresent: true }, { a: 0 }, 'cancelled'],
    [{ at: '/a', isPresent: true }, { a: null }, 'no_answer'],
    [{ at: '/a', isPresent: false }, {}, 'cancelled'],
    [{ at: '/a', isPresent: false }, { a: 1 }, 'no_answer'],
    [{ at: '/a', isPresent: false }, undefined, 'no_answer'],
  ])('%j of %j', (when, value, kind) => {
    expect(classifyDescribedCancellation(bankWhere(when), answer(200, value)).kind).toBe(kind);
  });
});

describe('the answers to cancellations and recalls', () => {
  const { cancel, recall } = BANK;
  if (cancel === undefined || recall === undefined) throw new Error('the example has both');
  it.each([
    [answer(200, { state: 'CANCELLED' }), 'cancelled'],
    [answer(200, {}), 'no_answer'],
    [answer(202), 'requested'],
    [answer(409, {}), 'refused'],
    [answer(409, undefined, 'not_json'), 'no_answer'],
    [answer(500), 'no_answer'],
  ])('%j to a cancellation means %s', (given, kind) => {
    expect(classifyDescribedCancellation(cancel, given).kind).toBe(kind);
  });

  it.each([
    [answer(202), 'requested'],
    [answer(409, {}), 'refused'],
    [answer(202, undefined, 'too_long'), 'no_answer'],
    [answer(404, {}), 'no_answer'],
  ])('%j to a recall means %s', (given, kind) => {
    expect(classifyDescribedRecall(recall, given).kind).toBe(kind);
  });
});

describe('the check of a payee in an answer', () => {
  const places = {
    result: '/payee/result',
    suggestedName: '/payee/name',
    results: { PARTIAL: 'close_match' as const, false: 'no_match' as const },
  };
  const bank = {
    ...BANK,
    submit: { ...BANK.submit, payeeCheck: places },
    inquire: { ...BANK.inquire, payeeCheck: places },
  };
  const payee = (result: unknown) => ({ payee: { result, name: 'Exemple SA' } });
  const close = { payeeCheck: { result: 'close_match', suggestedName: 'Exemple SA' } };

  it('is read by the words of the bank, or by the codes of ISO 20022', () => {
    for (const word of ['PARTIAL', 'RVMC']) {
      const taken = answer(201, { id: 'T', reference: ID, ...payee(word) });
      expect(classifyDescribedSubmission(bank, taken, SEND)).toMatchObject(close);
      const rejected = answer(422, { problem: { code: 'AC01' }, ...payee(word) });
      expect(classifyDescribedSubmission(bank, rejected, SEND)).toMatchObject({ kind: 'rejected', ...close });
      const known = answer(200, { transfers: [{ reference: ID, id: 'T', state: 'ACCEPTED' }], ...payee(word) });
      expect(classifyDescribedInquiry(bank, known, ID)).toMatchObject({ kind: 'known', ...close });
    }
  });

  it.each([
    ['UNSURE', 'UNSURE'],
    ['constructor', 'constructor'],
    [7, '7'],
    [true, 'true'],
    [false, 'no_match'],
    ['Maria Schmidt', 'a text'],
  ])('is %j in its own word where the description lacks it, and no text that may name somebody', (word, result) => {
    const taken = answer(201, { id: 'T', reference: ID, ...payee(word) });
    expect(classifyDescribedSubmission(bank, taken, SEND)).toMatchObject({ payeeCheck: { result } });
  });

  it('is none where the bank says nothing of it, or the description has no place for it', () => {
    const taken = answer(201, { id: 'T', reference: ID, ...payee(null) });
    expect(classifyDescribedSubmission(bank, taken, SEND)).not.toHaveProperty('payeeCheck');
    expect(
      classifyDescribedSubmission(BANK, answer(201, { id: 'T', reference: ID, ...payee('RVNM') }), SEND),
    ).not.toHaveProperty('payeeCheck');
  });
});
