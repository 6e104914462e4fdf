import { Resolver } from 'node:dns/promises';
import { invalidField } from '../../domain/errors';
import {
  ipLiteral,
  isPublicAddress,
  isTrustedOrigin,
  TARGET_MESSAGES,
  targetFault,
} from '../../domain/webhooks/target';

/** A name server that does not answer must not hold a request; the check is made again at each connection. */
const LOOKUP_MS = 1_000;

/**
 * Not the system's look-up: that holds a thread of a pool which file access and the database's own look-ups share.
 * @returns no address where there is no answer: the name may exist tomorrow; deliveries to it fail and are retried
 */
async function addressesOf(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  const none = (): string[] => [];
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(none),
      resolver.resolve6(hostname).catch(none),
    ]);
    return [...four, ...six];
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Refuses a webhook URL that deliveries would refuse.
 * @throws DomainError INVALID_REQUEST naming `url`
 * Source: docs/GAPS.md#W6
 */
export async function checkTarget(url: string, trustedOrigins: readonly string[]): Promise<void> {
  const fault = targetFault(url, trustedOrigins);
  if (fault !== null) throw invalidField('url', fault, TARGET_MESSAGES[fault]);
  const parsed = new URL(url);
  if (isTrustedOrigin(parsed, trustedOrigins)) return;
  if (ipLiteral(parsed) !== null) return;
  const addresses = await addressesOf(parsed.hostname);
  if (!addresses.every(isPublicAddress)) throw invalidField('url', 'address', TARGET_MESSAGES.address);
}
