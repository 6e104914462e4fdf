import { readRecorded } from '../../../../../domain/payments/dispatch/description/reading';
import type { RecordedAnswer } from '../../../../../domain/payments/dispatch/description/recorded';
import type { PartnerAnswer } from '../../../../../domain/payments/dispatch/partner-answers';
import { exampleBank } from '../../../../support/descriptions';

const BANK = exampleBank('json-hmac');
const ID = 'instr_1';
const now = new Date('2026-11-26T12:00:00Z');

function read(recorded: Omit<RecordedAnswer, 'name'>, value?: unknown) {
  const { status } = recorded;
  const body = value === undefined ? ({ kind: 'empty' } as const) : ({ kind: 'json', value } as const);
  const answer: PartnerAnswer | null = status === undefined ? null : { status, body, retryAfter: null };
  return readRecorded(BANK, answer, { recorded: { name: 'x', ...recorded }, instructionId: ID, now, index: 3 });
}

const known = (more: object) => ({ id: 'B', reference: ID, state: 'EXECUTED', ...more });

/** Source: docs/GAPS.md#described */
describe('how a recorded answer is read', () => {
  it('names what lies at each place, and the rule with its conditions', () => {
    const found = read({ operation: 'inquire', status: 200 }, known({ changedAt: '2026-11-26T10:00:00Z' }));
    expect(found).toMatchObject({
      rule: 'inquire.answers.1',
      faults: [],
      read: { outcome: 'known', status: 'settled' },
    });
    expect(found.places).toContainEqual({ member: 'inquire.reference', at: '/id', value: 'B' });
    expect(found.places).toContainEqual({
      member: 'inquire.details.settlement.amount',
      at: '/settlement/amount/value',
      value: null,
    });
    const absent = read({ operation: 'inquire', status: 404 }, { problem: { code: 'PAYMENT_NOT_FOUND' } });
    expect(absent).toMatchObject({
      rule: 'inquire.answers.0',
      read: { outcome: 'never_received' },
      places: [{ member: 'inquire.answers.0.when.0', at: '/problem/code', value: 'PAYMENT_NOT_FOUND' }],
    });
  });

  it.each([
    [known({ changedAt: 'yesterday' }), 'inquire.details.timestamp'],
    [known({ changedAt: '2026-11-26T13:00:00Z' }), 'inquire.details.timestamp'],
    [
      known({ settlement: { reference: 'S', amount: { value: 'much', currency: 'USD' } } }),
      'inquire.details.settlement',
    ],
    [known({ id: null }), 'inquire.reference'],
    [known({ state: undefined }), 'inquire.status'],
    [known({ state: 'ODD' }), 'statuses'],
  ])('finds that %j does not fit %s', (value, member) => {
    expect(read({ operation: 'inquire', status: 200 }, value).faults).toMatchObject([{ field: member }]);
  });

  it('fails for what is read otherwise than expected alone, where something is expected', () => {
    const expected = { outcome: 'ambiguous' };
    const odd = read({ operation: 'submit', status: 418, expect: expected });
    expect(odd).toMatchObject({ faults: [], notes: [{ field: 'submit.answers' }], read: expected });
    expect(
      read({ operation: 'submit', status: 418, expect: { outcome: 'taken', reasonCode: 'X' } }).faults,
    ).toMatchObject([
      { field: 'answers.3.expect.outcome', message: 'is read as ambiguous, not taken.' },
      { field: 'answers.3.expect.reasonCode', message: 'is read as nothing, not X.' },
      { field: 'submit.answers' },
    ]);
  });

  it('takes a lost answer for unknown, and a question that is not described for one that is never asked', () => {
    expect(read({ operation: 'submit', lost: true })).toMatchObject({
      read: { outcome: 'ambiguous' },
      rule: null,
      faults: [],
    });
    expect(read({ operation: 'cancel', lost: true }).read).toMatchObject({ outcome: 'no_answer' });
    expect(read({ operation: 'recall', status: 202 }, {}).faults).toMatchObject([{ field: 'recall', code: 'absent' }]);
  });
});
