import { partnerFaults } from '../../domain/payments/dispatch/adapters';
import { changedConfig } from '../../domain/payments/dispatch/partner-move';
import type { Vault } from '../../lib/vault';
import type { Queryable, Transacting } from '../database';
import { movedCredentials } from '../payments/dispatch/bank-credentials';
import { isCertified, requireCertificate } from '../payments/dispatch/certificates';
import { findPartner } from '../payments/dispatch/partners';
import type { Changes } from './change';
import type { Managed } from './nouns';
import type { Waivers } from './moved-partner';
import type { Values } from './proposals';

interface Parts {
  database: Transacting;
  vault: () => Vault;
}

interface Waived extends Waivers {
  kind: Managed;
  id: string;
}

/** @returns what a proposal and the audit log say of what is waived */
export function waiverNote({ withoutCertificate, despiteDoubt }: Waivers): Values {
  const waived = Object.entries({ withoutCertificate, despiteDoubt }).filter(([, value]) => value === true);
  return Object.fromEntries(waived);
}

/** Whether a partner is disabled, by its row. */
export async function isDisabledNow(database: Transacting, id: string): Promise<boolean> {
  const [row] = await database.query<{ isDisabled: boolean }>(
    'select disabled_at is not null as "isDisabled" from partners where id = $1',
    [id],
  );
  return row?.isDisabled === true;
}

/**
 * What the audit log states about the certificate by which a live partner is enabled; empty for anything else.
 * @throws DomainError as `requireCertificate`
 */
export async function certificateOfSwitch(
  { database, vault }: Parts,
  { kind, id, isDisabled, withoutCertificate }: Waived & { isDisabled: boolean },
  { reason }: { reason?: string | undefined },
): Promise<Values> {
  if (kind !== 'partner' || isDisabled) return {};
  const partner = await findPartner(database, id);
  if (partner?.environment !== 'live' || !(await isDisabledNow(database, id))) return {};
  const certificate = await requireCertificate(database, vault, partner, { withoutCertificate, reason });
  return certificate === null ? waiverNote({ withoutCertificate }) : { certificate };
}

/** What a proposal states about the credentials that a change of a partner drops; empty where none is dropped. */
export async function listDroppedCredentials(
  client: Queryable,
  { kind, id, changes }: { kind: Managed; id: string; changes: Changes },
): Promise<Values> {
  const partner = kind === 'partner' && changes['config'] !== undefined ? await findPartner(client, id) : null;
  if (partner === null) return {};
  const config = changedConfig(partner.config, changes);
  const droppedCredentials = await movedCredentials(client, partner, { config });
  return droppedCredentials.length === 0 ? {} : { droppedCredentials };
}

/**
 * What the audit log states about the certificate by which an enabled live partner changes its settings. A partner
 * that has passed with its settings may only take others with which it has passed too, even if it has failed since.
 * One that never passed with them has no certificate to lose.
 * @returns empty for any other change
 * @throws DomainError as `requireCertificate`
 */
export async function certificateOfChange(
  { database, vault }: Parts,
  { kind, id, changes, withoutCertificate }: Waived & { changes: Changes },
  { reason }: { reason?: string | undefined },
): Promise<Values> {
  const isOfAdapter = changes['url'] !== undefined || changes['config'] !== undefined;
  if (kind !== 'partner' || !isOfAdapter) return {};
  const partner = await findPartner(database, id);
  if (partner?.environment !== 'live' || (await isDisabledNow(database, id))) return {};
  const config = changedConfig(partner.config, changes);
  // Settings with faults are refused for these.
  if (partnerFaults({ ...partner, config }).length > 0) return {};
  if (!(await isCertified(database, vault, partner))) return {};
  const certificate = await requireCertificate(database, vault, { ...partner, config }, { withoutCertificate, reason });
  return certificate === null ? waiverNote({ withoutCertificate }) : { certificate };
}
