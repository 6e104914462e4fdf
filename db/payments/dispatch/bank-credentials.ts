import { DomainError } from '../../../domain/errors';
import { newId } from '../../../lib/ids';
import { credentialDestination } from '../../../domain/payments/dispatch/credential-destination';
import { SealedForAnother, type Vault } from '../../../lib/vault';
import { auditHash } from '../../administration/audit-values';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Queryable, Transacting } from '../../database';
import { BANK_CREDENTIAL, openSealed } from '../../sealed-columns';
import { findPartner, type Partner } from './partners';

/** A credential that Corridor presents to a bank, without its value. */
export interface BankCredential {
  name: string;
  changedAt: Date;
}

/** A partner as it is called: its credentials open where these settings present them, and nowhere else. */
export type CalledPartner = Pick<Partner, 'id' | 'adapter' | 'config'>;

async function requirePartner(client: Queryable, partnerId: string): Promise<Partner> {
  const partner = await findPartner(client, partnerId);
  if (partner === null) throw new DomainError('NOT_FOUND', 'There is no such partner.');
  return partner;
}

/**
 * A change of a credential for the audit log and for the person who confirms it: former and new value as keyed hashes,
 * and where it is presented, which must be the same at confirmation.
 */
export async function credentialChange(
  client: Queryable,
  vault: Vault,
  { partnerId, name, value }: { partnerId: string; name: string; value: string | null },
) {
  const hash = auditHash(() => vault);
  const partner = await requirePartner(client, partnerId);
  const former = await readBankCredential(client, vault, partner, name);
  const destination = credentialDestination(partner, name);
  const shown = (text: string | null) => ({ credential: name, value: text === null ? null : hash(text), destination });
  return { before: shown(former), after: shown(value) };
}

/**
 * Stores a credential that Corridor presents to a partner's bank, in place of an earlier one of that name. It is used
 * from the next call on, if the partner's settings present it. The audit entry has the name, and both values as keyed
 * hashes.
 * @throws DomainError NOT_FOUND
 * Source: docs/GAPS.md#described, docs/GAPS.md#A12
 */
export async function setBankCredential(
  database: Transacting,
  vault: Vault,
  request: { partnerId: string; name: string; value: string; actor: Actor; reason?: string | undefined },
): Promise<void> {
  const { partnerId, name, value, actor, reason } = request;
  await database.transaction(async (client) => {
    await client.query('select id from partners where id = $1 for no key update', [partnerId]);
    const destination = credentialDestination(await requirePartner(client, partnerId), name);
    const values = await credentialChange(client, vault, { partnerId, name, value });
    await client.query('delete from bank_credentials where partner_id = $1 and name = $2', [partnerId, name]);
    const id = newId('key');
    await client.query('insert into bank_credentials (id, partner_id, name, value_sealed) values ($1, $2, $3, $4)', [
      id,
      partnerId,
      name,
      vault.seal(value, BANK_CREDENTIAL.purpose(id, destination)),
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

/**
 * Opens a credential of a partner; null if none is stored for the place where these settings present it.
 * @param partner as it is about to be called: a credential stored for other settings does not open
 * Source: docs/GAPS.md#A12
 */
export async function readBankCredential(
  database: Queryable,
  vault: Vault,
  partner: CalledPartner,
  name: string,
): Promise<string | null> {
  const [row] = await database.query<{ id: string; value: Buffer }>(
    'select id, value_sealed as value from bank_credentials where partner_id = $1 and name = $2',
    [partner.id, name],
  );
  if (row === undefined) return null;
  try {
    return openSealed(vault, BANK_CREDENTIAL, { ...row, destination: credentialDestination(partner, name) }).toString();
  } catch (fault) {
    if (fault instanceof SealedForAnother) return null;
    throw fault;
  }
}

/** @returns the names of credentials that other settings present elsewhere, which a change to them drops. Source: docs/GAPS.md#A12 */
export async function movedCredentials(
  client: Queryable,
  before: CalledPartner,
  after: Pick<CalledPartner, 'config'>,
): Promise<string[]> {
  const known = await listBankCredentials(client, before.id);
  const isMoved = (name: string): boolean =>
    credentialDestination(before, name) !== credentialDestination({ ...before, ...after }, name);
  return known.map(({ name }) => name).filter(isMoved);
}

/** Drops those credentials, in the transaction that changes the settings. @returns their names */
export async function dropMovedCredentials(
  client: Queryable,
  before: CalledPartner,
  after: Pick<CalledPartner, 'config'>,
): Promise<string[]> {
  const moved = await movedCredentials(client, before, after);
  if (moved.length === 0) return moved;
  await client.query('delete from bank_credentials where partner_id = $1 and name = any($2)', [before.id, moved]);
  return moved;
}

/** @returns the names of a partner's credentials, with the time of each one's last change */
export function listBankCredentials(database: Queryable, partnerId: string): Promise<BankCredential[]> {
  return database.query<BankCredential & Record<string, unknown>>(
    'select name, changed_at as "changedAt" from bank_credentials where partner_id = $1 order by name',
    [partnerId],
  );
}
