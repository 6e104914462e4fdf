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

/** @returns whether a partner is disabled */
export async function isDisabledNow(database: Transacting, id: string): Promise<boolean> {
  const [row] = await database.query<{ isDisabled: boolean }>(
    'select disabled_at is not null as "isDisabled" from partners where id = $1',
    [id],
  );
  return row?.isDisabled === true;
}

/**
 * @returns what the audit log says of the certificate by which a live partner is enabled; nothing for all else
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

/** @returns what a proposal says of the credentials that a change of a partner drops; nothing where there is none */
export async function droppedBy(
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
 * An enabled live partner that has passed with its settings changes them for others with which it has passed, also
 * where it has failed since. One that has never passed with them has no certificate to lose.
 * @returns what the audit log says of the certificate by which the settings change; nothing for all else
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
