import { z } from 'zod';
import { BankRule, PROFILE_NAMES } from '../../../facts/bank-profiles';
import type { FieldFault } from '../../../errors';
import { BIC_PATTERN, ibanFault } from '../../instruction/bank-account';
import { SETTLED_BY } from '../../settlement/booking';
import { isLei } from '../../iso20022/parties';
import { defineAdapter } from './adapter';
import { checkTransport, SFTP_MEMBERS } from './iso20022-transport';

const OF = 'of an iso20022 partner: ';
/** What ISO 20022 has room for. */
const MAX_NAME = 140;
const MAX_ACCOUNT = 34;
const MAX_PATH = 1_000;

const Said = (max: number) => z.string().trim().min(1).max(max);
const about = (description: string) => ({ description: OF + description });

/** A whole path without steps up, on the machines of the workers. */
function isWholePath(path: string): boolean {
  return path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0');
}

const Members = z.object({
  directory: z
    .string()
    .trim()
    .max(MAX_PATH)
    .refine(isWholePath, 'must be a whole path, such as /var/lib/corridor/bank')
    .meta(about('directory that the bank and the workers share; with sftp, the workers alone')),
  ...SFTP_MEMBERS,
  profile: z
    .enum(PROFILE_NAMES)
    .default('generic')
    .meta(about('rules of the bank for references, characters, addresses and the like; generic, unless said')),
  profileMembers: z
    .record(z.string().regex(/^[a-z][A-Za-z]{1,39}$/), BankRule.nullable())
    .optional()
    .meta({ ...about('members of the profile that differ at this bank, each a rule, or null for none'), isFile: true }),
  debtorName: Said(MAX_NAME).meta(about('holder of the account that is debited')),
  debtorAccount: Said(MAX_ACCOUNT).meta(about('IBAN or number of that account')),
  debtorBic: z
    .string()
    .trim()
    .regex(BIC_PATTERN, 'must be a BIC of 8 or 11 characters (ISO 9362)')
    .meta(about('BIC of the bank that has the account')),
  instructingBic: z
    .string()
    .trim()
    .regex(BIC_PATTERN, 'must be a BIC of 8 or 11 characters (ISO 9362)')
    .optional()
    .meta(about('BIC of your own institution, where you are a bank: orders go out as pacs.008 in place of pain.001')),
  debtorCountry: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166-1 alpha-2 code in capital letters')
    .meta(about('country of the holder')),
  debtorStreet: Said(70).optional().meta(about('street of the holder')),
  debtorPostalCode: Said(16).optional().meta(about('postal code of the holder')),
  debtorCity: Said(35).meta(about('town of the holder')),
  settledBy: z
    .enum(SETTLED_BY)
    .optional()
    .meta(
      about(
        'what ends a payment: ACSC (our account is debited), ACCC (the payee is credited) or booking (a statement has the ' +
          'debit); booking by default once the bank has sent a statement, ACCC before',
      ),
    ),
  debtorLei: z
    .string()
    .trim()
    .refine(isLei, 'must be a legal entity identifier of 20 characters (ISO 17442)')
    .optional()
    .meta(about('LEI of the holder')),
});

const Shape = Members.superRefine(checkTransport, { when: () => true });

const TRAITS = {
  name: 'iso20022',
  about: 'a bank that takes files',
  examination: 'twin',
  isSimulated: false,
  needsBankCode: true,
  destination: ['directory', 'transport', 'sftpHost', 'sftpPort', 'sftpUser', 'sftpHostKey', 'sftpOut'],
} as const;

/** Settings of a bank that takes files of ISO 20022. Source: docs/GAPS.md#P19 */
export const iso20022Settings = defineAdapter(TRAITS, Shape, ({ debtorAccount, debtorCountry }) => {
  const fault = ibanFault(debtorAccount, debtorCountry);
  // The account may be in another country than its holder.
  if (fault === null || fault === 'iban_country') return [];
  const faults: FieldFault[] = [{ field: 'debtorAccount', code: fault, message: 'is no right IBAN' }];
  return faults;
});
