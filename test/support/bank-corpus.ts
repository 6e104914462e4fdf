import { defaultChargeBearer } from '../../domain/payments/instruction/charge-bearer';
import type { CreditTransfer } from '../../domain/payments/iso20022/credit-transfer';

type Beneficiary = CreditTransfer['beneficiary'];

/** Accounts with their currency, and what else their bank needs. */
const ACCOUNTS: readonly [currency: string, country: string, accountNumber: string, rest?: object][] = [
  ['EUR', 'DE', 'DE89 3704 0044 0532 0130 00'],
  ['EUR', 'FR', 'FR14 2004 1010 0505 0001 3M02 606', { bankName: 'La Banque Postale' }],
  ['EUR', 'NL', 'NL91ABNA0417164300', { swiftBic: 'ABNANL2A' }],
  ['EUR', 'BE', 'BE68539007547034'],
  ['EUR', 'FI', 'FI2112345600000785'],
  ['EUR', 'CH', 'CH9300762011623852957'],
  ['CHF', 'CH', 'CH4431999123000889012'],
  ['CHF', 'CH', 'CH9300762011623852957', { swiftBic: 'UBSWCHZH80A' }],
  ['USD', 'US', '9876543210', { clearing: { scheme: 'USABA', code: '021000021' } }],
  ['GBP', 'GB', 'GB29NWBK60161331926819', { swiftBic: 'NWBKGB2L' }],
  ['INR', 'IN', '50100012345678', { clearing: { scheme: 'INFSC', code: 'HDFC0000123' } }],
  ['JPY', 'JP', '0001234567', { swiftBic: 'BOTKJPJT', bankName: 'MUFG Bank' }],
];

const NAMES = [
  'Payee Ltd',
  'Müller & Söhne GmbH',
  'Żółć Łódź sp. z o.o.',
  'Société "Étoile" <SARL>',
  'Αθηναϊκή Εταιρεία ΑΕ',
  'Щербаков и сыновья',
  '株式会社',
  "O'Neill; Partners = [Co] {EU}",
  'Mjölnir_Þór ÆØÅ ß ẞ €',
  'Đặng Thị Ngọc №7 🙂',
  `${'Längster Name '.repeat(9)}AG`,
  'Ağaoğlu İnşaat Ş.',
] as const;

const ADDRESSES: readonly Beneficiary['address'][] = [
  undefined,
  { street: 'Hauptstraße', building: '1a', city: 'München', postalCode: '80331', country: 'DE' },
  { street: 'Rue sans ville' },
  { city: 'Zürich' },
  {
    street: `${'Sehr lange Straße '.repeat(7)}`,
    building: 'Haus zur Goldenen Brücke, Hof 3',
    city: `${'Ort '.repeat(30)}`,
  },
  { street: 'Λεωφόρος', city: 'Θεσσαλονίκη', state: 'Κεντρική Μακεδονία', postalCode: '54621' },
];

const REMITTANCES: readonly CreditTransfer['remittance'][] = [
  undefined,
  { text: 'Invoice 1001' },
  { text: `Rechnung Nr. 7/2026 „Fälligkeit“ ${'ü'.repeat(100)}` },
  { reference: 'RF18 5390 0754 7034' },
  { reference: 'RF18539007547034', text: 'Thanks' },
  { reference: 'K_17/é', text: 'für März' },
  { reference: '210000000003139471430009017' },
  { reference: '+++010/8068/17183+++' },
  { reference: '1232', text: 'viite' },
];

const PURPOSES: readonly CreditTransfer['purpose'][] = [
  { code: 'trade_settlement' },
  { code: 'software_export', nationalCode: 'P0802' },
  { code: 'salary' },
];
const AMOUNTS = [1250.5, 0.01, 999_999_999.99, 1_000_000_000, 42];
const TIMELINES = ['same_day', 'instant', 't_plus_1', 't_plus_n'];
const DEBTORS: readonly CreditTransfer['debtor'][] = [
  undefined,
  { name: 'Bäckerei Zoë', country: 'AT', address: { city: 'Wien' } },
  { name: 'Customer Ltd', country: 'IE' },
];

function at<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined && !items.includes(item as Item)) throw new Error('the list is empty');
  return item as Item;
}

const ROUNDS = 2;

/** Self-made payments that put every name to every kind of account, with the other members in turns. */
export const CORPUS: readonly CreditTransfer[] = Array.from(
  { length: ROUNDS * NAMES.length * ACCOUNTS.length },
  (_, n) => {
    const [currency, country, accountNumber, rest] = at(ACCOUNTS, n);
    const amount = at(AMOUNTS, n + Math.floor(n / 7));
    const chargeBearer = defaultChargeBearer(currency, country);
    const address = at(ADDRESSES, n + Math.floor(n / 6));
    const debtor = at(DEBTORS, n + Math.floor(n / 3));
    const remittance = at(REMITTANCES, n + Math.floor(n / 9));
    return {
      instructionId: `instr_01jz${String(n).padStart(22, '0')}`,
      attempt: 1 + (n % 40),
      createdAt: new Date('2026-11-28T10:00:00.000Z'),
      amount: currency === 'JPY' ? Math.ceil(amount) : amount,
      currency,
      timeline: at(TIMELINES, n + Math.floor(n / 4)),
      valueDate: n % 2 === 0 ? '2026-12-01' : null,
      uetr: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      chargeBearer: n % 17 === 16 ? 'DEBT' : chargeBearer,
      beneficiary: {
        name: at(NAMES, Math.floor(n / ACCOUNTS.length) + n),
        country,
        bankAccount: { accountNumber, country, ...rest },
        ...(address === undefined ? {} : { address }),
      },
      ...(debtor === undefined ? {} : { debtor }),
      purpose: at(PURPOSES, n + Math.floor(n / 5)),
      ...(remittance === undefined ? {} : { remittance }),
    };
  },
);
