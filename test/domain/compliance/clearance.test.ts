import {
  covers,
  entriesOfPayee,
  payeeText,
  rememberedUntil,
  type ClearedEntry,
} from '../../../domain/compliance/clearance';

const ENTRY: ClearedEntry = { subject: 'watch-list:un', entryId: '7', version: 'aa', party: 'beneficiary' };
const OTHER: ClearedEntry = { ...ENTRY, entryId: '8' };
const PAYEE = { name: 'Wei Zhang', country: 'US', bankAccount: { accountNumber: '98765432', country: 'US' } };

/** Source: docs/GAPS.md#P13 */
describe('a clearance', () => {
  it('is about the payee, not about a debtor', () => {
    const [bank, debtor] = (['bank', 'debtor'] as const).map((party) => ({ ...ENTRY, party }));
    expect(entriesOfPayee([ENTRY, bank ?? ENTRY, debtor ?? ENTRY])).toEqual([ENTRY, bank]);
    expect(covers([debtor ?? ENTRY], [debtor ?? ENTRY])).toBe(false);
  });

  it.each<[string, ClearedEntry[], boolean]>([
    ['the same entry', [ENTRY], true],
    ['one of two', [OTHER], true],
    ['nothing', [], false],
    ['another entry', [{ ...ENTRY, entryId: '9' }], false],
    ['one more entry', [ENTRY, { ...ENTRY, entryId: '9' }], false],
    ['an entry that changed', [{ ...ENTRY, version: 'ab' }], false],
    ['the entry of another list', [{ ...ENTRY, subject: 'watch-list:eu' }], false],
    ['the entry for another party', [{ ...ENTRY, party: 'bank' }], false],
  ])('of two entries covers %s: %s', (_what, found, expected) => expect(covers([ENTRY, OTHER], found)).toBe(expected));
});

describe('the same payee', () => {
  it.each([
    { ...PAYEE, name: ' wei  ZHANG' },
    { ...PAYEE, bankAccount: { accountNumber: '9876 54-32', country: 'US' } },
  ])('is %j', (payee) => expect(payeeText(payee)).toBe(payeeText(PAYEE)));

  it.each([
    { ...PAYEE, name: 'Wei Zhan' },
    { ...PAYEE, country: 'DE' },
    { ...PAYEE, bankAccount: { accountNumber: '98765433', country: 'US' } },
    { ...PAYEE, bankAccount: { accountNumber: '98765432', country: 'DE' } },
    // The same number at another bank is another account.
    { ...PAYEE, bankAccount: { ...PAYEE.bankAccount, clearing: { scheme: 'USABA', code: '021000021' } } },
  ])('is not %j', (payee) => expect(payeeText(payee)).not.toBe(payeeText(PAYEE)));
});

describe('the end of a clearance', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  it.each([
    ['2026-03-03', '2026-03-03T00:00:00.000Z'],
    ['2027-03-02T12:00:00Z', '2027-03-02T12:00:00.000Z'],
    ['2027-03-04', null],
    ['2026-03-02', null],
    ['2026-03-02T12:00:00Z', null],
  ])('on %s is %s', (until, end) => expect(rememberedUntil(until, now)?.toISOString() ?? null).toBe(end));
});
