import { createHash } from 'node:crypto';
import { differencesOfPaid, hashOfPaid, paidOf } from '../../../../domain/payments/review/paid';

const TERMS = {
  instructionId: 'instr_1',
  amount: 12_000.5,
  currency: 'EUR',
  valueDate: null,
  uetr: '00000000-0000-4000-8000-000000000000',
  chargeBearer: 'SHAR',
};
const PARTIES = { beneficiary: { name: 'Payee', bankAccount: { accountNumber: '1' } }, purpose: { code: 'GDDS' } };

/** Source: docs/GAPS.md#P17 */
describe('the hash of what will be paid', () => {
  it('is SHA-256 of its RFC 8785 form: sorted members without spaces, absent ones as null', () => {
    const text =
      '{"amount":12000.5,"beneficiary":{"bankAccount":{"accountNumber":"1"},"name":"Payee"},"chargeBearer":"SHAR",' +
      '"currency":"EUR","debtor":null,"instructionId":"instr_1","purpose":{"code":"GDDS"},"remittance":null,' +
      '"uetr":"00000000-0000-4000-8000-000000000000","valueDate":null}';
    expect(hashOfPaid(paidOf(TERMS, PARTIES))).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('is the same whatever the order of members, and whether an absent one is undefined or null', () => {
    const { name, bankAccount } = PARTIES.beneficiary;
    const other = {
      ...PARTIES,
      beneficiary: { bankAccount, name, address: undefined },
      debtor: undefined,
      remittance: null,
    };
    expect(hashOfPaid(paidOf(TERMS, other))).toBe(hashOfPaid(paidOf(TERMS, PARTIES)));
  });

  it.each(Object.keys(TERMS))('covers %s', (name) => {
    const other = paidOf({ ...TERMS, [name]: 'other' }, PARTIES);
    expect(hashOfPaid(other)).not.toBe(hashOfPaid(paidOf(TERMS, PARTIES)));
  });

  it.each(['beneficiary', 'debtor', 'purpose', 'remittance'])('covers the %s', (name) => {
    const other = paidOf(TERMS, { ...PARTIES, [name]: { name: 'other' } });
    expect(hashOfPaid(other)).not.toBe(hashOfPaid(paidOf(TERMS, PARTIES)));
  });
});

describe('the differences of two payments', () => {
  it('are the paths of the members that differ, also of those that one of them lacks', () => {
    const then = paidOf(TERMS, PARTIES);
    const beneficiary = { name: 'Payee', bankAccount: { accountNumber: '2', bankName: 'Bank' } };
    const now = paidOf({ ...TERMS, amount: 13_000, valueDate: '2026-12-01' }, { ...PARTIES, beneficiary });
    expect(differencesOfPaid(then, now).sort()).toEqual([
      'amount',
      'beneficiary.bankAccount.accountNumber',
      'beneficiary.bankAccount.bankName',
      'valueDate',
    ]);
    expect(differencesOfPaid(then, then)).toEqual([]);
  });
});
