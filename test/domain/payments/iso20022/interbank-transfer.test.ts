import type { CreditTransfer } from '../../../../domain/payments/iso20022/credit-transfer';
import { writePacs008 } from '../../../../domain/payments/iso20022/interbank-transfer';
import { messageBy, schemaFaults } from '../../../support/iso20022';

const FROM = {
  name: 'Example Trading GmbH',
  country: 'DE',
  address: { street: 'Hauptstraße 1', postalCode: '10115', city: 'Berlin' },
  lei: '529900T8BM49AURSDO55',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
};

const ORDER: CreditTransfer = {
  instructionId: 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz',
  attempt: 1,
  createdAt: new Date('2026-03-02T10:00:00.000Z'),
  amount: 1250.5,
  currency: 'USD',
  timeline: 'same_day',
  valueDate: '2026-03-03',
  uetr: '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d',
  chargeBearer: 'DEBT',
  beneficiary: {
    name: 'Smith & Sons <Ltd>',
    country: 'US',
    bankAccount: { accountNumber: '9876543210', clearing: { scheme: 'USABA', code: '021000021' }, country: 'US' },
    address: { street: 'Main Street', building: '12', city: 'Springfield', postalCode: '62701', state: 'IL' },
  },
  debtor: { name: 'Customer Ltd', country: 'IE' },
  purpose: { code: 'trade_settlement', nationalCode: 'P0802' },
  remittance: { text: 'Invoice 1001' },
};

const written = (change: Partial<CreditTransfer>): string =>
  writePacs008({ ...ORDER, ...change }, FROM, { bic: 'EXAMDEFFXXX', message: messageBy('generic') });

/** The published schema of the next version, which adds one member that is not written. */
const faults = (...messages: string[]): Promise<string[]> =>
  schemaFaults('pacs.008.001.09', ...messages.map((one) => one.replace('pacs.008.001.08', 'pacs.008.001.09')));

/** Source: docs/GAPS.md#P19 */
describe('an order as pacs.008', () => {
  it('names both banks, the payment by its id and UETR, and settles over the account at the receiver', async () => {
    const message = written({});
    expect(await faults(message)).toEqual([]);
    for (const part of [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf>',
      '<SttlmInf><SttlmMtd>INDA</SttlmMtd><SttlmAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></SttlmAcct></SttlmInf>',
      '<ChrgBr>DEBT</ChrgBr><InstgAgt><FinInstnId><BICFI>EXAMDEFFXXX</BICFI></FinInstnId></InstgAgt><InstdAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI>',
      '<UETR>6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d</UETR></PmtId><PmtTpInf><InstrPrty>HIGH</InstrPrty></PmtTpInf>',
      '<IntrBkSttlmAmt Ccy="USD">1250.50</IntrBkSttlmAmt><IntrBkSttlmDt>2026-03-03</IntrBkSttlmDt><ChrgBr>DEBT</ChrgBr>',
      '<Dbtr><Nm>Customer Ltd</Nm>',
      '<DbtrAgt><FinInstnId><BICFI>EXAMDEFFXXX</BICFI></FinInstnId></DbtrAgt><CdtrAgt><FinInstnId><ClrSysMmbId>',
    ]) {
      expect(message).toContain(part);
    }
  });

  it('has what the schema wants where the payment does not say it', async () => {
    const account = { accountNumber: 'FR14 2004 1010 0505 0001 3M02 606', country: 'FR' };
    const message = written({
      ...{ currency: 'EUR', chargeBearer: null, valueDate: null, debtor: undefined, remittance: undefined },
      beneficiary: { name: 'Payee', country: 'FR', bankAccount: account },
    });
    expect(await faults(message)).toEqual([]);
    expect(message).toContain('<IntrBkSttlmDt>2026-03-02</IntrBkSttlmDt><ChrgBr>SHAR</ChrgBr>');
    expect(message).toContain('<Dbtr><Nm>Example Trading GmbH</Nm>');
    expect(message).toContain('<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt>');
  });

  it('is judged by a schema that finds faults', async () => {
    expect(await faults(written({ uetr: 'X' }))).not.toEqual([]);
  });
});
