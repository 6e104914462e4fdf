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
export const BIC_REQUIRED = 'is required unless the account is an IBAN or a clearing code names the bank';

/** A bank account as it was sent: no member is known to be sound. */
export interface AccountDraft {
  accountNumber?: unknown;
  swiftBic?: unknown;
  country?: unknown;
  clearing?: { scheme?: unknown; code?: unknown } | null;
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

function numberFaults({ accountNumber, country, swiftBic: bic, clearing }: AccountDraft): AccountDraftFault[] {
  if (typeof accountNumber !== 'string' || typeof country !== 'string') return [];
  const faults: AccountDraftFault[] = [];
  const broken = ibanFault(accountNumber, country);
  if (broken !== null) faults.push({ path: ['accountNumber'], code: broken, message: ACCOUNT_MESSAGES[broken] });
  if (typeof bic === 'string') {
    if (BIC_PATTERN.test(bic) && bicCountry(bic) !== country) {
      const message = 'must be a BIC of the country of the bank account';
      faults.push({ path: ['swiftBic'], code: 'bic_country', message });
    }
  } else if ((bic ?? clearing ?? null) === null && !isMeantAsIban(accountNumber, country)) {
    faults.push({ path: ['swiftBic'], code: 'required', message: BIC_REQUIRED });
  }
  return faults;
}

/**
 * What does not go together in a bank account: number, country, BIC and clearing code.
 * Source: docs/GAPS.md#P2
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
