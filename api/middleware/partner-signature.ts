import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { rememberSignature } from '../../db/auth/seen-signatures';
import { livePartnerSecrets } from '../../db/payments/dispatch/partners';
import type { Database } from '../../db/database';
import type { Vault } from '../../lib/vault';
import type { PartnerPrincipal } from '../../domain/auth/principal';
import { isFresh, SIGNATURE_VERSION, signedPartnerText } from '../../domain/auth/partner-signature';
import { DomainError } from '../../domain/errors';

function signatureFault(): DomainError {
  return new DomainError('UNAUTHORIZED', 'The request signature is missing, old or wrong.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="corridor"' },
  });
}

/**
 * What a repeat shares with its first request: the signed bytes and the key that names the report. A request without a
 * key is taken once. Source: docs/GAPS.md#A2
 */
function repeatableHash(context: Context, signedText: Uint8Array): Buffer | null {
  const key = context.get('Idempotency-Key');
  if (key === '') return null;
  const keyHash = createHash('sha256').update(key).digest();
  return createHash('sha256').update(keyHash).update(signedText).digest();
}

/** Verifies the requests of partners that are set to `signed`. Source: docs/GAPS.md#A2 */
export class PartnerSignatures {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** @throws DomainError UNAUTHORIZED */
  async verify(context: Context, partner: PartnerPrincipal, body: Buffer, now: Date): Promise<void> {
    const timestamp = context.get('X-Partner-Timestamp');
    const sent = context.get('X-Partner-Signature');
    if (!sent.startsWith(SIGNATURE_VERSION) || !isFresh(timestamp, now.getTime())) throw signatureFault();
    const given = Buffer.from(sent.slice(SIGNATURE_VERSION.length), 'hex');
    const text = signedPartnerText(timestamp, context.method, context.originalUrl, body);
    const secrets = await livePartnerSecrets(this.database, this.vault, partner.partnerId, now);
    const matches = secrets.filter((secret) => {
      const expected = createHmac('sha256', secret).update(text).digest();
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
    if (matches.length === 0) throw signatureFault();
    // Only verified signatures are remembered, so a caller without the secret cannot fill the memory.
    const request = {
      partnerId: partner.partnerId,
      signature: given,
      requestHash: repeatableHash(context, text),
    };
    if (!(await rememberSignature(this.database, request, now))) throw signatureFault();
  }
}
