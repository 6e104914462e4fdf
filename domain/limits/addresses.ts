import ipaddr from 'ipaddr.js';
import type { Bucket } from './bucket';
import { ENDPOINT_LIMITS } from './plans';

/** What an address may do before a key is known; it describes such traffic and refuses none. Source: docs/GAPS.md#L3 */
export const ADDRESS_BUCKET: Bucket = { limit: 600, period: 'minute' };

/**
 * What an address may ask of that which costs no token and needs no key: the status of a key's limits, the health of the
 * service, the verification of a document. Probes ask once a second at most. Source: docs/GAPS.md#L3
 */
export const OPEN_BUCKET: Bucket = { limit: 600, period: 'minute' };

/** Wrong keys of one address; a missing key is no wrong one. Source: docs/GAPS.md#A1 */
export const WRONG_KEY_BUCKET: Bucket = { limit: 20, period: 'minute' };

/**
 * Proved notifications of one described bank: as many as another partner's reports of both kinds.
 * Source: docs/GAPS.md#described-webhooks
 */
export const NOTIFICATION_BUCKET: Bucket = {
  limit: ENDPOINT_LIMITS.statusReport + ENDPOINT_LIMITS.settlementConfirmation,
  period: 'minute',
};

const IPV6_NETWORK_PARTS = 4;

/**
 * The unit by which addresses are counted: an IPv4 address (also when mapped into IPv6), or the /64 network of an
 * IPv6 address, since the holder of one of its addresses has all of them.
 * @param address as the socket or the trusted proxy gives it
 */
export function addressUnit(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const parts = parsed.toNormalizedString().split(':').slice(0, IPV6_NETWORK_PARTS);
  return `${parts.join(':')}::/64`;
}
