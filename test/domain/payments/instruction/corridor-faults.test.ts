import { corridorFaults, unmetFaults } from '../../../../domain/payments/instruction/corridor-faults';
import { CORRIDOR_RULES, type CorridorRule } from '../../../../domain/payments/instruction/corridor-rules';
import { requirementsFor, rulesFor } from '../../../../domain/payments/instruction/requirements';
import { REGISTRY_IBANS } from '../../../fixtures/ibans';
import type { CreateInstructionBody } from '../../../../domain/payments/instruction/instruction-schema';

const ADDRESS = { street: 'Main Street 1', city: 'Anywhere', country: 'US' };
const CLEARING = { scheme: 'USABA', code: '021000021' } as const;

/** An account number as one of that country is made. */
function accountIn(country: string): string {
  const own: Record<string, string> = {
    AU: '98765432',
    JP: '1234567',
    MA: '011519000001205000534921',
    MX: '032180000118359719',
  };
  return own[country] ?? REGISTRY_IBANS.find((iban) => iban.startsWith(country)) ?? '9876543210';
}

function bodyFor(currency: string, country: string, overrides: Partial<CreateInstructionBody> = {}) {
  return {
    amount: 100,
    currency,
    beneficiary: {
      name: 'Example Trading Ltd',
      country,
      bankAccount: {
        accountNumber: accountIn(country),
        swiftBic: `AAAA${country}2X`,
        clearing: CLEARING,
        country,
      },
      address: { ...ADDRESS },
    },
    debtor: { name: 'Delta Textiles Ltd', country: 'US', address: { ...ADDRESS } },
    purpose: { code: 'trade_settlement' },
    settlementRoute: {},
    ...overrides,
  };
}

const withCode = (currency: string, country: string, nationalCode: string, type?: 'individual' | 'company') => {
  const body = bodyFor(currency, country);
  return {
    ...body,
    beneficiary: { ...body.beneficiary, type },
    purpose: { code: 'trade_settlement', nationalCode },
  };
};

/** A corridor of each rule. */
const corridorOf = ({ currencies, countries }: CorridorRule): [string, string] => [
  currencies?.[0] ?? 'USD',
  countries?.at(-1) ?? 'US',
];

const fieldsOf = (body: CreateInstructionBody) => corridorFaults(body).map(({ field }) => field);

function without(body: object, path: string): CreateInstructionBody {
  const copy: unknown = structuredClone(body);
  const names = path.split('.');
  let at: object = copy as object;
  for (const name of names.slice(0, -1)) at = Reflect.get(at, name) as object;
  Reflect.deleteProperty(at, names.at(-1) ?? '');
  return copy as CreateInstructionBody;
}

describe('the rules of a corridor', () => {
  it.each(CORRIDOR_RULES.map((rule): [string, CorridorRule] => [rule.id, rule]))(
    '%s are met by what they name, and by nothing less',
    (_id, rule) => {
      const [currency, country] = corridorOf(rule);
      const code = rulesFor(currency, country).find(({ codes }) => codes?.list[0])?.codes?.list[0]?.code ?? 'P1';
      const whole = withCode(currency, country, code);
      expect(corridorFaults(whole)).toEqual([]);
      for (const field of rule.fields) expect(new Set(fieldsOf(without(whole, field)))).toEqual(new Set([field]));
    },
  );

  it.each([null, ''])('take %j for a member that is not there, and say why it is asked for', (nationalCode) => {
    const body = { ...bodyFor('CNY', 'CN'), purpose: { nationalCode } };
    const missing = {
      field: 'purpose.nationalCode',
      code: 'required',
      message: 'is required: Payments in renminbi into China carry one of five purposes',
    };
    expect(unmetFaults(body)).toEqual([missing]);
    expect(corridorFaults(body)).toMatchObject([{ ...missing, rule: { id: 'purpose_cn' } }]);
  });

  it('say what is wrong with a code', () => {
    expect(unmetFaults(withCode('CNY', 'CN', 'CGODDX'))).toEqual([
      { field: 'purpose.nationalCode', code: 'purpose_code', message: 'is not a code of this corridor' },
    ]);
    expect(unmetFaults(withCode('AED', 'AE', 'ACM', 'individual'))).toEqual([
      {
        field: 'purpose.nationalCode',
        code: 'purpose_of_other_type',
        message: 'is a code for an account of type company',
      },
    ]);
  });

  it('ask nothing while currency or country of the account is not known', () => {
    const { debtor, beneficiary } = without(bodyFor('USD', 'US'), 'debtor.address.city');
    expect(fieldsOf({ ...bodyFor('USD', 'US'), debtor })).toEqual(['debtor.address.city']);
    expect(corridorFaults({ currency: 5, beneficiary, debtor })).toEqual([]);
    expect(corridorFaults({ currency: 'USD', beneficiary: { bankAccount: { country: 5 } }, debtor })).toEqual([]);
    for (const body of [null, 'USD', { currency: 'USD', beneficiary: null, debtor }]) {
      expect(corridorFaults(body)).toEqual([]);
    }
  });

  it('ask nothing of an address that is not given', () => {
    const body = without(without(bodyFor('EUR', 'DE'), 'debtor'), 'beneficiary.address');
    expect(corridorFaults(body)).toEqual([]);
    const { beneficiary } = body;
    expect(fieldsOf({ ...body, beneficiary: { ...beneficiary, address: { street: 'Main Street 1' } } })).toEqual([
      'beneficiary.address.city',
      'beneficiary.address.country',
    ]);
  });

  it.each([
    ['EUR', 'DE', 'sepa_address_of_beneficiary'],
    ['USD', 'DE', 'swift_address_of_beneficiary'],
    ['EUR', 'US', 'swift_address_of_beneficiary'],
  ])('name one source for an address of a payment in %s to %s', (currency, country, expected) => {
    const ids = rulesFor(currency, country).map(({ id }) => id);
    expect(ids.filter((id) => id.endsWith('_address_of_beneficiary'))).toEqual([expected]);
  });

  it.each([
    ['CNY', 'CN', 'CGODDR', []],
    ['CNY', 'CN', 'CGODDX', ['purpose_code']],
    ['AED', 'AE', 'XYZ', []],
    ['AED', 'AE', 'XY', ['purpose_code']],
    ['INR', 'IN', 'P0102', []],
    ['BHD', 'BH', 'SAL', []],
    ['BHD', 'BH', 'SALARY', ['purpose_code']],
  ])('judge the code of a payment in %s to %s: %s', (currency, country, code, expected) => {
    expect(corridorFaults(withCode(currency, country, code)).map((fault) => fault.code)).toEqual(expected);
  });

  it('keep codes for people from accounts of companies', () => {
    expect(corridorFaults(withCode('AED', 'AE', 'BON', 'individual'))).toEqual([]);
    expect(corridorFaults(withCode('AED', 'AE', 'BON'))).toEqual([]);
    expect(corridorFaults(withCode('AED', 'AE', 'GDE', 'company'))).toEqual([]);
    expect(corridorFaults(withCode('AED', 'AE', 'BON', 'company'))).toMatchObject([
      { field: 'purpose.nationalCode', code: 'purpose_of_other_type' },
    ]);
    const codes = (type: 'individual' | 'company') =>
      rulesFor('AED', 'AE', type).flatMap(({ codes: known }) => known?.list.map(({ code }) => code) ?? []);
    expect(codes('individual')).toContain('BON');
    expect(codes('company')).not.toContain('BON');
  });

  it('name members that exist, and have a source', () => {
    const known = requirementsFor('USD', 'US').map(({ field }) => field);
    for (const { fields, source } of CORRIDOR_RULES) {
      expect(known).toEqual(expect.arrayContaining([...fields]));
      expect(source.url).toMatch(/^https:\/\//);
    }
  });

  it('ask for an account number as the banks of the country make it, and once where two rules do', () => {
    const faults = (currency: string, country: string, accountNumber: string) => {
      const body = bodyFor(currency, country);
      const bankAccount = { ...body.beneficiary.bankAccount, accountNumber };
      const beneficiary = { ...body.beneficiary, bankAccount };
      return corridorFaults({ ...body, beneficiary }).map((one) => `${one.rule.id} ${one.field} ${one.message}`);
    };
    expect(faults('MXN', 'MX', '032180000118359718')).toEqual([
      'account_mx beneficiary.bankAccount.accountNumber is a CLABE with a wrong check digit',
    ]);
    expect(faults('USD', 'MX', '9876543210')).toEqual([]);
    expect(faults('ILS', 'IL', '9876543210')).toEqual([
      'account_iban beneficiary.bankAccount.accountNumber must be an IBAN',
    ]);
    const address = { street: 'Main Street 1' };
    const indian = bodyFor('INR', 'IN');
    const body = { ...indian, beneficiary: { ...indian.beneficiary, address }, purpose: { nationalCode: 'P0102' } };
    expect(corridorFaults(body).filter(({ field }) => field === 'beneficiary.address.city')).toHaveLength(2);
    expect(unmetFaults(body).map(({ field }) => field)).toEqual([
      'beneficiary.address.city',
      'beneficiary.address.country',
    ]);
  });

  it('are required fields of a strict account alone', () => {
    const isRequired = (isStrict: boolean) =>
      requirementsFor('CNY', 'CN', isStrict).find(({ field }) => field === 'purpose.nationalCode')?.required;
    expect([isRequired(false), isRequired(true)]).toEqual([false, true]);
  });
});
