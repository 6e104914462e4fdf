import { readRecordedNotification } from '../../../../../domain/payments/dispatch/description/reading-notice';
import type { Description } from '../../../../../domain/payments/dispatch/description/schema';
import type { AnswerBody } from '../../../../../domain/payments/dispatch/partner-answers';
import { exampleBank } from '../../../../support/descriptions';

const BANK = exampleBank('form-oauth');
const NOW = new Date('2026-11-26T12:00:00Z');

const read = (body: AnswerBody, bank: Description = BANK) =>
  readRecordedNotification(bank, { status: 0, retryAfter: null, body }, NOW);
const payout = (status: string): AnswerBody => ({
  kind: 'json',
  value: { created: '2026-11-26T11:00:00Z', data: { id: 'po_1', status, metadata: { reference: 'instr_1' } } },
});

/** Source: docs/GAPS.md#described-webhooks */
describe('a recorded notification', () => {
  it('is a report, or nothing', () => {
    expect(read(payout('paid'))).toEqual({
      notes: [],
      read: {
        outcome: 'report',
        instructionId: 'instr_1',
        status: 'settled',
        partnerReference: 'po_1',
        timestamp: '2026-11-26T11:00:00.000Z',
      },
    });
    expect(read({ kind: 'json', value: {} })).toEqual({ read: { outcome: 'ignored' }, notes: [] });
  });

  it('is what the bank is asked about where it is not believed', () => {
    const { notifications } = BANK;
    if (notifications === undefined) throw new Error('the example notifies');
    const bank: Description = { ...BANK, notifications: { ...notifications, trust: 'inquire' } };
    expect(read(payout('paid'), bank).read).toEqual({ outcome: 'inquire', instructionId: 'instr_1' });
  });

  it('names the member that does not fit it', () => {
    expect(read(payout('parked')).notes).toMatchObject([
      { field: 'statuses', message: 'has no status of ours for "parked", which is at /data/status.' },
    ]);
    expect(read({ kind: 'not_json' }).notes).toMatchObject([{ field: 'notifications.format' }]);
    expect(read(payout('paid'), { ...BANK, notifications: undefined }).notes).toMatchObject([
      { field: 'notifications' },
    ]);
  });
});
