import { type KeptBeneficiary } from '../../../domain/beneficiaries/beneficiary-schema';
import {
  isOtherAccount,
  isOtherNumber,
  isSameBeneficiary,
  paidBeneficiary,
  patchedBeneficiary,
} from '../../../domain/beneficiaries/change';

const ACCOUNT = { accountNumber: '9876543210', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' };
const BEFORE: KeptBeneficiary = { label: 'Aunt', name: 'Ada Lovelace', country: 'US', bankAccount: ACCOUNT };

describe('a changed beneficiary', () => {
  it('keeps what the change does not name', () => {
    expect(patchedBeneficiary(BEFORE, { name: 'Ada King' })).toEqual({ ...BEFORE, name: 'Ada King' });
    expect(patchedBeneficiary(BEFORE, { label: null })).toEqual({ ...BEFORE, label: null });
  });

  it('keeps of an account in another country no BIC that cannot be right there', () => {
    const bankAccount = { bankName: 'Example Bank', country: 'DE', accountNumber: 'DE89370400440532013000' };
    const patch = { bankAccount: { country: 'DE', accountNumber: 'DE89370400440532013000' } };
    expect(patchedBeneficiary(BEFORE, patch)).toEqual({ ...BEFORE, bankAccount });
  });
});

it('a payment has no label', () => {
  expect(paidBeneficiary(BEFORE)).toEqual({ name: 'Ada Lovelace', country: 'US', bankAccount: ACCOUNT });
});

describe('other bank details', () => {
  it.each([
    [{ accountNumber: '9876543211' }, true, true],
    [{ accountNumber: '98-7654 3210' }, false, false],
    [{ swiftBic: 'CHASUS33' }, true, false],
    [{ bankName: 'Other Bank' }, true, false],
    [{ country: 'PR' }, true, true],
    [{ clearing: { scheme: 'USABA', code: '021000021' } as const }, true, false],
    [{}, false, false],
  ])('%j: %s, with another number: %s', (change, expected, hasOtherNumber) => {
    expect(isOtherAccount(ACCOUNT, { ...ACCOUNT, ...change })).toBe(expected);
    expect(isOtherNumber(ACCOUNT, { ...ACCOUNT, ...change })).toBe(hasOtherNumber);
  });

  it('are not told from the order of members', () => {
    expect(isSameBeneficiary({ a: 1, b: { c: undefined, d: 2 } }, { b: { d: 2 }, a: 1 })).toBe(true);
    expect(isSameBeneficiary({ a: 1 }, { a: 2 })).toBe(false);
  });
});
