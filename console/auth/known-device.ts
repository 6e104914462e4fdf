import { randomBytes } from 'node:crypto';
import { isSameCode } from '../../lib/same-code';
import { ConsoleCookies } from './cookies';
import { formTokenFor } from '../forms/form-token';
import type { Visit } from '../visit';

const NONCE_BYTES = 16;

function proofOf({ parts }: Visit, email: string, nonce: string): string {
  return formTokenFor(parts.vault.derive('devices of logins'), `${email}\n${nonce}`);
}

/**
 * Recognises a browser in which this person has logged in before, so that strangers' attempts use up only the attempts
 * of other browsers. The cookie gives no access and contains no name.
 * @returns the name of the browser, or null for an unknown one
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies"
 */
export function knownDevice(visit: Visit, email: string): string | null {
  const cookie = new ConsoleCookies(visit.context, visit.parts.publicUrl).device() ?? '';
  const [nonce = '', proof = ''] = cookie.split('.');
  return nonce !== '' && isSameCode(proofOf(visit, email, nonce), proof) ? nonce : null;
}

/** Keeps in the browser that this person has logged in. */
export function rememberDevice(visit: Visit, email: string): void {
  const nonce = knownDevice(visit, email) ?? randomBytes(NONCE_BYTES).toString('base64url');
  new ConsoleCookies(visit.context, visit.parts.publicUrl).setDevice(`${nonce}.${proofOf(visit, email, nonce)}`);
}
