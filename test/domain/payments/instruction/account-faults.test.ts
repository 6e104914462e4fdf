import { accountDraftFaults } from '../../../../domain/payments/instruction/account-faults';

const fields = (account: object) => accountDraftFaults(account).map(({ path, code }) => `${path.join('.')} ${code}`);

it('names what does not go together in a bank account, by its members', () => {
  expect(accountDraftFaults(undefined)).toEqual([]);
  expect(fields({ accountNumber: 5, country: 'US' })).toEqual([]);
  expect(fields({ accountNumber: '9876543210', country: 'US' })).toEqual(['swiftBic required']);
  expect(fields({ accountNumber: '9876543210', country: 'US', swiftBic: 'DEUTDEFF' })).toEqual([
    'swiftBic bic_country',
  ]);
  expect(fields({ accountNumber: 'DE00370400440532013000', country: 'DE' })).toEqual(['accountNumber iban_checksum']);
  const clearing = { scheme: 'USABA', code: '021000020' };
  expect(fields({ accountNumber: '9876543210', country: 'US', clearing })).toEqual([
    'clearing.code clearing_check_digit',
  ]);
});
