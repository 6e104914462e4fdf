import { isAsExpected, judgeDrill, type DrillAnswer, type Judged } from '../../../../domain/webhooks/drills/judge';

type Expected = Judged['planned']['expected'];

function answered(statusCode: number | null, error: string | null = null, durationMs = 20): DrillAnswer {
  return { statusCode, durationMs, error: error ?? (statusCode === 200 ? null : 'status') };
}

function judged(answer: DrillAnswer, expected: Expected = 'accepted', what = 'An event'): Judged {
  return { planned: { what, expected, signing: 'right' }, answer };
}

const OK = judged(answered(200));

it.each<[Expected, number | null, string | null, boolean]>([
  ['accepted', 200, null, true],
  ['accepted', 201, null, false],
  ['accepted', null, 'timeout', false],
  ['accepted', 200, 'timeout', false],
  ['refused', 200, null, false],
  ['refused', 204, null, false],
  ['refused', 299, null, false],
  ['refused', 300, null, true],
  ['refused', 401, null, true],
  ['refused', null, 'connection_reset', true],
  ['either', 500, null, true],
])('where %s is expected, %s with %s is as expected: %s', (expected, status, error, wanted) => {
  expect(isAsExpected(judged(answered(status, error), expected))).toBe(wanted);
});

describe('an ordinary delivery', () => {
  it.each<[string, DrillAnswer, string]>([
    ['too_slow', answered(null, 'timeout'), 'An event got no whole answer within 5 s.'],
    ['not_200', answered(204), 'An event was answered with 204, not 200.'],
    ['redirects', answered(302), 'An event was answered with 302, not 200.'],
    ['delivery_refused', answered(400), 'An event was answered with 400, not 200.'],
    ['delivery_refused', answered(500), 'An event was answered with 500, not 200.'],
    ['unreachable', answered(null, 'connection_refused'), 'An event got no answer: the connection was refused.'],
    ['unreachable', answered(null, 'failed'), 'An event got no answer: the connection failed.'],
  ])('is judged %s', (fault, answer, message) => {
    expect(judgeDrill('takes_delivery', [judged(answer)])).toMatchObject({ outcome: 'failed', fault, message });
  });

  it('passes, and an answer that takes longer than 2.5 s is warned of', () => {
    expect(judgeDrill('takes_delivery', [judged(answered(200, null, 2_500))]).outcome).toBe('passed');
    expect(judgeDrill('takes_delivery', [judged(answered(200, null, 3_210))])).toMatchObject({
      outcome: 'warned',
      fault: 'slow',
      message: 'An ordinary delivery was answered after 3.2 s; the limit is 5 s.',
    });
  });
});

it.each([
  ['stale_timestamp', 'stale_accepted'],
  ['wrong_signature', 'forgery_accepted'],
] as const)('%s that is accepted is %s', (scenario, fault) => {
  const refused = judged(answered(401), 'refused');
  expect(judgeDrill(scenario, [refused, refused])).toEqual({
    outcome: 'passed',
    fault: null,
    message: null,
    advice: null,
  });
  const accepted = judged(answered(200), 'refused', 'A delivery with a wrong signature');
  const message = 'A delivery with a wrong signature was accepted with 200.';
  expect(judgeDrill(scenario, [refused, accepted])).toMatchObject({ outcome: 'failed', fault, message });
});

it.each([
  ['duplicate', 'duplicate_refused'],
  ['disorder', 'older_event_refused'],
  ['late_retry', 'late_retry_refused'],
  ['large_payload', 'large_payload_refused'],
  ['unknown_type', 'unknown_type_refused'],
  ['outage', 'burst_refused'],
] as const)('%s that is refused is %s', (scenario, fault) => {
  expect(judgeDrill(scenario, [OK, OK]).outcome).toBe('passed');
  const refused = judged(answered(500), 'accepted', 'The same event id');
  const found = judgeDrill(scenario, [OK, refused]);
  expect(found).toMatchObject({
    outcome: 'failed',
    fault,
    message: 'The same event id was answered with 500, not 200.',
  });
  expect(found.advice).not.toBeNull();
});

describe('a rotation', () => {
  const refused = judged(answered(401));
  const either = (status: number): Judged => judged(answered(status), 'either');

  it.each([
    ['passes', [OK, OK, either(200)], 'passed', null],
    ['passes without the last one', [OK, OK, either(401)], 'passed', null],
    ['needs the list to be read', [refused, refused, either(200)], 'failed', 'second_signature_refused'],
    ['needs all of the list to be read', [OK, refused, either(200)], 'failed', 'first_signature_only'],
    ['warns who verifies the single-value header', [OK, refused, either(401)], 'warned', 'one_secret_at_a_time'],
  ] as const)('%s', (_name, answers, outcome, fault) => {
    expect(judgeDrill('rotation', answers)).toMatchObject({ outcome, fault });
  });
});
