import { describedReport } from '../../../../../domain/payments/dispatch/description/report';
import { exampleBank } from '../../../../support/descriptions';

const BANK = exampleBank('json-hmac');
const NOW = new Date('2026-03-02T10:00:00Z');
const ABOUT = { instructionId: 'instr_1', now: NOW };

function reportOf(value: object, status = 200) {
  const body = { kind: 'json' as const, value: { reference: 'instr_1', id: 'B-1', ...value } };
  return describedReport(BANK, { status, body, retryAfter: null }, ABOUT);
}

const SETTLEMENT = { reference: 'S-1', amount: { value: '12.50', currency: 'USD' } };

it.each<[object, object | null]>([
  [
    { state: 'ACCEPTED', changedAt: '2026-03-02T09:00:00+01:00' },
    { status: 'accepted', partnerReference: 'B-1', timestamp: '2026-03-02T08:00:00.000Z', details: {} },
  ],
  [
    { state: 'REJECTED', problem: { detail: 'closed', code: 'AC04' } },
    { status: 'failed', partnerReference: 'B-1', details: { message: 'closed', reasonCode: 'AC04' } },
  ],
  [
    { state: 'ACCEPTED', changedAt: '2026-03-02T11:00:00Z' },
    { status: 'accepted', partnerReference: 'B-1', details: {} },
  ],
  [
    { state: 'ACCEPTED', changedAt: 'soon' },
    { status: 'accepted', partnerReference: 'B-1', details: {} },
  ],
  [{ state: 'EXECUTED' }, { status: 'settled', partnerReference: 'B-1', details: {} }],
  [
    { state: 'REJECTED', id: '😀'.repeat(140), problem: { detail: `x${'😀'.repeat(140)}` } },
    { status: 'failed', partnerReference: '😀'.repeat(70), details: { message: `x${'😀'.repeat(69)}` } },
  ],
])('%j is a report of a status', (value, body) => {
  expect(reportOf(value)).toEqual({ kind: 'status', body });
});

it.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '1999-12-31T23:59:59Z'])(
  '%s is no time of a report',
  (time) => {
    const body = { status: 'accepted', partnerReference: 'B-1', details: {} };
    expect(reportOf({ state: 'ACCEPTED', changedAt: time })).toEqual({ kind: 'status', body });
    expect(reportOf({ state: 'EXECUTED', changedAt: time, settlement: SETTLEMENT })).toMatchObject({
      kind: 'settlement',
      body: { confirmedAt: NOW.toISOString() },
    });
  },
);

it.each<object>([
  { ...SETTLEMENT, amount: { value: '-1', currency: 'USD' } },
  { ...SETTLEMENT, amount: null },
])('figures of a settlement that cannot be read, %j, are told as such', (settlement) => {
  const body = { status: 'settled', partnerReference: 'B-1', details: {} };
  expect(reportOf({ state: 'EXECUTED', settlement })).toEqual({ kind: 'status', body, isSettlementInvalid: true });
});

it('figures of a settlement confirm it', () => {
  expect(reportOf({ state: 'EXECUTED', changedAt: '2026-03-02T09:00:00Z', settlement: SETTLEMENT })).toEqual({
    kind: 'settlement',
    body: {
      confirmedAt: '2026-03-02T09:00:00.000Z',
      settlementReference: 'S-1',
      actualAmount: 12.5,
      actualCurrency: 'USD',
    },
  });
});

it('a status that the description lacks is told as its word', () => {
  expect(reportOf({ state: 'NEW' })).toEqual({ kind: 'nothing', word: 'NEW' });
  expect(reportOf({})).toEqual({ kind: 'nothing', word: null });
});

it('an answer about another payment, or none, is no report', () => {
  expect(reportOf({ reference: 'instr_2', state: 'EXECUTED' })).toBeNull();
  expect(reportOf({ state: 'EXECUTED' }, 500)).toBeNull();
});
