import type { CreditTransfer } from '../../../../domain/payments/iso20022/credit-transfer';
import { offeredRule, withRule } from '../../../../domain/payments/iso20022/offered-rule';
import { OrderWriter } from '../../../../domain/payments/iso20022/order-writer';
import { DEBTOR } from '../../../../lab/benches/debtor';

const BANK = { ...DEBTOR, directory: '/bank', profile: 'generic' as const };
const ADDRESS = { street: 'Long Street', postalCode: '0001', city: 'Town', country: 'ZA' };

function order(beneficiary: object = {}, others: Partial<CreditTransfer> = {}): CreditTransfer {
  return {
    ...{ instructionId: `instr_${'0'.repeat(26)}`, attempt: 1, createdAt: new Date('2026-11-28T10:00:00Z') },
    ...{ amount: 10, currency: 'ZAR', timeline: 'same_day', valueDate: null, chargeBearer: 'SHAR' },
    uetr: '00000000-0000-4000-8000-000000000000',
    beneficiary: {
      name: 'Payee',
      country: 'ZA',
      bankAccount: { accountNumber: '62001234567', country: 'ZA' },
      ...beneficiary,
    },
    purpose: { code: 'goods', description: 'Goods' },
    ...others,
  };
}

const offer = (code: string, refused = order(), message: string | null = null) =>
  offeredRule(BANK, { code, message }, refused);

/** Source: docs/GAPS.md#P23 */
describe('the rule that a refusal suggests', () => {
  it.each([
    ['BE04', 'payeeAddress', 'beneficiary.address'],
    ['be04', 'payeeAddress', 'beneficiary.address'],
    ['RC01', 'payeeBankCode', 'beneficiary.bankAccount.swiftBic'],
    ['RC10', 'payeeClearingCode', 'beneficiary.bankAccount.clearing'],
    ['AC03', 'payeeAccounts', 'beneficiary.bankAccount.accountNumber'],
    ['RR05', 'nationalPurpose', 'purpose.nationalCode'],
  ])('for %s is %s: the same order breaks it at %s', (code, member, at) => {
    const offered = offer(code);
    expect(offered?.member).toBe(member);
    const { faults } = new OrderWriter(withRule(BANK, offered ?? never())).order(order());
    expect(faults.map((fault) => [fault.member, fault.rule])).toEqual([[at, `generic/${member}`]]);
  });

  it('is the first one that the order breaks', () => {
    expect(offer('BE04', order({ address: { ...ADDRESS, street: undefined } }))?.member).toBe('payeeStreet');
    expect(offer('AG03', order({}, { timeline: 'instant' }))?.member).toBe('instant');
  });

  it('is read from the words of a code that says no more than that something lacks or is too much', () => {
    expect(offer('CH21', order(), 'Element /Document/CdtTrfTxInf/Cdtr/PstlAdr/TwnNm is missing')).toBeNull();
    expect(offer('CH21', order(), 'Element CdtTrfTxInf/Cdtr/PstlAdr is missing')?.member).toBe('payeeAddress');
    expect(offer('CH21', order(), 'RgltryRptg missing')?.member).toBe('nationalPurpose');
    const own = order({}, { purpose: { code: 'our_own_code', description: 'Own' } });
    expect(offer('CH17', own, 'Purp/Prtry is not allowed')?.member).toBe('purposeCodes');
  });

  it('is none where the order keeps all that the code suggests, where the code suggests nothing, or no element is named', () => {
    expect(offer('BE04', order({ address: ADDRESS }))).toBeNull();
    expect(offer('AM04')).toBeNull();
    expect(offer('CH21', order(), 'Something is missing')).toBeNull();
    expect(offer('CH21')).toBeNull();
  });

  it('is none for an order that the rules in force hold already', () => {
    const bank = withRule(BANK, offer('BE04') ?? never());
    expect(offeredRule(bank, { code: 'RC01', message: null }, order())).toBeNull();
  });
});

function never(): never {
  throw new Error('no rule is offered');
}
