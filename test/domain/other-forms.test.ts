import { ENDPOINTS } from '../../api/endpoints';
import { parseRequest, type ParsedRequest } from '../../api/middleware/parse-request';
import { countryCodes } from '../../domain/countries';
import { memberOf } from '../../domain/unknown-value';
import { instructionBody, settlementBody } from '../support/builders';

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** The paths of the operations of payments have no other parameter. */
const ANY = { instructionId: 'instr_1' };

function parse(operation: string, { params = ANY, query = {}, body }: Sent, prefer = ''): ParsedRequest {
  const record = ENDPOINTS.find(({ operationId }) => operationId === operation);
  if (record === undefined) throw new Error(`there is no operation ${operation}`);
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  return parseRequest({ params, query, idempotencyKeys: [], prefer }, record, bytes);
}

const fieldsOf = ({ faults }: ParsedRequest): string[] => faults.map(({ field }) => field);

/** A creation that is paid to such an account. */
function paying(account: Record<string, unknown>, beneficiary: Record<string, unknown> = {}): Sent {
  const bankAccount = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US', ...account };
  return { body: instructionBody({ beneficiary: { name: 'A', country: 'US', bankAccount, ...beneficiary } }) };
}

const creating = (members: Record<string, unknown>): Sent => ({ body: instructionBody(members) });
const confirming = (members: Record<string, unknown>): Sent => ({ body: settlementBody(members) });
const reporting = (members: Record<string, unknown>): Sent => ({ body: { status: 'accepted', ...members } });
const TARIFF = { hsCode: '610910', origin: 'VN', destination: 'US', value: 1000, currency: 'USD' };
const calculating = (members: Record<string, unknown>): Sent => ({ body: { ...TARIFF, ...members } });

const ACCOUNT = 'beneficiary.bankAccount';
const NUMBER = `${ACCOUNT}.accountNumber`;
const IBAN = 'DE89370400440532013000';
const inGermany = (accountNumber: string): Sent => paying({ accountNumber, swiftBic: 'COBADEFFXXX', country: 'DE' });

/** Operation, request, the member that has another form, and how it is read. */
type Case = [what: string, operation: string, sent: Sent, field: string, read: unknown];

/** Forms of a creation. */
const OF_CREATIONS: [what: string, sent: Sent, field: string, read: unknown][] = [
  ['a currency in small letters', creating({ currency: 'usd' }), 'currency', 'USD'],
  ['a country in small letters', paying({}, { country: 'us' }), 'beneficiary.country', 'US'],
  ['a BIC in small letters', paying({ swiftBic: 'bofaus3n' }), `${ACCOUNT}.swiftBic`, 'BOFAUS3N'],
  ['a BIC with blanks', paying({ swiftBic: 'BOFA US 3N' }), `${ACCOUNT}.swiftBic`, 'BOFAUS3N'],
  [
    'an empty BIC beside a clearing code',
    paying({ swiftBic: '', clearing: { scheme: 'USABA', code: '026009593' } }),
    `${ACCOUNT}.swiftBic`,
    undefined,
  ],
  ['an IBAN in groups', inGermany('DE89 3704 0044 0532 0130 00'), NUMBER, IBAN],
  ['an IBAN with hyphens', inGermany('DE89-3704-0044-0532-0130-00'), NUMBER, IBAN],
  ['an IBAN in small letters', inGermany('de89370400440532013000'), NUMBER, IBAN],
  ['an IBAN behind the word', inGermany('IBAN: DE89 3704 0044 0532 0130 00'), NUMBER, IBAN],
  [
    'a long IBAN in groups',
    paying({ accountNumber: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', swiftBic: undefined, country: 'MT' }),
    NUMBER,
    'MT84MALT011000012345MTLCAST001S',
  ],
  ['an account number with a slash', paying({ accountNumber: '12/345-6' }), NUMBER, '12-345-6'],
  ['an account number with dots', paying({ accountNumber: '12.345.678' }), NUMBER, '12345678'],
  [
    'a purpose in capital letters',
    creating({ purpose: { code: 'TRADE_SETTLEMENT' } }),
    'purpose.code',
    'trade_settlement',
  ],
  ['a purpose with a hyphen', creating({ purpose: { code: 'trade-settlement' } }), 'purpose.code', 'trade_settlement'],
  ['a purpose with a blank', creating({ purpose: { code: 'Trade settlement' } }), 'purpose.code', 'trade_settlement'],
  ['a national purpose', creating({ purpose: { code: 'P1006' } }), 'purpose.code', 'p1006'],
  ['a timestamp as a value date', creating({ valueDate: '2026-12-10T23:30:00-05:00' }), 'valueDate', '2026-12-10'],
  [
    'an empty preference',
    creating({ settlementRoute: { partnerPreference: '' } }),
    'settlementRoute.partnerPreference',
    undefined,
  ],
  ['an empty name of a bank', paying({ bankName: '' }), `${ACCOUNT}.bankName`, undefined],
  ['an empty reference', creating({ clientReference: '' }), 'clientReference', undefined],
];

const OF_PAYMENTS: Case[] = [
  ...OF_CREATIONS.map(([what, sent, field, read]): Case => [what, 'createPaymentInstruction', sent, field, read]),
  ['the same in a preview', 'previewPayment', creating({ currency: 'usd' }), 'currency', 'USD'],
  [
    'the same in a resubmission',
    'resubmitPaymentInstruction',
    { params: { instructionId: 'x' }, body: { currency: 'usd' } },
    'currency',
    'USD',
  ],
  [
    'the same of a saved payee',
    'createBeneficiary',
    { body: { name: 'A', country: 'de', bankAccount: { accountNumber: IBAN, country: 'DE' } } },
    'country',
    'DE',
  ],
  [
    'a report without a zone',
    'reportPaymentStatus',
    reporting({ timestamp: '2026-11-01T10:00:00' }),
    'timestamp',
    '2026-11-01T10:00:00Z',
  ],
  [
    'a report with an offset',
    'reportPaymentStatus',
    reporting({ timestamp: '2026-11-01T10:00:00+01:00' }),
    'timestamp',
    '2026-11-01T09:00:00.000Z',
  ],
  [
    'an empty bank reference',
    'reportPaymentStatus',
    reporting({ details: { bankReference: '' } }),
    'details.bankReference',
    undefined,
  ],
  [
    'a message that is too long',
    'reportPaymentStatus',
    reporting({ details: { message: 'x'.repeat(1_001) } }),
    'details.message',
    'x'.repeat(1_000),
  ],
  [
    'a confirmation in small letters',
    'confirmSettlement',
    confirming({ actualCurrency: 'usd' }),
    'actualCurrency',
    'USD',
  ],
];

const OF_OTHERS: Case[] = [
  ['a limit as a text', 'searchHsCodes', { body: { query: 'shirt', limit: '10' } }, 'limit', 10],
  ['a limit above the bound', 'searchHsCodes', { body: { query: 'shirt', limit: 500 } }, 'limit', 100],
  ['a code with blanks', 'calculateTariff', calculating({ hsCode: '6109 10' }), 'hsCode', '610910'],
  ['an origin in small letters', 'calculateTariff', calculating({ origin: 'vn' }), 'origin', 'VN'],
  ['a weight of zero', 'calculateTariff', calculating({ weight: 0 }), 'weight', undefined],
  ...Object.entries({ KG: 'kg', kgs: 'kg', Kilograms: 'kg', pcs: 'item', pieces: 'item', PCE: 'item', ton: 't' }).map(
    ([unit, read]): Case => [`the unit ${unit}`, 'calculateTariff', calculating({ unit }), 'unit', read],
  ),
  [
    'destinations in small letters',
    'compareTariffs',
    { body: { ...TARIFF, destinations: ['US', 'de'] } },
    'destinations.1',
    'DE',
  ],
  [
    'an offset of a recovery',
    'recoverWebhook',
    { params: { webhookId: 'x' }, body: { since: '2026-11-01T10:00:00+01:00' } },
    'since',
    '2026-11-01T09:00:00.000Z',
  ],
  [
    'a country of a shipment',
    'createShipment',
    { body: { origin_country: 'vn', destination_country: 'DE' } },
    'origin_country',
    'VN',
  ],
  [
    'a code of a shipment',
    'createShipment',
    { body: { origin_country: 'VN', destination_country: 'DE', hs_code: '6109 10' } },
    'hs_code',
    '610910',
  ],
  [
    'a currency of a route',
    'createRoute',
    { body: { partnerId: 'ptn_1', currencies: ['eur'], timelines: ['same_day'] } },
    'currencies.0',
    'EUR',
  ],
];

/** Source: docs/GAPS.md#G10 */
describe('a member of a body', () => {
  it.each([...OF_PAYMENTS, ...OF_OTHERS])('has another form: %s', (_what, operation, sent, field, read) => {
    const parsed = parse(operation, sent);
    expect([fieldsOf(parsed), parsed.notes.normalised]).toEqual([[], [field]]);
    expect(memberOf(parsed.sentBody, ...field.split('.'))).toEqual(read);
    expect(fieldsOf(parse(operation, sent, 'handling=strict'))).toContain(field);
  });

  it.each([
    ['beneficiary.country', paying({}, { country: undefined })],
    [`${ACCOUNT}.country`, paying({ country: null })],
  ])('is told by the other country: %s', (field, sent) => {
    const parsed = parse('createPaymentInstruction', sent);
    expect([fieldsOf(parsed), parsed.notes.assumed]).toEqual([[], [field]]);
    expect(memberOf(parsed.body, ...field.split('.'))).toBe('US');
    expect(fieldsOf(parse('createPaymentInstruction', sent, 'handling=strict'))).toEqual([field]);
  });

  it('has no country where neither is said, and no other one in a change', () => {
    const neither = parse('createPaymentInstruction', paying({ country: null }, { country: null }));
    expect(fieldsOf(neither)).toEqual(['beneficiary.country', `${ACCOUNT}.country`]);
    const change = { params: { id: 'x' }, body: { country: 'DE', bankAccount: { accountNumber: IBAN } } };
    expect(parse('updateBeneficiary', change).notes.assumed).toEqual([]);
  });

  it.each([
    ['an amount as a text', creating({ amount: '1250.50' }), 'amount'],
    ['an amount with separators', creating({ amount: '1,250.50' }), 'amount'],
    ['an unknown currency', creating({ currency: 'euro' }), 'currency'],
    ['a withdrawn or other code', creating({ currency: 'xau' }), 'currency'],
    ['an ambiguous date', creating({ valueDate: '01.12.2026' }), 'valueDate'],
    ['a date with slashes', creating({ valueDate: '12/01/2026' }), 'valueDate'],
    ['UK', paying({}, { country: 'uk' }), 'beneficiary.country'],
    ['no account', creating({ beneficiary: { name: 'A', country: 'US' } }), `${ACCOUNT}`],
    ['a purpose that is none', creating({ purpose: { code: '1006' } }), 'purpose.code'],
    ['an IBAN that is wrong', inGermany('IBAN DE88 3704 0044 0532 0130 00'), NUMBER],
    ['neither a BIC nor the name of a bank', paying({ swiftBic: '' }), `${ACCOUNT}.swiftBic`],
    ['a bank name of blanks', paying({ swiftBic: '', bankName: ' ' }), `${ACCOUNT}.swiftBic`],
  ])('is never guessed: %s', (_what, sent, field) => {
    expect(fieldsOf(parse('createPaymentInstruction', sent))).toContain(field);
  });

  it('is taken as it stands where its own form allows more than one', () => {
    const grouped = parse('createPaymentInstruction', paying({ accountNumber: '35-123 457' }));
    expect([fieldsOf(grouped), grouped.notes.normalised]).toEqual([[], []]);
    const dotted = parse('calculateTariff', calculating({ hsCode: '8517.13' }), 'handling=strict');
    expect([fieldsOf(dotted), memberOf(dotted.body, 'hsCode')]).toEqual([[], '851713']);
    const long = parse('createPaymentInstruction', creating({ clientReference: 'r'.repeat(140) }), 'handling=strict');
    expect(fieldsOf(long)).toEqual([]);
    const named = parse(
      'createPaymentInstruction',
      paying({ swiftBic: undefined, bankName: 'Bank' }),
      'handling=strict',
    );
    expect(fieldsOf(named)).toEqual([]);
    const other = parse('calculateTariff', calculating({ unit: 'm2' }), 'handling=strict');
    expect([fieldsOf(other), memberOf(other.body, 'unit')]).toEqual([[], 'm2']);
  });

  it('is bounded all the same', () => {
    const countries = countryCodes().slice(0, 61);
    expect(fieldsOf(parse('compareTariffs', { body: { ...TARIFF, destinations: countries } }))).toEqual([
      'destinations',
    ]);
    expect(fieldsOf(parse('searchHsCodes', { body: { query: 'x'.repeat(1_000) } }))).toEqual([]);
    expect(fieldsOf(parse('searchHsCodes', { body: { query: 'x'.repeat(1_001) } }))).toEqual(['query']);
    expect(fieldsOf(parse('searchHsCodes', { body: { query: 'x', limit: 0 } }))).toEqual(['limit']);
    expect(fieldsOf(parse('searchHsCodes', { body: { query: 'x', limit: '1,000' } }))).toEqual(['limit']);
  });

  it('is cleared or emptied by a change, which has no absent members', () => {
    const { body, notes } = parse('updateWebhook', { params: { webhookId: 'x' }, body: { description: '' } });
    expect([body, notes.normalised]).toEqual([{ description: '' }, []]);
    const cleared = parse('updateShipment', { params: { id: 'x' }, body: { reference: null, origin_country: 'de' } });
    expect(cleared.body).toMatchObject({ reference: null, origin_country: 'DE' });
  });
});

describe('a parameter', () => {
  it.each([
    ['several statuses', 'trackPayments', { query: { status: 'settled,failed' } }, 'status', ['settled', 'failed']],
    ['no ids', 'trackPayments', { query: { instructionIds: '' } }, 'instructionIds', undefined],
    ['a timestamp', 'trackPayments', { query: { fromDate: '2026-12-10T00:00:00Z' } }, 'fromDate', '2026-12-10'],
    ['a limit above the bound', 'trackPayments', { query: { limit: '500' } }, 'limit', 100],
    ['an empty limit', 'listPaymentInstructions', { query: { limit: '' } }, 'limit', 20],
    ['a currency in small letters', 'listPaymentInstructions', { query: { currency: 'eur' } }, 'currency', 'EUR'],
    [
      'a country in small letters',
      'getHsCodeTariffs',
      { params: { code: '610910' }, query: { country: 'us' } },
      'country',
      'US',
    ],
  ])('has another form: %s', (_what, operation, sent: Sent, field, read) => {
    const parsed = parse(operation, sent);
    expect([fieldsOf(parsed), memberOf(parsed.query, field)]).toEqual([[], read]);
    expect(fieldsOf(parse(operation, sent, 'handling=strict'))).toEqual([field]);
  });

  it('of the path has another form', () => {
    expect(parse('getHsCode', { params: { code: '6109 10' } })).toMatchObject({
      faults: [],
      params: { code: '610910' },
    });
    const profile = parse('getCountryTariffProfile', { params: { country: 'de' } });
    expect(profile).toMatchObject({ faults: [], params: { country: 'DE' } });
  });

  it('is refused where no form fits', () => {
    expect(fieldsOf(parse('trackPayments', { query: { status: 'settled,paid' } }))).toEqual(['status']);
    expect(fieldsOf(parse('trackPayments', { query: { limit: '0' } }))).toEqual(['limit']);
    expect(fieldsOf(parse('trackPayments', { query: { fromDate: '01.12.2026' } }))).toEqual(['fromDate']);
  });
});

/** Source: docs/GAPS.md#P4, docs/GAPS.md#P5 */
describe('what a partner says', () => {
  it.each([
    ['a time', 'reportPaymentStatus', reporting({ timestamp: 'yesterday' }), ['timestamp']],
    ['a reference', 'reportPaymentStatus', reporting({ partnerReference: 7 }), ['partnerReference']],
    ['details', 'reportPaymentStatus', reporting({ details: 'none' }), ['details']],
    ['a message with NUL', 'reportPaymentStatus', reporting({ details: { message: 'a\u0000' } }), ['details.message']],
    [
      'returned money',
      'reportPaymentStatus',
      reporting({ details: { returned: { amount: -1, currency: 'USD' } } }),
      ['details.returned'],
    ],
    [
      'several parts',
      'reportPaymentStatus',
      reporting({ timestamp: 7, details: { bankReference: {} } }),
      ['timestamp', 'details.bankReference'],
    ],
    ['a fee', 'confirmSettlement', confirming({ fees: { amount: 'few', currency: 'USD' } }), ['fees']],
    [
      'a breakdown',
      'confirmSettlement',
      confirming({ fees: { amount: 1, currency: 'USD', breakdown: [{ amount: 1 }] } }),
      ['fees.breakdown'],
    ],
    ['a rate', 'confirmSettlement', confirming({ exchangeRate: { rate: -1 } }), ['exchangeRate']],
    [
      'received money',
      'confirmSettlement',
      confirming({ beneficiaryReceived: { amount: 1, currency: 'EURO' } }),
      ['beneficiaryReceived'],
    ],
  ])('is taken without what cannot be read of it: %s', (_what, operation, sent, ignored) => {
    const parsed = parse(operation, sent);
    expect([fieldsOf(parsed), parsed.notes.ignored]).toEqual([[], ignored]);
    expect(fieldsOf(parse(operation, sent, 'handling=strict'))).not.toEqual([]);
  });

  it('may lack all but the fact, and have fees below zero and decimals of no currency', () => {
    expect(fieldsOf(parse('confirmSettlement', { body: { actualAmount: 10, actualCurrency: 'USD' } }))).toEqual([]);
    const fees = { amount: -0.5, currency: 'USD', breakdown: [{ type: 'rebate', amount: -0.5 }] };
    const beneficiaryReceived = { amount: 10.12345, currency: 'USD' };
    const said = parse('confirmSettlement', confirming({ actualAmount: 10.001, fees, beneficiaryReceived }));
    expect([said.faults, said.notes]).toEqual([[], { normalised: [], assumed: [], ignored: [] }]);
    expect(said.body).toMatchObject({ actualAmount: 10.001, fees, beneficiaryReceived });
  });

  it('is refused for the fact alone, with every fault named', () => {
    expect(fieldsOf(parse('reportPaymentStatus', { body: { status: 'paid', timestamp: 7 } }))).toEqual([
      'status',
      'timestamp',
    ]);
    const wrong = { actualAmount: '10', actualCurrency: 'EURO', confirmedAt: 7 };
    expect(fieldsOf(parse('confirmSettlement', { body: wrong }))).toEqual([
      'confirmedAt',
      'actualAmount',
      'actualCurrency',
    ]);
    expect(fieldsOf(parse('confirmSettlement', { body: { actualAmount: 0, actualCurrency: 'USD' } }))).toEqual([
      'actualAmount',
    ]);
  });
});
