import { ladderSteps } from '../../../console/webhooks/retry-ladder';

const AT = Date.parse('2026-11-20T10:00:00Z');
const attempt = (number: number, statusCode: number | null) => ({
  ...{ number, at: AT + number, status_code: statusCode, duration_ms: statusCode === null ? null : 12 },
  ...{ error: null, response_headers: null, response_excerpt: null },
});
type Shown = Omit<Parameters<typeof ladderSteps>[0], 'is_test'>;
const kindsOf = (of: Shown, isTest = false): string[] =>
  ladderSteps({ ...of, is_test: isTest }).map(({ kind }) => kind);

describe('the ladder of retries', () => {
  const next = new Date(AT + 300_000);

  it('has what was made, what is due, and what would follow with its pause', () => {
    const steps = ladderSteps({
      ...{ status: 'pending', is_test: false },
      ...{ attempts: [attempt(1, 500)], next_attempt_at: next },
    });
    expect(steps.map(({ kind, at, after }) => [kind, at, after])).toEqual([
      ['bad', new Date(AT + 1), 0],
      ['next', next, 300],
      ['later', null, 1800],
      ['later', null, 7200],
      ['later', null, 21_600],
      ['later', null, 86_400],
    ]);
  });

  it('says what was not needed once it is delivered, and ends where it has ended', () => {
    const attempts = [attempt(1, 500), attempt(2, 200)];
    expect(kindsOf({ status: 'delivered', attempts, next_attempt_at: null })).toEqual([
      ...['bad', 'good', 'unused', 'unused', 'unused', 'unused'],
    ]);
    expect(kindsOf({ status: 'failed', attempts: [attempt(1, 500)], next_attempt_at: null })).toEqual(['bad']);
  });

  it('begins with the first attempt, and shows the one under way', () => {
    const later = ['later', 'later', 'later', 'later', 'later'];
    expect(kindsOf({ status: 'pending', attempts: [], next_attempt_at: next })).toEqual(['next', ...later]);
    const attempts = [attempt(1, null)];
    expect(kindsOf({ status: 'delivering', attempts, next_attempt_at: null })).toEqual(['info', ...later]);
  });

  it('has one attempt for a test, which is not repeated', () => {
    expect(kindsOf({ status: 'pending', attempts: [], next_attempt_at: next }, true)).toEqual(['next']);
    const attempts = [attempt(1, null)];
    expect(kindsOf({ status: 'delivering', attempts, next_attempt_at: null }, true)).toEqual(['info']);
    expect(kindsOf({ status: 'delivered', attempts: [attempt(1, 200)], next_attempt_at: null }, true)).toEqual([
      'good',
    ]);
  });
});
