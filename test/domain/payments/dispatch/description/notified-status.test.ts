import { notifiedStatus } from '../../../../../domain/payments/dispatch/description/notified-status';
import type { Description, DescribedNotifications } from '../../../../../domain/payments/dispatch/description/schema';
import { exampleBank } from '../../../../support/descriptions';

const NOW = new Date('2026-11-26T12:00:00Z');

function bank(changes: Partial<DescribedNotifications> = {}): Description {
  const { notifications, ...others } = exampleBank('form-oauth');
  if (notifications === undefined) throw new Error('the example notifies');
  return { ...others, notifications: { ...notifications, ...changes } };
}

const payout = (status: string): string =>
  JSON.stringify({ status: 'settled', data: { id: 'po_1', status, metadata: { reference: 'instr_1' } } });

const read = (text: string, description = bank(), instructionId = 'instr_1') =>
  notifiedStatus(description, { instructionId, bytes: Buffer.from(text), now: NOW }, (bytes) =>
    Buffer.from(bytes).toString().startsWith('<') ? { Notice: { Order: 'instr_1', State: 'failed' } } : null,
  );

/** Source: docs/GAPS.md#described-webhooks */
describe('the status in a notification that was kept', () => {
  it('is the one that the description translates, wherever else a word of ours stands', () => {
    expect(read(payout('failed'))).toBe('failed');
    expect(read(payout('paid'))).toBe('settled');
    expect(read(payout('parked'))).toBeNull();
  });

  it('is read from a form and from XML', () => {
    const form = bank({ format: 'form', instructionId: '/reference', status: '/state' });
    expect(read('reference=instr_1&state=failed', form)).toBe('failed');
    const xml = bank({ format: 'xml', instructionId: '/Notice/Order', status: '/Notice/State' });
    expect(read('<Notice/>', xml)).toBe('failed');
    expect(read('no XML', xml)).toBeNull();
  });

  it('is unknown where it is not believed, cannot be read or is of another payment', () => {
    expect(read(payout('paid'), bank({ trust: 'inquire' }))).toBeNull();
    expect(read('reference=instr_1')).toBeNull();
    expect(read(payout('paid'), bank(), 'instr_2')).toBeNull();
    expect(read(payout('paid'), { ...bank(), notifications: undefined })).toBeNull();
  });
});
