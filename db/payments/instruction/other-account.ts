import type { Tenant } from '../../../domain/auth/tenant';
import { compactAccountNumber, maskAccountNumber } from '../../../domain/payments/instruction/bank-account';
import { SENT_STATUSES } from '../../../domain/payments/instruction/status';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { isOneOfSql } from '../../status-sql';
import { payeeNameHashes } from './payee-names';
import { openPrivateData, type PrivateData } from './private-data';

/** An account to which a payee was paid before, other than the one that is named now. */
export interface OtherAccount {
  /** The payment to it. */
  instructionId: string;
  /** ISO 8601. */
  submittedAt: string;
  /** Its number, masked to the last four characters. Source: docs/GAPS.md#P8 */
  accountNumber: string;
}

/**
 * The account to which the newest payment to a payee of this name went, if it is another one.
 * @param before id of the payment that is examined; undefined: none is made yet
 * @returns null where it is the same account, or no payment was sent under this name
 * Source: docs/GAPS.md#P16
 */
export async function findOtherAccount(
  database: Queryable,
  vault: Vault,
  { accountId, environment }: Tenant,
  { beneficiary: { name, bankAccount }, before }: Pick<PrivateData, 'beneficiary'> & { before?: string | undefined },
): Promise<OtherAccount | null> {
  const [last] = await database.query<{ id: string; submittedAt: Date; privateSealed: Buffer }>(
    `select id, submitted_at as "submittedAt", private_sealed as "privateSealed" from payment_instructions
     where account_id = $1 and environment = $2 and payee_name_hash = any($3) and ($4::text is null or id < $4)
       and ${isOneOfSql('status', [...SENT_STATUSES, 'settled'])} and private_sealed is not null
     order by id desc limit 1`,
    [accountId, environment, payeeNameHashes(vault, name), before ?? null],
    'for_values',
  );
  if (last === undefined) return null;
  const { id: instructionId, submittedAt, privateSealed } = last;
  const { accountNumber } = openPrivateData(vault, instructionId, privateSealed).beneficiary.bankAccount;
  if (compactAccountNumber(accountNumber) === compactAccountNumber(bankAccount.accountNumber)) return null;
  return { instructionId, submittedAt: submittedAt.toISOString(), accountNumber: maskAccountNumber(accountNumber) };
}
