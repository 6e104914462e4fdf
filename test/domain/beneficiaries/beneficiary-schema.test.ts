import { BeneficiaryPatch, SavedBeneficiary } from '../../../domain/beneficiaries/beneficiary-schema';

const ACCOUNT = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' };
const PAYEE = { name: 'Ada Lovelace', country: 'US', bankAccount: ACCOUNT };
const faults = (body: unknown): string[] =>
  (SavedBeneficiary.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the body that saves a beneficiary', () => {
  it('is the beneficiary of a payment, with a label', () => {
    expect(SavedBeneficiary.parse({ ...PAYEE, label: 'Aunt', type: null })).toEqual({ ...PAYEE, label: 'Aunt' });
  });

  it('has an account that fits together, whatever other faults there are', () => {
    expect(faults({ ...PAYEE, name: '', bankAccount: { ...ACCOUNT, swiftBic: 'DEUTDEFF' } })).toEqual([
      'name',
      'bankAccount.swiftBic',
    ]);
    expect(faults('nothing')).toEqual(['']);
  });
});

it('the body that changes one tells null, which clears, from absence', () => {
  const patch = { label: null, type: null, bankAccount: { swiftBic: null }, address: { city: null } };
  expect(BeneficiaryPatch.parse({ ...patch, dateOfBirth: undefined })).toEqual({
    ...patch,
    address: {},
    dateOfBirth: undefined,
  });
});
