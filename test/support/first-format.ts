import { createCipheriv, randomBytes } from 'node:crypto';
import { openVault } from '../../lib/vault';

/** A value as the first format of the vault wrote it: the purpose alone is authenticated. */
export function sealInFirstFormat(dataKey: string, plain: string, purpose: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(dataKey, 'base64'), nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const keyId = Buffer.from(openVault(dataKey).currentKeyId, 'hex');
  return Buffer.concat([Buffer.from([1]), keyId, nonce, body, cipher.getAuthTag()]);
}
