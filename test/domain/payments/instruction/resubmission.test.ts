import { correctedBody, type InstructedBody } from '../../../../domain/payments/instruction/resubmission';
import { Corrections } from '../../../../domain/payments/instruction/resubmission-schema';

const INSTRUCTED: InstructedBody = {
  amount: 100,
  currency: 'USD',
  beneficiary: {
    name: 'Example Trading Ltd',
    country: 'US',
    bankAccount: { accountNumber: '1', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' },
    address: { city: 'Anywhere', country: 'US' },
  },
  debtor: { name: 'Delta', country: 'VN' },
  purpose: { code: 'trade_settlement', description: 'Invoice 1001' },
  settlementRoute: { routeId: 'rt_1' },
  valueDate: '2026-11-20',
};
const corrected = (corrections: object, today = '2026-11-20') =>
  correctedBody(INSTRUCTED, Corrections.parse(corrections), today);

/** Source: docs/GAPS.md#resubmission */
describe('the body of a payment that is instructed again', () => {
  it('is what was instructed where nothing is corrected', () => {
    expect(corrected({})).toEqual(INSTRUCTED);
    expect(corrected({ amount: null, beneficiary: { name: null } })).toEqual(INSTRUCTED);
  });

  it('leaves out a value date that has passed', () => {
    expect(corrected({}, '2026-11-21')).not.toHaveProperty('valueDate');
    expect(corrected({ valueDate: '2026-11-25' }, '2026-11-21')).toMatchObject({ valueDate: '2026-11-25' });
    expect(correctedBody({ ...INSTRUCTED, valueDate: null }, {}, '2026-11-20')).not.toHaveProperty('valueDate');
  });

  it('corrects account, beneficiary and purpose member by member', () => {
    const corrections = {
      amount: 90,
      beneficiary: { name: 'Example Ltd', bankAccount: { accountNumber: '2' } },
      purpose: { code: 'services' },
    };
    expect(corrected(corrections)).toEqual({
      ...INSTRUCTED,
      amount: 90,
      beneficiary: {
        ...INSTRUCTED.beneficiary,
        name: 'Example Ltd',
        bankAccount: { ...INSTRUCTED.beneficiary.bankAccount, accountNumber: '2' },
      },
      purpose: { code: 'services', description: 'Invoice 1001' },
    });
  });

  it('replaces address, debtor and route as a whole', () => {
    const corrections = {
      beneficiary: { address: { street: 'Main Street 1' } },
      debtor: { name: 'Gamma', country: 'DE' },
      settlementRoute: { channelPreference: 'api' },
    };
    expect(corrected(corrections)).toMatchObject({
      beneficiary: { address: { street: 'Main Street 1' } },
      debtor: { name: 'Gamma', country: 'DE' },
      settlementRoute: { channelPreference: 'api' },
    });
    expect(corrected(corrections)).not.toHaveProperty('beneficiary.address.city');
    expect(corrected(corrections)).not.toHaveProperty('settlementRoute.routeId');
  });
});
