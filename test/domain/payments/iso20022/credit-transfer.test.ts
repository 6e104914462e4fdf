import {
  pain001InPieces,
  writePain001,
  type CreditTransfer,
  type OrderingParty,
} from '../../../../domain/payments/iso20022/credit-transfer';
import { messageBy, schemaFaults } from '../../../support/iso20022';

const FROM: OrderingParty = {
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
  chargeBearer: 'SHAR',
  beneficiary: {
    name: 'Smith & Sons <Ltd>',
    country: 'US',
    bankAccount: { accountNumber: '9876543210', clearing: { scheme: 'USABA', code: '021000021' }, country: 'US' },
    address: { street: 'Main Street', building: '12', city: 'Springfield', postalCode: '62701', state: 'IL' },
    identifiers: [{ type: 'lei', number: '5493001KJTIIGC8Y1R12' }],
  },
  purpose: { code: 'trade_settlement' },
  remittance: { text: 'Invoice 1001' },
};

function written(change: Partial<CreditTransfer>, from: Partial<OrderingParty> = {}): string {
  return writePain001([{ ...ORDER, ...change }], { ...FROM, ...from }, messageBy('generic'));
}

const account = (country: string, accountNumber: string, rest: object = {}): CreditTransfer['beneficiary'] => ({
  name: 'Payee',
  country,
  bankAccount: { accountNumber, country, ...rest },
});

/** Source: docs/GAPS.md#P19 */
describe('an order as pain.001', () => {
  it('names the payment by its id and UETR, the bank by its clearing code, and the parties by structured addresses', async () => {
    const message = written({});
    expect(await schemaFaults('pain.001.001.09', message)).toEqual([]);
    for (const part of [
      '<MsgId>ZZZZZZZZZZZZZZ01</MsgId>',
      '<CtrlSum>1250.50</CtrlSum>',
      '<InstrId>ZZZZZZZZZZZZZZ01</InstrId><EndToEndId>INSTR01JZZZZZZZZZZZZZZZZZZZZZZZ</EndToEndId><UETR>6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d</UETR>',
      '<InstdAmt Ccy="USD">1250.50</InstdAmt>',
      '<ChrgBr>SHAR</ChrgBr>',
      '<ReqdExctnDt><Dt>2026-03-03</Dt></ReqdExctnDt>',
      '<DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>',
      '<CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>USABA</Cd></ClrSysId><MmbId>021000021</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>',
      '<Cdtr><Nm>Smith &amp; Sons &lt;Ltd&gt;</Nm><PstlAdr><StrtNm>Main Street</StrtNm><BldgNb>12</BldgNb><PstCd>62701</PstCd><TwnNm>Springfield</TwnNm><CtrySubDvsn>IL</CtrySubDvsn><Ctry>US</Ctry></PstlAdr><Id><OrgId><LEI>5493001KJTIIGC8Y1R12</LEI></OrgId></Id></Cdtr>',
      '<CdtrAcct><Id><Othr><Id>9876543210</Id></Othr></Id></CdtrAcct>',
      '<Purp><Cd>TRAD</Cd></Purp>',
      '<RmtInf><Ustrd>Invoice 1001</Ustrd></RmtInf>',
    ]) {
      expect(message).toContain(part);
    }
  });

  const ORDERS: [string, Partial<CreditTransfer>, string[]][] = [
    [
      'in euros inside SEPA',
      { currency: 'EUR', chargeBearer: 'SLEV', beneficiary: account('FR', 'FR14 2004 1010 0505 0001 3M02 606') },
      ['<SvcLvl><Cd>SEPA</Cd></SvcLvl>', '<IBAN>FR1420041010050500013M02606</IBAN>'],
    ],
    [
      'to India by IFSC',
      {
        currency: 'INR',
        beneficiary: account('IN', '50100012345678', { clearing: { scheme: 'INFSC', code: 'HDFC0000123' } }),
        purpose: { code: 'software_export', nationalCode: 'P0802' },
      },
      ['<Cd>INFSC</Cd>', '<Prtry>software_export</Prtry>', '<Dtls><Ctry>IN</Ctry><Cd>P0802</Cd></Dtls>'],
    ],
    [
      'to Britain by sort code and BIC',
      {
        currency: 'GBP',
        beneficiary: account('GB', '12345678', { swiftBic: 'BARCGB22', clearing: { scheme: 'GBDSC', code: '200000' } }),
      },
      ['<BICFI>BARCGB22</BICFI><ClrSysMmbId>'],
    ],
    [
      'with a creditor reference',
      { remittance: { reference: 'RF18 5390 0754 7034', text: 'Thanks' } },
      [
        '<CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>Thanks</AddtlRmtInf>',
      ],
    ],
    [
      'with a reference of the payee',
      { remittance: { reference: 'K-17' } },
      ['<CdtrRefInf><Ref>K-17</Ref></CdtrRefInf>'],
    ],
    ['in a currency without decimals', { amount: 1250, currency: 'JPY' }, ['<InstdAmt Ccy="JPY">1250</InstdAmt>']],
    ['of as many digits as there may be', { amount: 999999999999.123, currency: 'KWD' }, ['999999999999.123<']],
    ['with no day', { valueDate: null }, ['<Dt>2026-03-02</Dt>']],
    [
      'on behalf of another party',
      { debtor: { name: 'Customer Ltd', country: 'IE', address: { city: 'Dublin' } } },
      ['<UltmtDbtr><Nm>Customer Ltd</Nm><PstlAdr><TwnNm>Dublin</TwnNm><Ctry>IE</Ctry></PstlAdr></UltmtDbtr>'],
    ],
    [
      'to an address that is longer than its members',
      {
        beneficiary: {
          ...account('US', '12', { swiftBic: 'BOFAUS3N', bankName: 'B'.repeat(140) }),
          name: '名'.repeat(140),
          address: {
            street: 's'.repeat(140),
            building: 'b'.repeat(35),
            city: 'c'.repeat(140),
            postalCode: '1'.repeat(32),
            state: 't'.repeat(35),
          },
        },
      },
      [`<TwnNm>${'c'.repeat(35)}</TwnNm>`, `<AdrLine>${'s'.repeat(70)}</AdrLine><AdrLine>${'s'.repeat(70)}</AdrLine>`],
    ],
    ['for a purpose that no member has room for', { purpose: { code: `p${'x'.repeat(63)}` } }, ['</CdtrAcct><RmtInf>']],
    ['with a character that no XML may have', { remittance: { text: 'a\u0001b\uFFFEc' } }, ['<Ustrd>a b c</Ustrd>']],
  ];

  it.each(ORDERS)('%s says what the bank needs', (_what, change, parts) => {
    for (const part of parts) expect(written(change)).toContain(part);
  });

  it('fits the schema, whatever it is', async () => {
    const messages = ORDERS.map(([, change]) => written(change));
    expect(await schemaFaults('pain.001.001.09', ...messages)).toEqual([]);
  });

  it('is debited to an account without IBAN by its number', async () => {
    const message = written(
      {},
      { accountNumber: '000123', country: 'US', lei: undefined, address: { city: 'Austin' } },
    );
    expect(await schemaFaults('pain.001.001.09', message)).toEqual([]);
    expect(message).toContain('<DbtrAcct><Id><Othr><Id>000123</Id></Othr></Id></DbtrAcct>');
  });

  it('has a payment information for each day and type of payment, and counts and sums all payments', async () => {
    const order = (instructionId: string, change: Partial<CreditTransfer> = {}): CreditTransfer => ({
      ...ORDER,
      ...change,
      instructionId,
    });
    const idOf = (letter: string): string => `instr_${letter.repeat(26)}`;
    const later = { valueDate: '2026-03-04' };
    const pieces = [
      ...pain001InPieces(
        [order(idOf('a')), order(idOf('b'), later), order(idOf('c'), { amount: 0.25, currency: 'EUR' })],
        FROM,
        messageBy('generic'),
      ),
    ];
    expect(pieces.filter((piece) => /^<CdtTrfTxInf>.*<[/]CdtTrfTxInf>$/.test(piece))).toHaveLength(3);
    const message = pieces.join('');
    expect(await schemaFaults('pain.001.001.09', message)).toEqual([]);
    expect(message).toContain('<MsgId>AAAAAAAAAAAAAA01</MsgId>');
    expect(message).toContain('<NbOfTxs>3</NbOfTxs><CtrlSum>2501.25</CtrlSum><InitgPty>');
    const informations = message.split('<PmtInf>').slice(1);
    expect(informations.map((one) => [...one.matchAll(/<EndToEndId>INSTR(.)/g)].map(([, id]) => id))).toEqual([
      ['A', 'C'],
      ['B'],
    ]);
    expect(informations.map((one) => one.slice(0, one.indexOf('<PmtTpInf>')))).toEqual([
      '<PmtInfId>AAAAAAAAAAAAAA01</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs><CtrlSum>1250.75</CtrlSum>',
      '<PmtInfId>BBBBBBBBBBBBBB01</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>1</NbOfTxs><CtrlSum>1250.50</CtrlSum>',
    ]);
  });

  it('is judged by a schema that finds faults', async () => {
    expect(await schemaFaults('pain.001.001.09', written({ uetr: 'X' }))).not.toEqual([]);
  });
});
