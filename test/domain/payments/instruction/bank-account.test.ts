import { isValidIBAN } from 'ibantools';
import {
  BIC_PATTERN,
  bicCountry,
  ibanFault,
  isMeantAsIban,
  maskAccountNumber,
  maskBeneficiary,
} from '../../../../domain/payments/instruction/bank-account';
import { BBAN_STRUCTURES, ibanFormatOf } from '../../../../domain/payments/instruction/iban-registry';
import { CreateInstruction } from '../../../../domain/payments/instruction/instruction-schema';
import { requirementsFor } from '../../../../domain/payments/instruction/requirements';
import { instructionBody } from '../../../support/builders';
import { REGISTRY_IBANS } from '../../../fixtures/ibans';

const CASES = REGISTRY_IBANS.map((iban) => [iban.slice(0, 2), iban] as const);

/** The same number with the check digits that ISO 13616 gives it. */
function withCheckDigits(iban: string): string {
  const digits = [...`${iban.slice(4)}${iban.slice(0, 2)}00`]
    .map((character) => Number.parseInt(character, 36))
    .join('');
  return `${iban.slice(0, 2)}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${iban.slice(4)}`;
}

/** Which kind of character stands at each place behind the check digits, in the notation of the registry. */
function kindsOf(country: string): string {
  return (BBAN_STRUCTURES[country] ?? '').replace(/(\d+)!([nac])/g, (_part, length: string, kind: string) =>
    kind.repeat(Number(length)),
  );
}

/** Source: docs/GAPS.md#P2 */
describe('the published IBAN', () => {
  it('is there for each country of the table', () => {
    expect(CASES.map(([country]) => country)).toEqual(Object.keys(BBAN_STRUCTURES));
  });

  it.each(CASES)('of %s is right, in capitals, in small letters and in groups', (country, iban) => {
    const groups = iban.match(/.{1,4}/g)?.join(' ') ?? '';
    for (const written of [iban, iban.toLowerCase(), groups]) expect(ibanFault(written, country)).toBeNull();
  });

  it.each(CASES)('of %s is refused with other check digits', (country, iban) => {
    const wrong = String((Number(iban.slice(2, 4)) + 1) % 100).padStart(2, '0');
    expect(ibanFault(`${country}${wrong}${iban.slice(4)}`, country)).toBe('iban_checksum');
    expect(ibanFault(`${country}XX${iban.slice(4)}`, country)).toBe('iban_structure');
  });

  it.each(CASES)('of %s is refused when it is shorter or longer', (country, iban) => {
    expect(ibanFault(iban.slice(0, -1), country)).toBe('iban_length');
    expect(ibanFault(`${iban}0`, country)).toBe('iban_length');
    expect(ibanFault(iban.slice(0, 5), country)).toBe('iban_length');
  });

  it.each(CASES)('of %s is refused with a letter for a digit and the other way round', (country, iban) => {
    const kinds = kindsOf(country);
    expect(kinds).toHaveLength(iban.length - 4);
    const places = [...kinds].flatMap((kind, place) => (kind === 'c' ? [] : [{ kind, at: place + 4 }]));
    const faults = places.map(({ kind, at }) => {
      const broken = `${iban.slice(0, at)}${kind === 'n' ? 'A' : '1'}${iban.slice(at + 1)}`;
      return ibanFault(withCheckDigits(broken), country);
    });
    expect(faults).toEqual(places.map(() => 'iban_structure'));
  });

  it.each(CASES)('of %s is refused for an account in another country', (country, iban) => {
    expect(ibanFault(iban, country === 'DE' ? 'FR' : 'DE')).toBe('iban_country');
    expect(ibanFault(iban, 'US')).toBe('iban_country');
  });
});

describe('an account number', () => {
  it.each([
    ['9876543210', 'US', null],
    ['DE89370400440532013000', 'DE', null],
    ['DE89370400440532013000', 'US', 'iban_country'],
    ['DE8937040044053201300', 'DE', 'iban_length'],
    ['DE1', 'DE', 'iban_length'],
    ['de-account', 'DE', 'iban_length'],
    ['AB-account', 'DE', null],
    ['0532013000', 'DE', null],
    // Eleven characters have the shape of an IBAN, ten have not.
    ['US123456789', 'US', 'iban_registry'],
    ['US12345678', 'US', null],
    ['ZZ12 3456-789', 'US', 'iban_registry'],
    ['1US123456789', 'US', null],
    ['US123456789/1', 'US', null],
    ['XK051212012345678906', 'XK', null],
    ['XK051212012345678906', 'RS', 'iban_country'],
    // Examples of banks of countries that are not in the registry.
    ['SN08SN0100152000048500003035', 'SN', null],
    ['CI93 CI00 8011 1301 1342 9120 0589', 'CI', null],
    ['ML13ML0160120102600100668497', 'ML', null],
    ['MA64011519000001205000534921', 'MA', null],
    ['CM2110002000300277976315008', 'CM', null],
    ['IR580540105180021273113007', 'IR', null],
    ['AO06004400006729503010102', 'AO', null],
    ['SN08SN0100152000048500003036', 'SN', 'iban_checksum'],
    ['SNA8SN0100152000048500003035', 'SN', null],
    ['SN08SN0100152000048500003035', 'CI', 'iban_country'],
    ['SN08SN0100152000048500003035', 'FR', 'iban_country'],
    // ISO 3166 territories with the IBANs of another country.
    ['FR1420041010050500013M02606', 'RE', null],
    ['GB29NWBK60161331926819', 'JE', null],
    ['GB29NWBK60161331926819', 'IE', 'iban_country'],
    // The registry has letters and digits in this bank code, where libraries have letters only.
    [withCheckDigits('DO00B4GR00000001212453611324'), 'DO', null],
  ])('%s of %s: %s', (accountNumber, country, fault) => {
    expect(ibanFault(accountNumber, country)).toBe(fault);
  });

  // Countries outside of the registry whose banks use such numbers.
  it.each('SN CI ML BJ TG BF NE GW CM MA DZ AO MZ CV MG IR'.split(' '))(
    'of %s is taken by its check digits',
    (country) => {
      const right = withCheckDigits(`${country}00${'0'.repeat(16)}42`);
      expect(ibanFault(right, country)).toBeNull();
      expect(ibanFault(`${right.slice(0, -1)}3`, country)).toBe('iban_checksum');
    },
  );

  it('agrees with the check digits of another implementation', () => {
    expect(REGISTRY_IBANS.filter((iban) => !isValidIBAN(iban))).toEqual([]);
    for (const iban of REGISTRY_IBANS) expect(withCheckDigits(iban)).toBe(iban);
  });

  it('has check digits from 02 to 98, though others leave the same remainder', () => {
    const numbers = Array.from({ length: 500 }, (_item, index) => `DE00370400440532${String(index).padStart(6, '0')}`);
    const ibans = numbers.map(withCheckDigits);
    for (const [right, wrong] of [
      ['02', '99'],
      ['97', '00'],
      ['98', '01'],
    ] as const) {
      const iban = ibans.find((candidate) => candidate.startsWith(`DE${right}`)) ?? '';
      expect(ibanFault(iban, 'DE')).toBeNull();
      expect(ibanFault(iban.replace(`DE${right}`, `DE${wrong}`), 'DE')).toBe('iban_checksum');
    }
  });

  it('is meant as an IBAN by its shape or by the letters of its country', () => {
    expect(isMeantAsIban('FR14', 'GP')).toBe(true);
    expect(isMeantAsIban('GP14', 'GP')).toBe(false);
  });
});

it.each([
  ['9876543210', '****3210'],
  ['DE89 3704-00 44', '****0044'],
  ['12345', '****2345'],
  ['1234', '****'],
  ['1-2', '****'],
])('the account number %s is shown as %s', (accountNumber, shown) => {
  expect(maskAccountNumber(accountNumber)).toBe(shown);
});

/** Source: ISO 9362 */
describe('a BIC', () => {
  it.each(['DEUTDEFF', 'DEUTDEFF500', 'DEUTDEFFXXX', 'N26ADEB1'])('may be %s', (bic) => {
    expect([BIC_PATTERN.test(bic), bicCountry(bic)]).toEqual([true, 'DE']);
  });

  it.each(['DEUTDEF', 'XDEUTDEFF', 'DEUTDEFF5', 'DEUTDEFF5000', 'DEUT1EFF', 'deutdeff', 'DEUTDEFF-50'])(
    'is not %s',
    (bic) => expect(BIC_PATTERN.test(bic)).toBe(false),
  );
});

describe('Kosovo', () => {
  const beneficiary = {
    name: 'Example Trading',
    country: 'XK',
    bankAccount: { accountNumber: 'XK051212012345678906', swiftBic: 'NCBVXKPR', country: 'XK' },
  };

  it('counts as a country of beneficiary, BIC and IBAN', () => {
    expect(CreateInstruction.safeParse(instructionBody({ beneficiary })).success).toBe(true);
    const bankAccount = { ...beneficiary.bankAccount, swiftBic: 'NCBVRSPR' };
    const refused = CreateInstruction.safeParse(instructionBody({ beneficiary: { ...beneficiary, bankAccount } }));
    expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual(['beneficiary.bankAccount.swiftBic']);
  });
});

describe('the requirements', () => {
  it('are served from the table that validates', () => {
    for (const [country, iban] of CASES) {
      const rule = requirementsFor('EUR', country).find(({ field }) => field.endsWith('accountNumber'))?.rule;
      expect(rule).toContain(`has ${iban.length} characters (${country}2!n${BBAN_STRUCTURES[country]})`);
    }
    expect(ibanFormatOf('US')).toBeNull();
    expect(requirementsFor('EUR', 'RE').find(({ field }) => field.endsWith('swiftBic'))?.required).toBe(false);
  });
});

it('masks every number of a beneficiary, and nothing else', () => {
  const beneficiary = { name: 'Ada', bankAccount: { accountNumber: 'GB29 NWBK 6016 1331 9268 19', country: 'GB' } };
  const bankAccount = { accountNumber: '****6819', country: 'GB' };
  expect(maskBeneficiary(beneficiary)).toEqual({ name: 'Ada', bankAccount });
  const identifiers = [{ type: 'passport', number: 'X1234567' }];
  expect(maskBeneficiary({ ...beneficiary, identifiers })).toEqual({
    name: 'Ada',
    bankAccount,
    identifiers: [{ type: 'passport', number: '****4567' }],
  });
});
