import { z } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import { invalidRequest, type FieldFault } from '../../domain/errors';
import { readTrustedOrigins } from '../../db/webhooks/trusted-origins';
import { lookUpAddresses } from '../../lib/name-resolver';
import type { Services } from '../services';
import {
  ipLiteral,
  isPublicAddress,
  isTrustedOrigin,
  leadsToThisMachine,
  TARGET_MESSAGES,
  targetFault,
} from '../../domain/webhooks/target';

/** A name server that does not answer must not hold a request; the check is made again at each connection. */
const LOOKUP_MS = 1_000;

type TargetServices = Pick<Services, 'database' | 'settings'>;

/** Advice for receiving on one's own machine; nothing for other addresses. */
function adviceFor(url: string, { environment }: Tenant): string {
  if (environment !== 'test' || !leadsToThisMachine(url)) return '';
  const { origin } = new URL(url);
  return `; to receive here run "corridor listen --forward-to ${origin}", or have an operator run "corridor webhooks trust ${origin}"`;
}

async function trustedOriginsOf({ environment }: Tenant, { settings, database }: TargetServices): Promise<string[]> {
  return [...settings.webhookTrustedOrigins, ...(await readTrustedOrigins(database, environment))];
}

/** What is wrong with the URL, as it is written or by the addresses that its name has. */
async function urlFaults(url: string, tenant: Tenant, services: TargetServices): Promise<FieldFault[]> {
  const trusted = await trustedOriginsOf(tenant, services);
  const fault = targetFault(url, trusted);
  if (fault !== null) return [{ field: 'url', code: fault, message: TARGET_MESSAGES[fault] + adviceFor(url, tenant) }];
  const parsed = new URL(url);
  if (isTrustedOrigin(parsed, trusted) || ipLiteral(parsed) !== null) return [];
  // The name servers of the deliveries: another one could know names inside, and the answer would tell them.
  const nameServers = services.settings.webhookNameServers ?? [];
  const addresses = await lookUpAddresses(parsed.hostname, { timeoutMs: LOOKUP_MS, nameServers }).catch(() => []);
  const isPublic = addresses.every(({ address }) => isPublicAddress(address));
  return isPublic ? [] : [{ field: 'url', code: 'address', message: TARGET_MESSAGES.address }];
}

const Addressed = z.object({ url: z.string() });

/** @returns what is wrong with the URL of a body that has other faults. Source: docs/GAPS.md#G2 */
export async function targetFaults(body: unknown, tenant: Tenant, services: TargetServices): Promise<FieldFault[]> {
  const addressed = Addressed.safeParse(body);
  return addressed.success ? urlFaults(addressed.data.url, tenant, services) : [];
}

/**
 * Refuses a webhook URL that deliveries would refuse.
 * @throws DomainError INVALID_REQUEST naming `url`
 * Source: docs/GAPS.md#W6, docs/GAPS.md#W11
 */
export async function checkTarget(url: string, tenant: Tenant, services: TargetServices): Promise<void> {
  const faults = await urlFaults(url, tenant, services);
  if (faults.length > 0) throw invalidRequest(faults);
}
