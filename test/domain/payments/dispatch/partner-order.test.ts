import { partnerOrderBody, type OrderParts } from '../../../../domain/payments/dispatch/partner-order';

const BENEFICIARY = {
  name: 'Example Trading Ltd',
  country: 'GB',
  bankAccount: { accountNumber: 'GB29NWBK60161331926819', country: 'GB' },
};
const ORDER: OrderParts = {
  instructionId: 'instr_1',
  amount: 12.5,
  currency: 'GBP',
  timeline: 'same_day',
  valueDate: null,
  uetr: '5f1e3f0a-0000-4000-8000-000000000001',
  chargeBearer: null,
  privateData: { beneficiary: BENEFICIARY, purpose: { code: 'trade_settlement' } },
};

describe('the body of a submission', () => {
  it('has what the payment has, and where its reports go', () => {
    expect(partnerOrderBody(ORDER, 'https://corridor.example')).toEqual({
      instructionId: 'instr_1',
      amount: 12.5,
      currency: 'GBP',
      beneficiary: BENEFICIARY,
      purpose: { code: 'trade_settlement' },
      settlementTimeline: 'same_day',
      valueDate: null,
      uetr: ORDER.uetr,
      callbacks: {
        status: 'https://corridor.example/api/v1/payments/instructions/instr_1/status',
        settlement: 'https://corridor.example/api/v1/payments/instructions/instr_1/settlement',
      },
    });
  });

  it('leaves out what is evidence for a screening, and names debtor, remittance and charges where there are some', () => {
    const debtor = { name: 'Delta Textiles Ltd', country: 'VN' };
    const remittance = { reference: 'RF18539007547034' };
    const evidence = { dateOfBirth: '1980-05-12', identifiers: [{ type: 'passport' as const, number: 'X1' }] };
    const privateData = { ...ORDER.privateData, beneficiary: { ...BENEFICIARY, ...evidence }, debtor, remittance };
    const body = partnerOrderBody({ ...ORDER, chargeBearer: 'SHAR', privateData }, 'https://corridor.example');
    expect(body).toMatchObject({ beneficiary: BENEFICIARY, debtor, remittance, chargeBearer: 'SHAR' });
    expect(JSON.stringify(body)).not.toMatch(/1980-05-12|X1/);
  });
});
