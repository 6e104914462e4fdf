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
    { state: 'EXECUTED', settlement: { ...SETTLEMENT, amount: { value: '-1', currency: 'USD' } } },
    { status: 'settled', partnerReference: 'B-1', details: {} },
  ],
])('%j is a report of a status', (value, body) => {
  expect(reportOf(value)).toEqual({ kind: 'status', body });
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
