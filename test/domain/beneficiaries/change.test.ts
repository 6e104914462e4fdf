import { type KeptBeneficiary } from '../../../domain/beneficiaries/beneficiary-schema';
import {
  isOtherAccount,
  isOtherNumber,
  isSameBeneficiary,
  paidBeneficiary,
  patchedBeneficiary,
  replacedAt,
  replacedBy,
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

describe('replaced bank details', () => {
  const at = (version: number) => ({ version, bankAccount: { ...ACCOUNT, accountNumber: String(1_000 + version) } });
  const keptFor = (replaced: ReturnType<typeof replacedBy>) => ({ replaced, confirmedWith: null });

  it('are kept from the newest version on that was confirmed or is old enough', () => {
    expect(replacedBy(null, 1, at(1))).toEqual([at(1)]);
    expect(replacedBy(keptFor([at(1)]), 1, at(2))).toEqual([at(1), at(2)]);
    expect(replacedBy(keptFor([at(1), at(2)]), 2, at(3))).toEqual([at(2), at(3)]);
    expect(replacedBy(keptFor([at(1), at(2)]), 3, at(3))).toEqual([at(3)]);
  });

  it('are kept of the first one and of the newest ones, however many there are', () => {
    const none: ReturnType<typeof replacedBy> = [];
    const versions = Array.from({ length: 200 }, (_, index) => index + 1);
    const all = versions.reduce((kept, version) => replacedBy(keptFor(kept), 1, at(version)), none);
    expect(all.map(({ version }) => version)).toEqual([1, ...versions.slice(-50)]);
  });
  it('are compared with those of that version, or of the one kept before it', () => {
    const change = keptFor([at(1), at(2), at(5)]);
    expect([1, 2, 4, 5, 0].map((settled) => replacedAt(change, settled)?.accountNumber)).toEqual(
      [1, 2, 2, 5, 1].map((version) => at(version).bankAccount.accountNumber),
    );
    expect(replacedAt(keptFor([]), 1)).toBeNull();
  });
});
