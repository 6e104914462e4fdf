import { BIC_REQUIRED } from '../../../../domain/payments/instruction/account-faults';
import {
  amountMessage,
  CreateInstruction,
  Metadata,
  Uetr,
} from '../../../../domain/payments/instruction/instruction-schema';
import { instructionBody } from '../../../support/builders';

const ACCOUNT = { accountNumber: '9876543210', swiftBic: 'BOFAUS3N', country: 'US' };
const faults = (body: unknown): string[] =>
  (CreateInstruction.safeParse(body).error?.issues ?? []).map(
    ({ path, code, ...issue }) => `${path.join('.')} ${'params' in issue ? String(issue.params?.['code']) : code}`,
  );
const withAccount = (account: object, overrides: object = {}) =>
  instructionBody({ beneficiary: { name: 'E', country: 'US', bankAccount: { ...ACCOUNT, ...account } }, ...overrides });
const withText = (overrides: object) => faults(instructionBody({ ...overrides }));

describe('an amount', () => {
  it.each([
    [1250.5, 'USD', null],
    [0, 'USD', 'not_positive'],
    [-1, 'USD', 'not_positive'],
    [1.005, 'USD', 'decimals'],
    [1.5, 'JPY', 'decimals'],
    [1.005, 'KWD', null],
    [1234567890123456, 'USD', 'precision'],
    [1.005, 'ZZZ', null],
    ['1', 'USD', null],
  ])('%s %s has the fault %s', (amount, currency, code) => {
    expect(amountMessage(amount, currency)?.code ?? null).toBe(code);
  });

  it('may be 0 where that is a minimum, and says so', () => {
    expect(amountMessage(0, 'USD', 'zero')).toBeNull();
    expect(amountMessage(-1, 'USD', 'zero')?.message).toBe('must be 0 or more');
    expect(amountMessage(-1, 'USD')?.message).toBe('must be greater than 0');
    expect(amountMessage(1250.5, 'XPF')?.message).toBe('has too many decimals: XPF has 0 (ISO 4217)');
    expect(amountMessage(1.005, 'USD')?.message).toBe('has too many decimals: USD has 2 (ISO 4217)');
  });
});

/** Source: specification, "Payment instruction (creation request)"; docs/GAPS.md#P2 */
describe('the body of a creation', () => {
  it('is taken with what the specification asks for', () => expect(faults(instructionBody())).toEqual([]));

  it('is refused with every fault named, also those between members', () => {
    expect(faults({ amount: -1, beneficiary: { bankAccount: { accountNumber: '1', country: 'US' } } })).toEqual(
      expect.arrayContaining([
        'amount not_positive',
        'currency invalid_type',
        'beneficiary.name invalid_type',
        'beneficiary.bankAccount.swiftBic required',
        'purpose invalid_type',
        'settlementRoute invalid_type',
      ]),
    );
  });

  it.each([
    ['sent', []],
    [null, []],
    ['received', ['amountType invalid_value']],
    ['SENT', ['amountType invalid_value']],
  ])('with the type of amount %j has the faults %j', (amountType, expected) =>
    expect(withText({ amountType })).toEqual(expected),
  );

  it.each([
    ['', ['beneficiary.name too_small']],
    [' \t', ['beneficiary.name invalid_format']],
    ['\u200b\u2060', ['beneficiary.name custom']],
    ['\u3164', ['beneficiary.name custom']],
    ['😀', []],
    ['李', []],
    ['3M', []],
    ['\u200bÉ', []],
  ])('names a beneficiary %j with the faults %j', (name, expected) => {
    const { beneficiary, ...body } = instructionBody();
    expect(faults({ ...body, beneficiary: { ...(beneficiary as object), name } })).toEqual(expected);
  });

  it.each([
    ['DE89370400440532013000', 'DE', 'EUR', undefined, []],
    ['DE89370400440532013000', 'DE', 'USD', undefined, []],
    ['532013000', 'DE', 'EUR', undefined, ['beneficiary.bankAccount.swiftBic required']],
    ['532013000', 'DE', 'EUR', null, ['beneficiary.bankAccount.swiftBic required']],
    ['DE89370400440532013000', 'DE', 'USD', 'BOFAUS3N', ['beneficiary.bankAccount.swiftBic bic_country']],
    ['DE89370400440532013000', 'DE', 'USD', 'DEUTDEFF', []],
    ['DE89370400440532013001', 'DE', 'EUR', 'DEUTDEFF', ['beneficiary.bankAccount.accountNumber iban_checksum']],
    ['DE8937040044053201300', 'DE', 'EUR', 'DEUTDEFF', ['beneficiary.bankAccount.accountNumber iban_length']],
    ['DE89370400440532013000', 'FR', 'EUR', 'BNPAFRPP', ['beneficiary.bankAccount.accountNumber iban_country']],
  ])(
    'with the account %s in %s, %s and the BIC %s has the faults %j',
    (accountNumber, country, currency, swiftBic, expected) => {
      expect(faults(withAccount({ accountNumber, country, swiftBic }, { currency }))).toEqual(expected);
    },
  );

  it('says what is wrong with an account', () => {
    const message = (account: object) =>
      CreateInstruction.safeParse(withAccount(account)).error?.issues.map((issue) => issue.message);
    expect(message({ accountNumber: 'US123456789' })).toEqual([
      'looks like an IBAN, but its first letters are not a country of the IBAN registry',
    ]);
    const german = { country: 'DE', swiftBic: 'DEUTDEFF' };
    expect(message({ ...german, accountNumber: 'DE8937040044053201300' })).toEqual([
      'looks like an IBAN but has the wrong length for its country',
    ]);
    expect(message({ ...german, accountNumber: 'DE8937040044053201300A' })).toEqual([
      'looks like an IBAN but has letters or digits where its country has none',
    ]);
    expect(message({ ...german, accountNumber: 'DE89370400440532013001' })).toEqual([
      'looks like an IBAN but its check digits are wrong',
    ]);
    expect(message({ accountNumber: 'DE89370400440532013000' })).toEqual([
      'is an IBAN of another country than bankAccount.country',
    ]);
    expect(message({ swiftBic: 'DEUTDEFF' })).toEqual(['must be a BIC of the country of the bank account']);
    expect(message({ swiftBic: null })).toEqual([BIC_REQUIRED]);
  });

  it('needs no BIC where a clearing code names the bank, and has each fault of that at its member', () => {
    const named = (clearing: unknown, account: object = {}) =>
      faults(withAccount({ swiftBic: undefined, ...account, clearing }));
    const at = 'beneficiary.bankAccount';
    expect(named({ scheme: 'USABA', code: '021000021' })).toEqual([]);
    expect(named(null)).toEqual([`${at}.swiftBic required`]);
    expect(named({ scheme: 'USABA', code: '021000022' })).toEqual([`${at}.clearing.code clearing_check_digit`]);
    expect(named({ scheme: 'GBDSC', code: '20-00-00' })).toEqual([
      `${at}.clearing.scheme clearing_country`,
      `${at}.clearing.code clearing_format`,
    ]);
    expect(named({ scheme: 'ABA', code: 7 })).toEqual([
      `${at}.clearing.scheme invalid_value`,
      `${at}.clearing.code invalid_type`,
    ]);
    expect(named({ scheme: 'USABA', code: '021000021' }, { country: 7 })).toEqual([`${at}.country invalid_type`]);
    expect(named({ scheme: 'USABA', code: '021000021' }, { swiftBic: 'DEUTDEFF' })).toEqual([
      `${at}.swiftBic bic_country`,
    ]);
    expect(named('021000021')).toEqual([`${at}.clearing invalid_type`]);
  });

  it('names who bears the charges as SEPA or the others do', () => {
    const german = { accountNumber: 'DE89370400440532013000', swiftBic: undefined, country: 'DE' };
    const inSepa = (chargeBearer: unknown) => faults(withAccount(german, { currency: 'EUR', chargeBearer }));
    expect([inSepa('SLEV'), inSepa(null), inSepa('SHAR'), inSepa('OUR')]).toEqual([
      [],
      [],
      ['chargeBearer charge_bearer'],
      ['chargeBearer invalid_value'],
    ]);
    const out = ['SHAR', 'DEBT', 'CRED', 'SLEV'].map((chargeBearer) => withText({ chargeBearer }));
    expect(out).toEqual([[], [], [], ['chargeBearer charge_bearer']]);
  });

  it('has an address of parts that ISO 20022 has room for', () => {
    const lengths = { street: 140, building: 35, city: 140, postalCode: 32, state: 35 };
    for (const [part, length] of Object.entries(lengths)) {
      const body = (text: string) => withText({ debtor: { name: 'D', country: 'US', address: { [part]: text } } });
      expect([body('x'.repeat(length)), body('x'.repeat(length + 1))]).toEqual([
        [],
        [`debtor.address.${part} too_big`],
      ]);
    }
  });

  it('has wishes for a route of the lengths that are kept', () => {
    for (const [wish, length] of [
      ['routeId', 64],
      ['partnerPreference', 140],
      ['channelPreference', 64],
    ] as const) {
      const body = (text: string) => withText({ settlementRoute: { [wish]: text } });
      expect([body('x'), body('x'.repeat(length))]).toEqual([[], []]);
      expect([body(''), body('x'.repeat(length + 1))]).toEqual([
        [`settlementRoute.${wish} too_small`],
        [`settlementRoute.${wish} too_big`],
      ]);
    }
  });

  it.each(['P1', 'A'.repeat(10)])('may have the national code %s', (nationalCode) => {
    expect(withText({ purpose: { code: 'trade', nationalCode } })).toEqual([]);
  });

  it.each(['P', 'A'.repeat(11), 'p1', 'xP1', 'P1x'])('has no national code %s', (nationalCode) => {
    expect(withText({ purpose: { code: 'trade', nationalCode } })).toEqual(['purpose.nationalCode invalid_format']);
  });

  it.each(['', ' - ', 'a'.repeat(35), 'ACC_1'])('has no account number "%s"', (accountNumber) => {
    expect(faults(withAccount({ accountNumber }))).not.toEqual([]);
  });

  it('has texts of the lengths that are kept', () => {
    const description = (length: number) => ({ purpose: { code: 'trade', description: 'd'.repeat(length) } });
    expect([withText(description(1_000)), withText(description(1_001))]).toEqual([[], ['purpose.description too_big']]);
    const reference = (clientReference: string) => withText({ clientReference });
    expect(
      [reference('r'.repeat(140)), reference('r'.repeat(141)), reference('a\u0000')].map(({ length }) => length),
    ).toEqual([0, 1, 1]);
  });

  it.each([
    ['trade_settlement', []],
    ['a1', []],
    ['a', ['purpose.code invalid_format']],
    ['1a', ['purpose.code invalid_format']],
    ['Trade', ['purpose.code invalid_format']],
    ['a'.repeat(65), ['purpose.code invalid_format']],
  ])('has the purpose %s with the faults %j', (code, expected) => {
    expect(withText({ purpose: { code } })).toEqual(expected);
  });

  it('has a name that can be seen', () => {
    const body = (name: string) => withAccount({}, { debtor: { name, country: 'US' } });
    expect([faults(body('D')), faults(body('  ')), faults(body(''))]).toEqual([
      [],
      ['debtor.name invalid_format'],
      ['debtor.name too_small'],
    ]);
  });

  it('is never taken for one where it is none', () => {
    for (const body of [null, 'text', 7]) expect(faults(body)).toEqual([' invalid_type']);
  });
});

it('a UETR is a UUID of version 4 in small letters', () => {
  const uetr = '97ed4827-7b6f-4491-a06f-b548d5a7512d';
  expect(Uetr.safeParse(uetr).success).toBe(true);
  for (const text of [
    uetr.toUpperCase(),
    uetr.replace('-4491', '-1491'),
    uetr.replace('-a06f', '-c06f'),
    `${uetr}0`,
    `0${uetr}`,
  ]) {
    expect(Uetr.safeParse(text).success).toBe(false);
  }
});

describe('metadata', () => {
  const some = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
  it('has at most 20 members', () => {
    expect([Metadata.safeParse(some(20)).success, Metadata.safeParse(some(21)).success]).toEqual([true, false]);
  });
  it('has names of 1 to 40 letters, and texts of at most 500 characters', () => {
    const takes = (name: string, text: string) => Metadata.safeParse({ [name]: text }).success;
    expect([takes('a.b-c_1', ''), takes('a'.repeat(40), 'v'.repeat(500))]).toEqual([true, true]);
    expect([takes('', ''), takes('a b', ''), takes('a'.repeat(41), ''), takes('a', 'v'.repeat(501))]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
