import { partnerFaults } from '../../domain/payments/dispatch/adapters';
import type { Vault } from '../../lib/vault';
import type { Transacting } from '../database';
import { isCertified, requireCertificate } from '../payments/dispatch/certificates';
import { findPartner } from '../payments/dispatch/partners';
import type { Changes } from './change';
import type { Managed } from './directory';
import type { Values } from './proposals';

interface Parts {
  database: Transacting;
  vault: () => Vault;
}

interface Waived {
  kind: Managed;
  id: string;
  withoutCertificate?: boolean | undefined;
}

/** @returns what a proposal and the audit log say of a partner that is enabled without a certificate */
export function waiverNote(withoutCertificate: boolean | undefined): Values {
  return withoutCertificate === true ? { withoutCertificate } : {};
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
  return certificate === null ? waiverNote(true) : { certificate };
}

/** Settings of an adapter as they are after a change; null takes one away. */
function changedConfig(config: Values, { url, config: others }: Changes): Values {
  const given = typeof others === 'object' && others !== null ? others : {};
  const all = { ...config, ...given, ...(url === undefined ? {} : { url }) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
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
  return certificate === null ? waiverNote(true) : { certificate };
}
