import { createHash } from 'node:crypto';
import {
  batchApproval,
  hashOfBatch,
  requireBatchDecision,
  type BatchApproval,
  type BatchToApprove,
  type PaymentToApprove,
} from '../../../../domain/payments/batches/approval';

const payment = (overrides: Partial<PaymentToApprove> = {}): PaymentToApprove => ({
  hash: 'a'.repeat(64),
  needed: 1,
  expiresAt: '2026-02-07T12:00:00.000Z',
  currency: 'USD',
  amount: '0.10',
  ...overrides,
});
const HASH = 'c'.repeat(64);
const APPROVAL: BatchApproval = {
  hash: HASH,
  needed: 2,
  expiresAt: '2026-02-07T12:00:00.000Z',
  payments: 3,
  totals: [{ currency: 'USD', amount: 30 }],
};
const batch = (overrides: Partial<BatchToApprove> = {}): BatchToApprove => ({
  status: 'completed',
  approval: APPROVAL,
  creator: 'usr_creator',
  approvedBy: [],
  waiting: 3,
  ...overrides,
});
const decide = (
  overrides: Partial<BatchToApprove>,
  { hash = HASH, member = 'usr_1' }: { hash?: string; member?: string | null } = {},
) =>
  requireBatchDecision(batch(overrides), {
    decision: 'approve',
    hash,
    member,
    by: `user:${member}`,
    makersOf: new Map(),
  });

/** Source: docs/GAPS.md#P18 */
describe('the approval of a batch as one thing', () => {
  it('covers the hashes of its payments in the order of their rows', () => {
    const hashes = ['b'.repeat(64), 'a'.repeat(64)];
    const text = `["${'b'.repeat(64)}","${'a'.repeat(64)}"]`;
    expect(hashOfBatch(hashes)).toBe(createHash('sha256').update(text).digest('hex'));
    expect(hashOfBatch(hashes)).not.toBe(hashOfBatch([...hashes].reverse()));
  });

  it('needs what the payment needs that needs most, by the day when the first one ends', () => {
    const approval = batchApproval([
      payment({ needed: 1 }),
      payment({ needed: 3, expiresAt: '2026-02-06T12:00:00.000Z' }),
      payment({ needed: 2 }),
    ]);
    expect(approval).toMatchObject({ needed: 3, payments: 3, expiresAt: '2026-02-06T12:00:00.000Z' });
  });

  it('sums exactly, by currency', () => {
    const approval = batchApproval([
      payment({ amount: '0.10' }),
      payment({ amount: '0.20' }),
      payment({ amount: '1500', currency: 'JPY' }),
      payment({ amount: '7.25', currency: 'EUR' }),
    ]);
    expect(approval?.totals).toEqual([
      { currency: 'EUR', amount: 7.25 },
      { currency: 'JPY', amount: 1500 },
      { currency: 'USD', amount: 0.3 },
    ]);
  });

  it('is none of a batch without payments, or with one that needs no approval', () => {
    expect(batchApproval([])).toBeNull();
    expect(batchApproval([payment(), null, payment()])).toBeNull();
  });
});

describe('a decision about a batch', () => {
  it('is that of a member who has not sent it', () => {
    expect(decide({})).toBe('usr_1');
    expect(decide({ status: 'deciding', approvedBy: ['usr_2'] })).toBe('usr_1');
  });

  it.each([
    ['a batch whose payments are being made', { status: 'making' as const }, 'being made'],
    ['a cancelled one', { status: 'cancelled' as const }, 'cancelled'],
    ['one that is being cancelled', { status: 'cancelling' as const }, 'cancelled'],
    ['one of which a part needs approvals', { approval: null }, 'the 3 that wait one by one'],
    ['one that needs none', { approval: null, waiting: 0 }, 'No payment of this batch waits'],
    ['one that has its approvals', { approvedBy: ['usr_2', 'usr_3'] }, 'has the approvals'],
    ['one whose payments were decided about one by one', { waiting: 0 }, 'any more'],
  ])('is refused about %s', (_, overrides, words) => {
    expect(() => decide(overrides)).toThrow(expect.objectContaining({ code: 'INVALID_TRANSITION' }));
    expect(() => decide(overrides)).toThrow(words);
  });

  it('is refused with another hash, and names the one that is due', () => {
    expect(() => decide({}, { hash: 'd'.repeat(64) })).toThrow(
      expect.objectContaining({
        code: 'INVALID_TRANSITION',
        details: [expect.objectContaining({ field: 'hash', message: expect.stringContaining(HASH) as string })],
      }),
    );
  });

  it.each([
    ['of no member', {}, { member: null }, 'FORBIDDEN'],
    ['of who sent it', {}, { member: 'usr_creator' }, 'FORBIDDEN'],
    ['of who has approved it', { approvedBy: ['usr_1'] }, {}, 'DUPLICATE'],
  ])('is refused %s', (_, overrides, by, code) => {
    expect(() => decide(overrides, by)).toThrow(expect.objectContaining({ code }));
  });
});
