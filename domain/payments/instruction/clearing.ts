import { z } from 'zod';
import { isRightBy371 } from '../../weights-371';

/** How a national clearing system names the bank, or the branch, of an account. */
interface ClearingSystem {
  name: string;
  /** ISO 3166-1 alpha-2 codes of the countries whose accounts it is for: its own first, then territories that share it. */
  countries: readonly [string, ...string[]];
  pattern: RegExp;
  /** The pattern in words, to follow "must be". */
  shape: string;
  /** Whether the check digits of a code of that shape are right; absent: it has none. */
  isRight?: (code: string) => boolean;
}

/**
 * Clearing systems by their codes in ISO 20022. A creation is validated by this table, and the requirements are made from it.
 * Source: ISO 20022 external code set, ExternalClearingSystemIdentification1Code; docs/GAPS.md#P2
 */
const SYSTEMS = {
  USABA: {
    name: 'United States routing number (ABA)',
    countries: ['US', 'AS', 'GU', 'MP', 'PR', 'VI'],
    pattern: /^[0-9]{9}$/,
    shape: '9 digits, the last of which is a check digit',
    isRight: isRightBy371,
  },
  GBDSC: {
    name: 'United Kingdom sort code',
    countries: ['GB', 'GG', 'IM', 'JE'],
    pattern: /^[0-9]{6}$/,
    shape: '6 digits without hyphens',
  },
  AUBSB: {
    name: 'Australian Bank State Branch code (BSB)',
    countries: ['AU', 'CC', 'CX', 'NF'],
    pattern: /^[0-9]{6}$/,
    shape: '6 digits without hyphens',
  },
  INFSC: {
    name: 'Indian Financial System Code (IFSC)',
    countries: ['IN'],
    pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/,
    shape: '4 capital letters, 0 and 6 capital letters or digits',
  },
  CACPA: {
    name: 'Canadian routing number (Payments Canada)',
    countries: ['CA'],
    pattern: /^[0-9]{9}$/,
    shape: '9 digits: 0, the institution (3) and the branch (5)',
  },
  CNAPS: {
    name: 'Chinese bank code (CNAPS)',
    countries: ['CN'],
    pattern: /^[0-9]{12}$/,
    shape: '12 digits',
  },
  NZNCC: {
    name: 'New Zealand bank and branch number',
    countries: ['NZ'],
    pattern: /^[0-9]{6}$/,
    shape: '6 digits without hyphens',
  },
  ZANCC: {
    name: 'South African branch code',
    countries: ['ZA'],
    pattern: /^[0-9]{6}$/,
    shape: '6 digits',
  },
  HKNCC: {
    name: 'Hong Kong clearing code',
    countries: ['HK'],
    pattern: /^[0-9]{3}$/,
    shape: '3 digits',
  },
  SGIBG: {
    name: 'Singapore bank and branch code (GIRO)',
    countries: ['SG'],
    pattern: /^[0-9]{7}$/,
    shape: '7 digits: the bank (4) and the branch (3)',
  },
  JPZGN: {
    name: 'Japanese bank and branch code (Zengin)',
    countries: ['JP'],
    pattern: /^[0-9]{7}$/,
    shape: '7 digits: the bank (4) and the branch (3)',
  },
  CHBCC: {
    name: 'Swiss clearing number (BC or IID)',
    countries: ['CH', 'LI'],
    pattern: /^[0-9]{3,5}$/,
    shape: '3 to 5 digits',
  },
  DEBLZ: {
    name: 'German bank code (Bankleitzahl)',
    countries: ['DE'],
    pattern: /^[0-9]{8}$/,
    shape: '8 digits',
  },
} as const satisfies Record<string, ClearingSystem>;

export type ClearingScheme = keyof typeof SYSTEMS;

/** Codes of the clearing systems in ISO 20022. */
export const CLEARING_SCHEMES = Object.keys(SYSTEMS) as [ClearingScheme, ...ClearingScheme[]];

/** The same table for whoever has no scheme at hand. */
export const CLEARING_SYSTEMS: Readonly<Record<string, ClearingSystem>> = SYSTEMS;

/** Room for any code, however it is written, so that a fault of its shape is one fault. */
const MAX_CODE = 35;

/** Which bank or branch has the account, as the clearing system of its country names it. Source: docs/GAPS.md#P2 */
export const Clearing = z
  .object({
    scheme: z.enum(CLEARING_SCHEMES).meta({ description: 'Clearing system, by its code in ISO 20022' }),
    code: z
      .string()
      .min(1)
      .max(MAX_CODE)
      .meta({ description: 'Code of the bank or branch; the requirements of a country say how it is made' }),
  })
  .meta({ id: 'ClearingCode' });

/** What is wrong with a clearing code, at the member of it that is wrong. */
export interface ClearingFault {
  member: 'scheme' | 'code';
  code: 'clearing_country' | 'clearing_format' | 'clearing_check_digit';
  message: string;
}

/**
 * Faults of a clearing code.
 * @param scheme as it was sent; an unknown scheme has no faults here
 * @param country of the bank account; null where that is not known
 * Source: docs/GAPS.md#P2
 */
export function clearingFaults(scheme: string, code: string | null, country: string | null): ClearingFault[] {
  if (!Object.hasOwn(CLEARING_SYSTEMS, scheme)) return [];
  const system = CLEARING_SYSTEMS[scheme];
  if (system === undefined) return [];
  const faults: ClearingFault[] = [];
  if (country !== null && !system.countries.includes(country)) {
    const message = `is for accounts in ${system.countries.join(', ')}, and bankAccount.country is another country`;
    faults.push({ member: 'scheme', code: 'clearing_country', message });
  }
  if (code === null || code === '' || code.length > MAX_CODE) return faults;
  if (!system.pattern.test(code)) {
    faults.push({ member: 'code', code: 'clearing_format', message: `must be ${system.shape} (${scheme})` });
  } else if (system.isRight?.(code) === false) {
    const message = `has a wrong check digit (${scheme})`;
    faults.push({ member: 'code', code: 'clearing_check_digit', message });
  }
  return faults;
}

/** A clearing code that is right by itself: of which no country of an account is said. Source: docs/GAPS.md#D3 */
export const StatedClearing = Clearing.superRefine(({ scheme, code }, context) => {
  for (const { member, message, code: fault } of clearingFaults(scheme, code, null)) {
    context.addIssue({ code: 'custom', path: [member], message, params: { code: fault } });
  }
});

/** A clearing system as the requirements of a country show it. */
export interface ShownClearingSystem {
  scheme: ClearingScheme;
  name: string;
  /** Regular expression that the code matches. */
  pattern: string;
  rule: string;
}

/** @returns the clearing systems whose codes name banks of that country; mostly one or none. Source: docs/GAPS.md#P2 */
export function clearingSystemsOf(country: string): ShownClearingSystem[] {
  return CLEARING_SCHEMES.flatMap((scheme) => {
    const { name, countries, pattern, shape }: ClearingSystem = SYSTEMS[scheme];
    return countries.includes(country) ? [{ scheme, name, pattern: pattern.source, rule: shape }] : [];
  });
}
