import { lookup } from 'node:dns/promises';
import { invalidField } from '../../domain/errors';
import { isPublicAddress, isTrustedOrigin, TARGET_MESSAGES, targetFault } from '../../domain/webhooks/target';

/** A name server that does not answer must not hold a request; the check is made again at each connection. */
const LOOKUP_MS = 1_000;

async function addressesOf(hostname: string): Promise<string[]> {
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('the look-up took too long')), LOOKUP_MS).unref();
  });
  try {
    const found = await Promise.race([lookup(hostname, { all: true }), timeout]);
    return found.map(({ address }) => address);
  } catch {
    // A name that cannot be resolved now may exist tomorrow: deliveries to it fail and are retried.
    return [];
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
  const addresses = await addressesOf(parsed.hostname.replace(/^\[|\]$/g, ''));
  if (!addresses.every(isPublicAddress)) throw invalidField('url', 'address', TARGET_MESSAGES.address);
}
