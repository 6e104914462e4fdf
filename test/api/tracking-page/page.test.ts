import { trackingPage } from '../../../api/tracking-page/page';
import type { TrackedPayment } from '../../../db/payments/instruction/tracking-links';

const PAYMENT: TrackedPayment = {
  tenant: { accountId: 'acc_1', environment: 'live' },
  payer: 'Acme',
  status: 'pending',
  reference: 'PO-7',
  expectedDate: '2026-11-20',
  isBooked: false,
  isRecalled: false,
  history: [],
};
const DAY_BEFORE = '2026-11-19';
const DAY_AFTER = '2026-11-21';

function shown(payment: Partial<TrackedPayment>, today = DAY_BEFORE): string {
  const page = trackingPage({ ...PAYMENT, ...payment }, null, today);
  return page.binary?.bytes.toString() ?? '';
}

/** Source: docs/GAPS.md#tracking-link */
describe('the page of a tracking link', () => {
  it('does not say that a payment which may not have been sent is received', () => {
    const page = shown({});
    expect(page).not.toContain('Received');
    expect(page).toContain('It may not have been sent yet. The money is expected on 20 November 2026.');
  });

  it.each(['pending', 'submitted', 'accepted', 'processing'] as const)(
    'names the expected date of a payment that is %s until that day is over',
    (status) => {
      for (const today of [DAY_BEFORE, PAYMENT.expectedDate])
        expect(shown({ status }, today).split('20 November 2026')).toHaveLength(3);
      expect(shown({ status }, DAY_AFTER)).not.toMatch(/20 November 2026|null/);
    },
  );

  it('says that the bank of the payee has the money only where more than a booking at the payer’s bank says so', () => {
    const history = [{ status: 'settled' as const, at: new Date('2026-11-18T09:00:00Z') }];
    expect(shown({ status: 'settled', history })).toContain('The money was paid to your bank.');
    const booked = shown({ status: 'settled', history, isBooked: true });
    expect(booked).toContain('The money was sent, and your bank should credit it.');
    expect(booked).not.toMatch(/paid to your bank|Settled/);
    expect(booked.split('Sent by the bank of the payer')).toHaveLength(3);
    expect(shown({ status: 'settled', isBooked: true }, DAY_AFTER)).not.toContain('20 November 2026');
  });

  it('blames no bank of the payee for a return that the payer asked for', () => {
    expect(shown({ status: 'returned' })).toContain('The money went back to Acme. Your bank may know why.');
    const recalled = shown({ status: 'returned', isBooked: true, isRecalled: true });
    expect(recalled).toContain('Acme took the money back. If you still expect it, ask Acme.');
    expect(recalled).not.toMatch(/your bank/i);
  });
});
