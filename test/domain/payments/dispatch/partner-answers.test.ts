import {
  classifyCancellation,
  classifyInquiry,
  classifySubmission,
  readRetryAfter,
  type AnswerBody,
  type PartnerAnswer,
} from '../../../../domain/payments/dispatch/partner-answers';

const NOW_MS = Date.parse('2026-03-02T10:00:00Z');
const EMPTY: AnswerBody = { kind: 'empty' };
const PAGE: AnswerBody = { kind: 'not_json' };
const TOO_LONG: AnswerBody = { kind: 'too_long' };

function json(value: unknown): AnswerBody {
  return { kind: 'json', value };
}

function answer(status: number, body: AnswerBody = EMPTY, retryAfter: string | null = null): PartnerAnswer {
  return { status, body, retryAfter };
}

const FIRST = { isFirst: true, nowMs: NOW_MS };
const LATER = { isFirst: false, nowMs: NOW_MS };

/** Every status code that HTTP has, and the unassigned ones around them. */
const CODES = Array.from({ length: 500 }, (_, index) => index + 100);

/** The protocol, written out a second time on purpose. */
const REJECTIONS = [400, 402, 410, 422];
const NOT_TAKEN = [401, 403, 404, 405, 407, 425, 429];
const OTHERS = CODES.filter(
  (code) => !REJECTIONS.includes(code) && !NOT_TAKEN.includes(code) && (code < 200 || code > 299),
);
const REASON = json({ code: 'closed', message: 'Account closed' });

describe('the answer to a submission', () => {
  it.each([200, 201, 202, 204, 299])('%s with a partnerReference is a delivery, first or later', (code) => {
    const body = json({ partnerReference: 'P-1', status: 'accepted' });
    const taken = { kind: 'taken', partnerReference: 'P-1', status: 'accepted' };
    expect(classifySubmission(answer(code, body), FIRST)).toEqual(taken);
    expect(classifySubmission(answer(code, body), LATER)).toEqual(taken);
  });

  it('takes no status from a delivery but those that a partner can have at once', () => {
    const status = (value: unknown): unknown =>
      classifySubmission(answer(200, json({ partnerReference: 'P-1', status: value })), FIRST);
    expect(status('processing')).toMatchObject({ status: 'processing' });
    expect(status('settled')).toMatchObject({ status: 'submitted' });
    expect(status(undefined)).toMatchObject({ status: 'submitted' });
  });

  it.each([
    ['nothing', EMPTY],
    ['a page', PAGE],
    ['an empty object', json({})],
    ['an empty reference', json({ partnerReference: '' })],
    ['another member', json({ reference: 'P-1' })],
    ['a list', json([{ partnerReference: 'P-1' }])],
    ['null', json(null)],
  ])('2xx with %s is ambiguous and names what is missing', (_name, body) => {
    for (const send of [FIRST, LATER]) {
      expect(classifySubmission(answer(200, body), send)).toEqual({
        kind: 'ambiguous',
        fault: 'HTTP 200 without partnerReference in a JSON object',
        refusal: null,
        notTaken: false,
        isOutage: false,
      });
    }
  });

  it.each(REJECTIONS)('%s with a reason rejects on the first send, and on no other', (code) => {
    expect(classifySubmission(answer(code, REASON), FIRST)).toEqual({
      kind: 'rejected',
      message: 'Account closed',
      reasonCode: 'closed',
    });
    expect(classifySubmission(answer(code, REASON), LATER)).toEqual({
      kind: 'ambiguous',
      fault: `HTTP ${code}`,
      refusal: 'Account closed',
      notTaken: false,
      isOutage: false,
    });
  });

  it.each([
    [{ message: 'Account closed' }, 'Account closed'],
    [{ error: 'closed' }, 'closed'],
    [{ code: 'AC04' }, 'AC04'],
    [{ code: 17 }, '17'],
    [{ error: { message: 'Account closed', code: 'AC04' } }, 'Account closed'],
    [{ error: { reason: 1 } }, 'The partner rejected the instruction with status 422.'],
    [{ message: 'x'.repeat(200) }, 'x'.repeat(140)],
    // Postgres keeps neither half a surrogate pair, which a cut could make, nor a NUL.
    [{ message: `${'x'.repeat(139)}😀 closed` }, `${'x'.repeat(139)}😀`],
    [{ message: 'closed\u0000\ud83d' }, 'closed'],
    [{ message: '\u0000', code: 'AC04' }, 'AC04'],
  ])('reads the reason of %j', (value, message) => {
    expect(classifySubmission(answer(422, json(value)), FIRST)).toMatchObject({ kind: 'rejected', message });
  });

  it.each<[object, string | undefined]>([
    [{ reasonCode: 'AC04', code: 'closed', message: 'Account closed' }, 'AC04'],
    [{ code: 17 }, '17'],
    [{ code: 'account is closed' }, undefined],
    [{ code: 'x'.repeat(36) }, undefined],
    [{ message: 'Account closed' }, undefined],
  ])('reads the code of the reason of %j', (value, reasonCode) => {
    const { reasonCode: read } = { reasonCode: undefined, ...classifySubmission(answer(422, json(value)), FIRST) };
    expect(read).toBe(reasonCode);
  });

  it.each(REJECTIONS)('%s of something in front of the partner does not reject', (code) => {
    for (const body of [EMPTY, PAGE, json({}), json([]), json('no'), json({ message: '' }), json({ error: null })]) {
      const given = answer(code, body);
      const fault = `HTTP ${code} without a reason in JSON`;
      expect(classifySubmission(given, FIRST)).toEqual({ kind: 'not_taken', fault, retryAfterMs: null });
      expect(classifySubmission(given, LATER)).toEqual({
        kind: 'ambiguous',
        fault,
        refusal: null,
        notTaken: true,
        isOutage: false,
      });
    }
  });

  it.each(NOT_TAKEN)('%s is not taken, whatever its body', (code) => {
    for (const body of [EMPTY, PAGE, REASON]) {
      const first = classifySubmission(answer(code, body, '7'), FIRST);
      expect(first).toEqual({ kind: 'not_taken', fault: `HTTP ${code}`, retryAfterMs: 7_000 });
      const later = classifySubmission(answer(code, body, '7'), LATER);
      expect(later).toMatchObject({ kind: 'ambiguous', refusal: null, notTaken: true, isOutage: false });
    }
    expect(classifySubmission(answer(code, TOO_LONG), FIRST)).toMatchObject({ kind: 'not_taken' });
  });

  it('is ambiguous for every other code, whatever it says', () => {
    expect(OTHERS).toEqual(expect.arrayContaining([100, 301, 302, 307, 308, 406, 408, 409, 418, 431, 499, 500, 503]));
    for (const code of OTHERS) {
      for (const body of [EMPTY, PAGE, REASON, TOO_LONG, json({ partnerReference: 'P-1' })]) {
        for (const send of [FIRST, LATER]) {
          const ambiguous = { kind: 'ambiguous', refusal: null, notTaken: false, isOutage: code >= 500 };
          expect(classifySubmission(answer(code, body, '7'), send)).toMatchObject(ambiguous);
        }
      }
    }
  });

  it('takes an answer that was cut for neither a delivery nor a rejection', () => {
    const fault = (code: number): string => `HTTP ${code}: the answer is longer than 64 KiB`;
    for (const code of [200, 400, 422]) {
      expect(classifySubmission(answer(code, TOO_LONG), FIRST)).toMatchObject({
        kind: 'ambiguous',
        fault: fault(code),
      });
    }
  });

  it('says of a redirect that it is not followed', () => {
    const fault = 'HTTP 302: redirects are not followed';
    expect(classifySubmission(answer(302), FIRST)).toMatchObject({ kind: 'ambiguous', fault });
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['86400', 86_400_000],
    ['9999999999', 86_400_000],
    ['Mon, 02 Mar 2026 10:00:30 GMT', 30_000],
    ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
    ['Mon, 02 Mar 2026 12:00:00 GMT', 7_200_000],
    ['Wed, 04 Mar 2026 10:00:00 GMT', 86_400_000],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%p is %p ms', (value, expected) => {
    expect(readRetryAfter(value, NOW_MS)).toBe(expected);
  });
});

describe('the answer to an inquiry', () => {
  it.each([
    [{ partnerReference: 'P-1', status: 'processing' }, 'P-1', 'processing'],
    [{ partnerReference: 'P-1' }, 'P-1', 'submitted'],
    [{ partnerReference: 'P-1', status: 'on its way' }, 'P-1', 'submitted'],
    [{ status: 'settled' }, null, 'settled'],
  ])('200 with %j is known', (value, partnerReference, status) => {
    expect(classifyInquiry(answer(200, json(value)))).toEqual({ kind: 'known', partnerReference, status });
  });

  it.each([EMPTY, PAGE, TOO_LONG, json({}), json(null), json({ status: 'fine' })])(
    '200 that names neither reference nor status is no answer (%j)',
    (body) => {
      expect(classifyInquiry(answer(200, body))).toMatchObject({ kind: 'no_answer' });
    },
  );

  it('404 means "never received" with a JSON object alone', () => {
    expect(classifyInquiry(answer(404, json({})))).toEqual({ kind: 'never_received' });
    expect(classifyInquiry(answer(404, json({ error: 'unknown instruction' })))).toEqual({ kind: 'never_received' });
    for (const body of [EMPTY, PAGE, TOO_LONG, json('default backend'), json(null)]) {
      expect(classifyInquiry(answer(404, body))).toMatchObject({ kind: 'no_answer' });
    }
  });

  it('is no answer with any other code', () => {
    const told = json({ partnerReference: 'P-1', status: 'settled' });
    for (const code of CODES.filter((candidate) => candidate !== 200 && candidate !== 404)) {
      expect(classifyInquiry(answer(code, told))).toMatchObject({ kind: 'no_answer' });
    }
  });
});

describe('the answer to a cancellation', () => {
  it.each([
    [200, EMPTY, 'cancelled'],
    [200, json({ status: 'cancelled' }), 'cancelled'],
    [200, PAGE, 'no_answer'],
    [200, TOO_LONG, 'no_answer'],
    [202, EMPTY, 'requested'],
    [404, json({}), 'requested'],
    [404, PAGE, 'no_answer'],
    [409, EMPTY, 'refused'],
  ] as const)('%s with %j is %s', (code, body, kind) => {
    expect(classifyCancellation(answer(code, body)).kind).toBe(kind);
  });

  it('has to be asked again with any other code', () => {
    for (const code of CODES.filter((candidate) => ![200, 202, 404, 409].includes(candidate))) {
      expect(classifyCancellation(answer(code, REASON)).kind).toBe('no_answer');
    }
  });
});
