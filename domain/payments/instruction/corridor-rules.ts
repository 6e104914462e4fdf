import type { NumberForm } from '../../facts/corridors';
import { ACCOUNT_RULES } from './account-rules';
import type { PartyType } from './instruction-schema';
import { SEPA_COUNTRIES } from './sepa';

/** A code of an authority or a payment system for why money crosses its border. */
export interface PurposeCode {
  code: string;
  meaning: string;
  /** Whose accounts it is for; null: everybody's. */
  beneficiaryType: PartyType | null;
}

/** What banks or authorities of a corridor ask for beyond what every payment needs. */
export interface CorridorRule {
  id: string;
  /** ISO 4217; absent: all. */
  currencies?: readonly string[];
  /** Countries of the bank account, ISO 3166-1 alpha-2; absent: all. */
  countries?: readonly string[];
  /** Countries that another rule is for. */
  otherThan?: { currency: string; countries: readonly string[] };
  /** Members that must be there. */
  fields: readonly string[];
  /** The member without which nothing of it is asked for; absent: it is always asked for. */
  within?: string;
  /** How the account number has to be made. */
  number?: NumberForm;
  /** Codes that are taken; `isComplete`: no others. */
  codes?: { list: readonly PurposeCode[]; isComplete: boolean; pattern: RegExp };
  why: string;
  /** Calendar date from which it holds; null: the source names none. */
  since: string | null;
  source: { title: string; url: string };
}

const EPC = {
  title: 'EPC153-22 v2.1, Provision of Addresses under the EPC Payment Schemes',
  url: 'https://www.europeanpaymentscouncil.eu/document-library/guidance-documents/epc-guidance-document-provision-addresses-under-epc-payment',
};
const SWIFT_ADDRESSES = {
  title: 'Betaalvereniging Nederland, unstructured address data are rejected from November 2026',
  url: 'https://www.betaalvereniging.nl/en/news/payment-orders-with-unstructured-address-data-will-be-rejected-starting-november-14-or-15-2026/',
};
const CURRENCYCLOUD = {
  title: 'Currencycloud, Purpose of Payment Codes',
  url: 'https://support.currencycloud.com/hc/en-gb/articles/360017430000-Purpose-of-Payment-Codes',
};

/** The rule that an address names town and country, for SEPA or for Swift. */
function addressRule(party: 'beneficiary' | 'debtor', scheme: 'sepa' | 'swift'): CorridorRule {
  const within = `${party}.address`;
  const facts = { within, fields: [`${within}.city`, `${within}.country`] };
  if (scheme === 'sepa') {
    const why = 'SEPA takes addresses in structured or hybrid form alone: town and country at least';
    const where = { currencies: ['EUR'], countries: SEPA_COUNTRIES };
    return { id: `sepa_address_of_${party}`, ...where, ...facts, why, since: '2026-11-15', source: EPC };
  }
  const why = 'Swift takes addresses in structured or hybrid form alone: town and country at least';
  const otherThan = { currency: 'EUR', countries: SEPA_COUNTRIES };
  return { id: `swift_address_of_${party}`, otherThan, ...facts, why, since: '2026-11-14', source: SWIFT_ADDRESSES };
}

const everybody = (code: string, meaning: string): PurposeCode => ({ code, meaning, beneficiaryType: null });
const people = (code: string, meaning: string): PurposeCode => ({ code, meaning, beneficiaryType: 'individual' });
const companies = (code: string, meaning: string): PurposeCode => ({ code, meaning, beneficiaryType: 'company' });

/** Codes that the central banks of the Gulf have in common; each has further ones. */
const GULF_CODES = [
  everybody('GDE', 'Goods sold'),
  everybody('GDI', 'Goods bought'),
  everybody('STS', 'Sea transport'),
  everybody('ATS', 'Air transport'),
  everybody('INS', 'Insurance services'),
  everybody('FIS', 'Financial services'),
  everybody('ITS', 'Computer services'),
  everybody('PMS', 'Professional and management consulting services'),
  everybody('TTS', 'Technical, trade-related and other business services'),
  everybody('CHC', 'Charitable contributions'),
  everybody('DOE', 'Dividends on equity outside the group'),
  everybody('FAM', 'Family support'),
  everybody('GMS', 'Processing, repair and maintenance of goods'),
  everybody('GOS', 'Goods and services of governments, embassies'),
  everybody('GRI', 'Taxes on income, tariffs and capital transfers of governments'),
  everybody('IFS', 'Information services'),
  everybody('IGD', 'Dividends inside the group'),
  everybody('IID', 'Interest on debt inside the group'),
  everybody('IOD', 'Income on deposits'),
  everybody('IOL', 'Income on loans'),
  everybody('IPC', 'Royalties for intellectual property'),
];

/**
 * Codes of the United Arab Emirates beside those; it has some sixty. `GDS`, goods of either direction, ended in 2018.
 * Source: Central Bank of the UAE, Transaction Type Codes and Explanatory Notes, as banks hand them on
 */
const EMIRATES_CODES = [
  companies('ACM', 'Agency commissions'),
  people('AES', 'Advance payment against end of service'),
  everybody('AFA', 'From or to a bank account or deposit of a resident abroad'),
  everybody('AFL', 'From or to a bank account of a non-resident in the UAE'),
  people('ALW', 'Allowance'),
  people('BON', 'Bonus'),
  everybody('CCP', 'Corporate card payment'),
  everybody('CEA', 'Equity of residents in a company abroad, new, merged or acquired'),
  everybody('CEL', 'Equity of non-residents in a company in the UAE, new, merged or acquired'),
  everybody('CIN', 'Commercial investments'),
  everybody('COM', 'Commission'),
  everybody('COP', 'Compensation'),
  everybody('CRP', 'Credit card payment'),
  everybody('DCP', 'Payment by a prepaid reloadable or personalised debit card'),
  everybody('DIV', 'Dividend payouts'),
  everybody('EDU', 'Educational support'),
  everybody('EMI', 'Equated monthly instalments'),
  everybody('EOS', 'End of service'),
  everybody('IGT', 'Transfer between companies of a group'),
  everybody('IPO', 'Subscription of an initial public offering'),
  everybody('IRP', 'Interest rate swap payment'),
  everybody('IRW', 'Interest rate unwind payment'),
  everybody('LAS', 'Leave salary'),
];

/**
 * Codes of Bahrain beside those, for goods, services, income and people; it has further ones for loans and securities.
 * Source: Central Bank of Bahrain, Payment Purpose Codes, as the rule's source hands them on
 */
const BAHRAIN_CODES = [
  everybody('OTS', 'Other transport, post and couriers'),
  everybody('STR', 'Travel'),
  everybody('SCO', 'Construction'),
  everybody('TCS', 'Telecommunications services'),
  everybody('RDS', 'Research and development services'),
  everybody('PRS', 'Personal, cultural, audiovisual and recreational services'),
  everybody('PIP', 'Profits on Islamic products'),
  everybody('PRR', 'Profits or rents on real estate'),
  everybody('ISH', 'Income on shares of investment funds'),
  everybody('ISL', 'Interest on securities of more than a year'),
  everybody('ISS', 'Interest on securities of less than a year'),
  everybody('SAL', 'Salary'),
  everybody('PPA', 'Real estate abroad, bought from residents'),
  everybody('PPL', 'Real estate in Bahrain, bought from non-residents'),
];

/**
 * Some of the codes that Indian banks report receipts from abroad by; a letter P and four digits. The bank that pays out
 * may take others.
 */
const INDIA_CODES = [
  everybody('P0102', 'Goods, on bills sent for collection'),
  everybody('P0103', 'Goods, in advance of their export'),
  everybody('P0108', 'Goods sold under merchanting'),
  everybody('P0302', 'Business travel'),
  everybody('P0304', 'Medical travel'),
  everybody('P0305', 'Travel for education, and its fees'),
  everybody('P0501', 'Cost of construction of projects in India'),
  everybody('P0802', 'Software consultancy and implementation'),
  everybody('P1401', 'Salary'),
];

const PURPOSE = { fields: ['purpose.nationalCode'], since: null, source: CURRENCYCLOUD };
const ANY_CODE = /^[A-Z0-9]{2,10}$/;

/**
 * Rules by currency, country of the bank account and kind of beneficiary. They are shown by the requirements, named by a
 * preview, and enforced for accounts that want that.
 * Source: docs/GAPS.md#corridors
 */
export const CORRIDOR_RULES: readonly CorridorRule[] = [
  addressRule('beneficiary', 'sepa'),
  addressRule('beneficiary', 'swift'),
  addressRule('debtor', 'sepa'),
  addressRule('debtor', 'swift'),
  {
    ...PURPOSE,
    id: 'purpose_ae',
    countries: ['AE'],
    why: 'The central bank asks for a purpose of payment code, in any currency',
    codes: { list: [...GULF_CODES, ...EMIRATES_CODES], isComplete: false, pattern: /^[A-Z]{3}$/ },
    source: {
      title: 'Central Bank of the UAE, Transaction Type Codes and Explanatory Notes, 20 December 2018 (a copy)',
      url: 'https://fdocuments.us/document/transaction-type-codes-explanatory-notes-2018-12-20-transaction-type-codes.html',
    },
  },
  {
    ...PURPOSE,
    id: 'purpose_bh',
    countries: ['BH'],
    why: 'The central bank asks for a purpose of payment code, in any currency',
    codes: { list: [...GULF_CODES, ...BAHRAIN_CODES], isComplete: false, pattern: /^[A-Z]{3}$/ },
  },
  {
    ...PURPOSE,
    id: 'purpose_cn',
    currencies: ['CNY'],
    countries: ['CN'],
    why: 'Payments in renminbi into China carry one of five purposes',
    codes: {
      list: [
        everybody('CCDNDR', 'Charity donation'),
        everybody('CCTFDR', 'Capital transfer'),
        everybody('CGODDR', 'Goods trade'),
        everybody('COCADR', 'Other current account transactions'),
        everybody('CSTRDR', 'Service trade'),
      ],
      isComplete: true,
      pattern: /^[A-Z]{6}$/,
    },
  },
  {
    ...PURPOSE,
    id: 'purpose_in',
    currencies: ['INR'],
    countries: ['IN'],
    why: 'Payments in rupees to India carry a purpose code of the list of the bank that pays out',
    codes: { list: INDIA_CODES, isComplete: false, pattern: ANY_CODE },
    source: {
      title: 'Purpose codes for inward remittance of the Reserve Bank of India (a copy)',
      url: 'https://ebrcapi.docs.eximfiles.io/annexure/purpose-codes',
    },
  },
  {
    ...PURPOSE,
    id: 'purpose_kw',
    currencies: ['KWD'],
    countries: ['KW'],
    why: 'Payments in dinars to Kuwait carry a purpose code of the list of the bank that pays out',
    codes: { list: [], isComplete: false, pattern: ANY_CODE },
  },
  {
    ...PURPOSE,
    id: 'purpose_my',
    currencies: ['MYR'],
    countries: ['MY'],
    why: 'Payments in ringgit to Malaysia carry a purpose code of the list of the bank that pays out',
    codes: { list: [], isComplete: false, pattern: ANY_CODE },
  },
  ...ACCOUNT_RULES,
];

/** @returns whether a rule is about payments of that currency to accounts in that country */
export function concerns(rule: CorridorRule, currency: string, country: string): boolean {
  const { currencies, countries, otherThan } = rule;
  if (currencies !== undefined && !currencies.includes(currency)) return false;
  if (countries !== undefined && !countries.includes(country)) return false;
  return otherThan === undefined || currency !== otherThan.currency || !otherThan.countries.includes(country);
}
