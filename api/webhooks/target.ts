import { z } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import { invalidRequest, type FieldFault } from '../../domain/errors';
import { sound } from '../../domain/schema-tools';
import { readTrustedOrigins } from '../../db/webhooks/trusted-origins';
import { lookUpAddresses } from '../../lib/name-resolver';
import type { Services } from '../services';
import { attributeFaults } from '../../domain/webhooks/queue-message';
import {
  ipLiteral,
  isPublicAddress,
  isTrustedOrigin,
  isThisMachine,
  placeFault,
  TARGET_MESSAGES,
  type Place,
} from '../../domain/webhooks/target';

/** A name server that does not answer must not hold a request; the check is made again at each connection. */
const LOOKUP_MS = 1_000;

type TargetServices = Pick<Services, 'database' | 'settings'>;

/** Advice for receiving on one's own machine; nothing for other addresses. */
function adviceFor(url: string, { environment }: Tenant): string {
  if (environment !== 'test' || !isThisMachine(url)) return '';
  const { origin } = new URL(url);
  return `; to receive here run "corridor listen --forward-to ${origin}", or have an operator run "corridor webhooks trust ${origin}"`;
}

async function trustedOriginsOf({ environment }: Tenant, { settings, database }: TargetServices): Promise<string[]> {
  return [...settings.webhookTrustedOrigins, ...(await readTrustedOrigins(database, environment))];
}

/** Faults of a URL: as it is written, or by the addresses to which its host resolves. */
async function urlFaults({ url, region }: Place, tenant: Tenant, services: TargetServices): Promise<FieldFault[]> {
  const trusted = await trustedOriginsOf(tenant, services);
  const field = region === null ? 'url' : 'destination.queue_url';
  const fault = placeFault({ url, region }, trusted);
  const advice = region === null ? adviceFor(url, tenant) : '';
  if (fault !== null) return [{ field, code: fault, message: TARGET_MESSAGES[fault] + advice }];
  const parsed = new URL(url);
  if (isTrustedOrigin(parsed, trusted) || ipLiteral(parsed) !== null) return [];
  // The name servers of the deliveries: another one could know names inside, and the answer would tell them.
  const nameServers = services.settings.webhookNameServers ?? [];
  const addresses = await lookUpAddresses(parsed.hostname, { timeoutMs: LOOKUP_MS, nameServers }).catch(() => []);
  const isPublic = addresses.every(({ address }) => isPublicAddress(address));
  return isPublic ? [] : [{ field, code: 'address', message: TARGET_MESSAGES.address }];
}

const NAMED = z.record(z.string(), z.unknown());
/** Where deliveries are to go, and the names of static headers where they go to a queue. */
const Wanted = z.union([
  z.object({ url: z.string() }).transform(({ url }) => ({ url, region: null, headerNames: [] })),
  z
    .object({ destination: z.object({ queue_url: z.string(), region: z.string() }), headers: sound(NAMED) })
    .transform(({ destination: { queue_url: url, region }, headers }) => {
      return { url, region, headerNames: Object.keys(headers ?? {}) };
    }),
]);

/** Members of a body that say where deliveries go. */
interface WantedMembers {
  url?: string | undefined;
  destination?: { queue_url: string; region: string } | undefined;
  headers?: Record<string, string> | undefined;
}

/** Faults of the target of a body that has other faults. Source: docs/GAPS.md#G2 */
export async function targetFaults(body: unknown, tenant: Tenant, services: TargetServices): Promise<FieldFault[]> {
  const wanted = Wanted.safeParse(body);
  if (!wanted.success) return [];
  const headers = attributeFaults(wanted.data.headerNames).map(({ name, message }) => {
    return { field: name === null ? 'headers' : `headers.${name}`, code: 'attribute', message };
  });
  return [...(await urlFaults(wanted.data, tenant, services)), ...headers];
}

/**
 * Refuses a webhook target that deliveries would refuse.
 * @throws DomainError INVALID_REQUEST naming `url`, or members of `destination` and `headers`
 * Source: docs/GAPS.md#W6, docs/GAPS.md#W11, docs/GAPS.md#W16
 */
export async function checkTarget(wanted: WantedMembers, tenant: Tenant, services: TargetServices): Promise<void> {
  const faults = await targetFaults(wanted, tenant, services);
  if (faults.length > 0) throw invalidRequest(faults);
}
