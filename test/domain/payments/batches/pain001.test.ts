import { toCreation, type Leaf } from '../../../../domain/payments/batches/pain001';

const leaves = (given: Record<string, string | string[]>, currency: string | null = null): Map<string, Leaf[]> =>
  new Map(
    Object.entries(given).map(([path, texts]): [string, Leaf[]] => [
      path,
      [texts].flat().map((text) => ({ text, currency: path === 'Amt/InstdAmt' ? currency : null })),
    ]),
  );

const TRANSACTION = {
  'PmtId/EndToEndId': 'order-1',
  'Amt/InstdAmt': '1250.50',
  'CdtrAgt/FinInstnId/BICFI': 'COBADEFF',
  'Cdtr/Nm': 'Nordwind Handels GmbH',
  'Cdtr/PstlAdr/TwnNm': 'Hamburg',
  'Cdtr/PstlAdr/Ctry': 'DE',
  'CdtrAcct/Id/IBAN': 'DE89370400440532013000',
  'Purp/Cd': 'SUPP',
};

/** Source: docs/GAPS.md#P18 */
describe('a transaction of a pain.001', () => {
  it('is the body of a creation', () => {
    const payment = leaves({
      'ReqdExctnDt/Dt': '2026-12-01',
      ChrgBr: 'SHAR',
      PmtMtd: 'TRF',
      'UltmtDbtr/Nm': 'Delta Textiles Ltd',
      'UltmtDbtr/PstlAdr/Ctry': 'VN',
    });
    const own = leaves(
      {
        ...TRANSACTION,
        ChrgBr: 'SLEV',
        'PmtId/UETR': 'b4b8f1a6-6a5f-4f0c-9d2e-0d7a3f1c2b3a',
        'RmtInf/Ustrd': ['Invoice 1', 'and 2'],
        'RmtInf/Strd/CdtrRefInf/Ref': 'RF18539007547034',
        'Cdtr/Id/OrgId/LEI': '5493001KJTIIGC8Y1R12',
        'CdtrAgt/FinInstnId/ClrSysMmbId/ClrSysId/Cd': 'DEBLZ',
        'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId': '37040044',
      },
      'EUR',
    );
    expect(toCreation(payment, own)).toEqual({
      faults: [],
      ignored: [],
      item: {
        amount: 1250.5,
        currency: 'EUR',
        beneficiary: {
          name: 'Nordwind Handels GmbH',
          country: 'DE',
          address: { city: 'Hamburg', country: 'DE' },
          identifiers: [{ type: 'lei', number: '5493001KJTIIGC8Y1R12' }],
          bankAccount: {
            accountNumber: 'DE89370400440532013000',
            swiftBic: 'COBADEFF',
            clearing: { scheme: 'DEBLZ', code: '37040044' },
            country: 'DE',
          },
        },
        debtor: { name: 'Delta Textiles Ltd', country: 'VN', address: { country: 'VN' } },
        purpose: { code: 'supp' },
        remittance: { text: 'Invoice 1 and 2', reference: 'RF18539007547034' },
        chargeBearer: 'SLEV',
        settlementRoute: {},
        valueDate: '2026-12-01',
        clientReference: 'order-1',
        uetr: 'b4b8f1a6-6a5f-4f0c-9d2e-0d7a3f1c2b3a',
      },
    });
  });

  it('has an account that is no IBAN, the country of its bank, and lines of an address', () => {
    const { item } = toCreation(
      leaves({ ReqdExctnDt: '2026-12-01', 'PmtTpInf/CtgyPurp/Cd': 'SALA' }),
      leaves({
        'PmtId/EndToEndId': 'NOTPROVIDED',
        'PmtId/InstrId': 'line-7',
        'CdtrAgt/FinInstnId/BIC': 'BOFAUS3N',
        'CdtrAcct/Id/Othr/Id': '9876543210',
        'Cdtr/PstlAdr/AdrLine': ['1 Market Street', 'San Francisco'],
        'Cdtr/CtryOfRes': 'US',
      }),
    );
    expect(item).toEqual({
      beneficiary: {
        country: 'US',
        address: { street: '1 Market Street, San Francisco' },
        bankAccount: { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' },
      },
      purpose: { code: 'sala' },
      settlementRoute: {},
      valueDate: '2026-12-01',
      clientReference: 'line-7',
    });
  });

  it('names what a payment cannot carry, and what is not read', () => {
    const own = { 'Amt/EqvtAmt/Amt': '5', 'UltmtCdtr/Nm': 'x', 'XchgRateInf/CtrctId': 'y', 'ChqInstr/ChqTp': 'z' };
    const { faults, ignored } = toCreation(
      leaves({ PmtMtd: 'CHK', 'Dbtr/Nm': 'Acme', 'DbtrAcct/Id/IBAN': 'x', PmtInfId: '1' }),
      leaves({ ...TRANSACTION, ...own, 'InstrForCdtrAgt/Cd': 'PHOB' }, 'EUR'),
    );
    expect(faults.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'amount unsupported',
      'beneficiary unsupported',
      'amount unsupported',
      ' unsupported',
      ' unsupported',
    ]);
    expect(ignored).toEqual(['PmtInf/Dbtr/Nm', 'PmtInf/DbtrAcct/Id/IBAN', 'PmtInf/CdtTrfTxInf/InstrForCdtrAgt/Cd']);
  });

  it('leaves an amount that is no number to the schema', () => {
    expect(toCreation(leaves({}), leaves({ 'Amt/InstdAmt': '1e3' })).item['amount']).toBe('1e3');
    expect(toCreation(leaves({ 'ReqdExctnDt/DtTm': '2026-12-01T10:00:00Z' }), leaves({})).item['valueDate']).toBe(
      '2026-12-01',
    );
  });
});
