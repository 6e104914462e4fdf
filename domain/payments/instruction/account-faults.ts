import { BIC_PATTERN, bicCountry, ibanFault, isMeantAsIban, type AccountFault } from './bank-account';
import { clearingFaults } from './clearing';

const ACCOUNT_MESSAGES: Record<AccountFault, string> = {
  iban_registry: 'looks like an IBAN, but its first letters are not a country of the IBAN registry',
  iban_length: 'looks like an IBAN but has the wrong length for its country',
  iban_structure: 'looks like an IBAN but has letters or digits where its country has none',
  iban_checksum: 'looks like an IBAN but its check digits are wrong',
  iban_country: 'is an IBAN of another country than bankAccount.country',
};

/** When a bank has to be named by its BIC. Source: docs/GAPS.md#P2 */
export const BIC_REQUIRED = 'is required unless the account is an IBAN, or a clearing code or bankName names the bank';

/** A bank account as it was sent: no member is known to be sound. */
export interface AccountDraft {
  accountNumber?: unknown;
  bankName?: unknown;
  swiftBic?: unknown;
  country?: unknown;
  clearing?: { scheme?: unknown; code?: unknown } | null | undefined;
}

/** What does not go together in a bank account; `path` begins at the account. */
export interface AccountDraftFault {
  path: string[];
  code: string;
  message: string;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whether nothing but the bank's name, or nothing at all, says which bank has the account. Source: docs/GAPS.md#P2 */
export function lacksBankCode({ accountNumber, country, swiftBic, clearing }: AccountDraft): boolean {
  if ((swiftBic ?? clearing ?? null) !== null) return false;
  return typeof accountNumber === 'string' && typeof country === 'string' && !isMeantAsIban(accountNumber, country);
}

/** A member that the payment was taken without, although partners ask for it. */
export interface UnmetMember {
  field: string;
  reason: string;
}

/** @returns what partners ask for that an account lacks which may be paid to. Source: docs/GAPS.md#P2 */
export function unmetMembers(account: AccountDraft): UnmetMember[] {
  if (!lacksBankCode(account)) return [];
  const reason = 'The bank is known by its name alone: partners ask for its BIC, or for a clearing code.';
  return [{ field: 'beneficiary.bankAccount.swiftBic', reason }];
}

/** Faults of the number, BIC and bank name of an account. */
function numberFaults(account: AccountDraft): AccountDraftFault[] {
  const { accountNumber, country, swiftBic: bic, bankName } = account;
  if (typeof accountNumber !== 'string' || typeof country !== 'string') return [];
  const faults: AccountDraftFault[] = [];
  const broken = ibanFault(accountNumber, country);
  if (broken !== null) faults.push({ path: ['accountNumber'], code: broken, message: ACCOUNT_MESSAGES[broken] });
  if (typeof bic === 'string') {
    if (BIC_PATTERN.test(bic) && bicCountry(bic) !== country) {
      const message = 'must be a BIC of the country of the bank account';
      faults.push({ path: ['swiftBic'], code: 'bic_country', message });
    }
  } else if (lacksBankCode(account) && !(typeof bankName === 'string' && /\S/u.test(bankName))) {
    faults.push({ path: ['swiftBic'], code: 'required', message: BIC_REQUIRED });
  }
  return faults;
}

/**
 * Faults of a bank account whose members contradict each other: number, country, BIC and clearing code. Source:
 * docs/GAPS.md#P2
 */
export function accountDraftFaults(account: AccountDraft | undefined): AccountDraftFault[] {
  if (account === undefined) return [];
  const { clearing, country } = account;
  const scheme = clearing?.scheme;
  const ofClearing =
    typeof scheme === 'string' ? clearingFaults(scheme, textOrNull(clearing?.code), textOrNull(country)) : [];
  return [
    ...numberFaults(account),
    ...ofClearing.map(({ member, code, message }) => ({ path: ['clearing', member], code, message })),
  ];
}
