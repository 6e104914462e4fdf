import { lostPaymentAfter, mayBeUnlisted, type LostWord } from '../../../domain/restoration/lost-payment';

const AT = new Date('2026-11-26T04:00:00Z');
const later = (ms: number): Date => new Date(AT.getTime() + ms);
const OPEN: LostWord = { state: 'open', reportedStatus: null, deniedAt: null };

describe('a lost payment', () => {
  it.each(['settled', 'failed', 'cancelled', 'returned'] as const)(
    'is settled once its partner has it %s',
    (status) => {
      expect(lostPaymentAfter(OPEN, status, AT)).toEqual({ state: 'settled', reportedStatus: status, deniedAt: null });
    },
  );

  it.each(['submitted', 'accepted', 'processing'] as const)('stays open while its partner has it %s', (status) => {
    const before = { ...OPEN, deniedAt: AT };
    expect(lostPaymentAfter(before, status, AT)).toEqual({ state: 'open', reportedStatus: status, deniedAt: null });
  });

  it('was never received once its partner has denied it twice, five seconds apart', () => {
    const denied = lostPaymentAfter(OPEN, 'unknown', AT);
    expect(denied).toEqual({ ...OPEN, deniedAt: AT });
    expect(lostPaymentAfter(denied, 'unknown', later(4_999))).toEqual(denied);
    expect(lostPaymentAfter(denied, 'unknown', later(5_000))).toEqual({ ...denied, state: 'never_received' });
  });

  it('stays open when a partner denies what it had reported', () => {
    const reported: LostWord = { ...OPEN, reportedStatus: 'accepted' };
    expect(lostPaymentAfter(reported, 'unknown', AT)).toEqual(reported);
  });

  it.each(['settled', 'never_received', 'accepted'] as const)('that is %s is not opened again', (state) => {
    const decided = { ...OPEN, state };
    expect(lostPaymentAfter(decided, 'processing', AT)).toEqual(decided);
    expect(lostPaymentAfter(decided, 'unknown', AT)).toEqual(decided);
  });
});

describe('payments that Temporal keeps no more', () => {
  const DAY_MS = 86_400_000;

  it('may be missing when the restore goes back as far as its retention', () => {
    expect(mayBeUnlisted(AT, later(DAY_MS - 1), DAY_MS)).toBe(false);
    expect(mayBeUnlisted(AT, later(DAY_MS), DAY_MS)).toBe(true);
    expect(mayBeUnlisted(AT, later(DAY_MS), null)).toBe(false);
  });
});
