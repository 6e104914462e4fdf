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
  chargeBearer: 'SHAR',
};
/** Its charges are borne as they mostly are, which a new payment decides anew. */
const SAME = Object.fromEntries(Object.entries(INSTRUCTED).filter(([name]) => name !== 'chargeBearer'));
const corrected = (corrections: object, today = '2026-11-20') =>
  correctedBody(INSTRUCTED, Corrections.parse(corrections), today);

/** Source: docs/GAPS.md#resubmission */
describe('the body of a payment that is instructed again', () => {
  it('is what was instructed where nothing is corrected', () => {
    expect(corrected({})).toEqual(SAME);
    expect(corrected({ amount: null, beneficiary: { name: null } })).toEqual(SAME);
  });

  it('leaves out what is corrected to null, as the schema of a creation reads it', () => {
    const nothing = { remittance: null, debtor: null, valueDate: null, beneficiary: { address: null } };
    const whole = corrected({
      ...nothing,
      purpose: { description: null },
      beneficiary: { bankAccount: { bankName: null } },
    });
    expect(whole).toMatchObject({ debtor: null, purpose: { code: 'trade_settlement', description: null } });
    expect(whole).toMatchObject({ beneficiary: { bankAccount: { accountNumber: '1', bankName: null } } });
    expect(corrected(nothing)).toMatchObject({ beneficiary: { name: 'Example Trading Ltd', address: null } });
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
      ...SAME,
      amount: 90,
      beneficiary: {
        ...INSTRUCTED.beneficiary,
        name: 'Example Ltd',
        bankAccount: { ...INSTRUCTED.beneficiary.bankAccount, accountNumber: '2' },
      },
      purpose: { code: 'services', description: 'Invoice 1001' },
    });
  });

  it('keeps who bears the charges where that was chosen', () => {
    const bearer = (chargeBearer: 'DEBT' | 'SHAR' | null, corrections: object = {}) =>
      correctedBody({ ...INSTRUCTED, chargeBearer }, Corrections.parse(corrections), '2026-11-20');
    expect(bearer('DEBT')).toMatchObject({ chargeBearer: 'DEBT' });
    expect(bearer('DEBT', { chargeBearer: 'CRED' })).toMatchObject({ chargeBearer: 'CRED' });
    expect(bearer('SHAR')).not.toHaveProperty('chargeBearer');
    expect(bearer(null)).not.toHaveProperty('chargeBearer');
  });

  it('replaces a clearing code and the remittance information as a whole', () => {
    const clearing = { scheme: 'USABA', code: '021000021' };
    const remittance = { reference: 'RF18539007547034' };
    const before = { ...INSTRUCTED, remittance: { text: 'Invoice 1001' } };
    const after = correctedBody(
      before,
      Corrections.parse({ remittance, beneficiary: { bankAccount: { clearing } } }),
      '2026-11-20',
    );
    expect(after).toMatchObject({ beneficiary: { bankAccount: { swiftBic: 'BOFAUS3N', clearing } } });
    expect(after).toHaveProperty('remittance', remittance);
    expect(correctedBody(before, {}, '2026-11-20')).toHaveProperty('remittance', before.remittance);
  });

  it('drops codes of a bank that is not in the corrected country', () => {
    const ofGuernsey = { scheme: 'GBDSC' as const, code: '200000' };
    const account = { accountNumber: '1', bankName: 'Example Bank', swiftBic: 'BARCGB22', country: 'GB' };
    const bankAccount = (corrections: object) =>
      correctedBody(
        {
          ...INSTRUCTED,
          beneficiary: { ...INSTRUCTED.beneficiary, bankAccount: { ...account, clearing: ofGuernsey } },
        },
        Corrections.parse({ beneficiary: { bankAccount: corrections } }),
        '2026-11-20',
      );
    const is = (expected: object) => ({ beneficiary: { ...INSTRUCTED.beneficiary, bankAccount: expected } });
    const { swiftBic, ...rest } = account;
    expect(bankAccount({})).toMatchObject(is({ ...rest, swiftBic, clearing: ofGuernsey }));
    expect(bankAccount({ country: 'GG' })).toMatchObject(is({ ...rest, country: 'GG', clearing: ofGuernsey }));
    expect(bankAccount({ country: 'GG' })).not.toHaveProperty('beneficiary.bankAccount.swiftBic');
    const inFrance = { country: 'FR', accountNumber: 'FR7630006000011234567890189' };
    expect(bankAccount(inFrance)).toMatchObject(is({ bankName: 'Example Bank', ...inFrance }));
    expect(bankAccount(inFrance)).not.toHaveProperty('beneficiary.bankAccount.swiftBic');
    expect(bankAccount(inFrance)).not.toHaveProperty('beneficiary.bankAccount.clearing');
    expect(bankAccount({ country: 'US', swiftBic: 'BOFAUS3N' })).toMatchObject(
      is({ ...rest, country: 'US', swiftBic: 'BOFAUS3N' }),
    );
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
