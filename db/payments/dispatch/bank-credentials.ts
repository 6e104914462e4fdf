import { DomainError } from '../../../domain/errors';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import { auditHash } from '../../administration/audit-values';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Queryable, Transacting } from '../../database';
import { BANK_CREDENTIAL, openSealed } from '../../sealed-columns';

/** A credential that Corridor presents to a bank, without its value. */
export interface BankCredential {
  name: string;
  changedAt: Date;
}

/** @returns what a change of a credential looks like to the audit log and to the person who confirms it: values as keyed hashes */
export async function credentialChange(
  client: Queryable,
  vault: Vault,
  { partnerId, name, value }: { partnerId: string; name: string; value: string | null },
) {
  const hash = auditHash(() => vault);
  const former = await readBankCredential(client, vault, partnerId, name);
  const shown = (text: string | null) => ({ credential: name, value: text === null ? null : hash(text) });
  return { before: shown(former), after: shown(value) };
}

/**
 * Stores a credential that Corridor presents to a partner's bank, in place of an earlier one of that name; it is in force with the
 * next call. Its audit entry has the name, and both values as keyed hashes.
 * @throws DomainError NOT_FOUND
 * Source: docs/GAPS.md#described
 */
export async function setBankCredential(
  database: Transacting,
  vault: Vault,
  request: { partnerId: string; name: string; value: string; actor: Actor; reason?: string | undefined },
): Promise<void> {
  const { partnerId, name, value, actor, reason } = request;
  await database.transaction(async (client) => {
    const found = await client.query('select id from partners where id = $1 for no key update', [partnerId]);
    if (found.length === 0) throw new DomainError('NOT_FOUND', 'There is no such partner.');
    const values = await credentialChange(client, vault, { partnerId, name, value });
    await client.query('delete from bank_credentials where partner_id = $1 and name = $2', [partnerId, name]);
    const id = newId('key');
    await client.query('insert into bank_credentials (id, partner_id, name, value_sealed) values ($1, $2, $3, $4)', [
      id,
      partnerId,
      name,
      vault.seal(value, BANK_CREDENTIAL.purpose(id)),
    ]);
    const detail = { credential: name, ...values, ...(reason === undefined ? {} : { reason }) };
    await appendAuditEntry(client, {
      actor,
      act: 'partner.credential_set',
      subject: partnerId,
      accountId: null,
      detail,
    });
  });
}

/** @returns the value of a credential; null where it was not set */
export async function readBankCredential(
  database: Queryable,
  vault: Vault,
  partnerId: string,
  name: string,
): Promise<string | null> {
  const [row] = await database.query<{ id: string; value: Buffer }>(
    'select id, value_sealed as value from bank_credentials where partner_id = $1 and name = $2',
    [partnerId, name],
  );
  return row === undefined ? null : openSealed(vault, BANK_CREDENTIAL, row).toString('utf8');
}

/** @returns the names of a partner's credentials */
export function listBankCredentials(database: Queryable, partnerId: string): Promise<BankCredential[]> {
  return database.query<BankCredential & Record<string, unknown>>(
    'select name, changed_at as "changedAt" from bank_credentials where partner_id = $1 order by name',
    [partnerId],
  );
}
