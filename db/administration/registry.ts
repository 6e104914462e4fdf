import { DomainError, invalidField, invalidRequest } from '../../domain/errors';
import { WAIVER_WITHOUT_REASON } from '../../domain/payments/dispatch/certificate';
import { partnerFaults } from '../../domain/payments/dispatch/adapters';
import type { NewRoute } from '../../domain/payments/routing/route-schema';
import { routeBoundFaults } from '../../domain/payments/routing/route-settings';
import type { Environment } from '../../domain/auth/tenant';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import { createPartnerKey, type NewPartnerKey } from '../auth/credentials';
import type { Database, Transacting } from '../database';
import { UniqueViolation } from '../faults';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { findPartner, insertPartner, type NewPartner } from '../payments/dispatch/partners';
import { calendarFaults } from '../payments/routing/read-calendar';
import { insertRoute } from '../payments/routing/routes';
import type { Vault } from '../../lib/vault';
import { readPartnerRow, readRouteRow, type PartnerRow, type RouteRow } from './settlement-network';
import { readApprovals } from './approvals';

/** The creator of an object, and the idempotency key of the creating request. */
export interface Maker {
  actor: Actor;
  held: HeldKey | null;
  reason?: string | undefined;
}

export interface RegisteredPartner {
  row: PartnerRow;
  /** Both are shown to its owner once. */
  key: string;
  secret: string;
}

/**
 * Creates a partner with a key and a signing secret, with an audit entry, in one transaction. A live partner is
 * disabled until the laboratory has passed it. With `withoutCertificate` and a reason it is enabled, unless that needs
 * a second person.
 * @throws DomainError INVALID_REQUEST with every fault of the settings; DUPLICATE when the name is taken
 * Source: docs/GAPS.md#P10, docs/GAPS.md#A2, docs/GAPS.md#P20
 */
export async function registerPartner(
  database: Database,
  vault: Vault,
  request: NewPartner &
    Pick<NewPartnerKey, 'endpointLimits' | 'customEndpointLimits'> & { withoutCertificate?: boolean },
  { actor, held, reason }: Maker,
): Promise<RegisteredPartner> {
  const { endpointLimits, customEndpointLimits = {}, withoutCertificate = false, ...partner } = request;
  const faults = partnerFaults(partner);
  if (withoutCertificate && (reason ?? '').trim() === '') faults.push(WAIVER_WITHOUT_REASON);
  if (faults.length > 0) throw invalidRequest(faults);
  const { name, adapter, environment, authMode } = partner;
  try {
    return await database.transaction(async (client) => {
      // Nobody can have examined a partner that is just being made: its secret is not known yet.
      const isWaived = withoutCertificate && (await readApprovals(client))['live-network'] === 'one';
      const isEnabled = environment === 'test' || isWaived;
      const { id, secret } = await insertPartner(client, vault, { ...partner, isEnabled });
      const { key } = await createPartnerKey(client, {
        partnerId: id,
        label: name,
        endpointLimits,
        customEndpointLimits,
      });
      const waived = withoutCertificate ? { withoutCertificate, reason } : {};
      const detail = { name, adapter, environment, authMode, disabled: !isEnabled, ...waived };
      await appendAuditEntry(client, { actor, act: 'partner.created', subject: id, accountId: null, detail });
      await nameIdempotentSubject(client, held, id);
      return { row: await readPartnerRow(client, id), key, secret };
    });
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
    throw new DomainError('DUPLICATE', `There is a partner named ${name} already.`, { cause: fault });
  }
}

/**
 * Creates a route on its partner's side, with an audit entry in the same transaction, and notifies every process.
 * @param request `environment`, if given, must be the partner's
 * @throws DomainError INVALID_REQUEST with every fault of the settings
 * Source: docs/GAPS.md#P10, docs/GAPS.md#A4
 */
export async function registerRoute(
  database: Transacting,
  request: NewRoute & { environment?: Environment | undefined },
  { actor, held, reason }: Maker,
): Promise<RouteRow> {
  const { environment, ...route } = request;
  const { partnerId, currencies, countries } = route;
  const faults = [...routeBoundFaults(route), ...(await calendarFaults(database, route.calendars ?? []))];
  if (faults.length > 0) throw invalidRequest(faults);
  return database.transaction(async (client) => {
    const partner = await findPartner(client, partnerId);
    if (partner === null) throw invalidField('partnerId', 'unknown', `There is no partner ${partnerId}.`);
    if (environment !== undefined && environment !== partner.environment) {
      const message = `The partner ${partner.name} is ${partner.environment}; a route has its partner's environment.`;
      throw invalidField('environment', 'other_side', message);
    }
    const id = await insertRoute(client, route);
    const after = { partner: partnerId, environment: partner.environment, currencies, countries };
    const detail = { ...after, ...(reason === undefined ? {} : { reason }) };
    await appendAuditEntry(client, { actor, act: 'route.created', subject: id, accountId: null, detail });
    await nameIdempotentSubject(client, held, id);
    return readRouteRow(client, id);
  });
}
