import { nothingToTrackPage, trackingPage } from '../../../console/tracking/tracking-page';
import { WORDS } from '../../../console/words/use-words';
import type { TrackedPayment } from '../../../db/payments/instruction/tracking-links';
import { LANGUAGE_TAGS, type Language } from '../../../domain/auth/languages';
import { PAYMENT_STATUSES } from '../../../domain/payments/instruction/status';

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

function shown(payment: Partial<TrackedPayment>, today = DAY_BEFORE, language: Language = 'en'): string {
  const page = trackingPage({ ...PAYMENT, ...payment }, { words: WORDS[language], logo: null, today });
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

  it.each([
    ['de', 'Zahlung von Acme', 'Das Geld wird am 20. November 2026 erwartet.', 'Dieser Link ist ungültig'],
    ['es', 'Pago de Acme', 'Se prevé que el dinero llegue el 20 de noviembre de 2026.', 'Este enlace no es válido'],
    ['fr', 'Paiement de Acme', 'L’argent est attendu le 20 novembre 2026.', 'Ce lien n’est pas valable'],
    ['zh-Hans', '来自 Acme 的付款', '预计2026年11月20日到账。', '此链接无效'],
  ] as const)('speaks %s to a reader of that language', (language, title, advice, invalid) => {
    const page = shown({}, DAY_BEFORE, language);
    expect(page).toContain(`<html lang="${language}">`);
    for (const text of [`<h1>${title}</h1>`, advice]) expect(page).toContain(text);
    const { headers, binary } = nothingToTrackPage(WORDS[language]);
    expect(headers).toMatchObject({ Vary: 'Accept-Language' });
    expect(binary?.bytes.toString()).toContain(invalid);
  });

  it('has words of its own for every status in every language', () => {
    for (const language of LANGUAGE_TAGS) {
      const pages = PAYMENT_STATUSES.map((status) => shown({ status }, DAY_AFTER, language));
      expect(new Set(pages.map((page) => /<span class="badge \w+">([^<]+)</.exec(page)?.[1])).size).toBe(
        PAYMENT_STATUSES.length,
      );
      for (const page of pages) expect(page).not.toMatch(/\{|undefined|null|2026/);
    }
  });
});
