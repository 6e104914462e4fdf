import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import { isSameCode } from '../../lib/same-code';
import type { Visit } from '../visit';
import { SpokenRefusal } from './read-form';

/**
 * The token of a visitor's forms: it follows from a cookie, so nothing is stored, and another site cannot know it.
 * @param key secret of this service
 * @param seed of the login, see `formSeedOf`, or the random value of a visitor without one
 */
export function formTokenFor(key: Buffer, seed: string): string {
  return createHmac('sha256', key).update(seed).digest('base64url');
}

/**
 * Whether the browser says that the form was sent from one of our own pages, as far as it says anything. A browser that
 * compares the origins itself is believed, whatever name the page was opened by; of others the origin must be ours.
 */
function isSameOrigin(context: Context, publicUrl: string): boolean {
  const site = context.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const origin = context.get('Origin');
  return origin === '' || origin === new URL(publicUrl).origin;
}

/** @returns whether a form came from a page of ours that was made for this login */
export function isOwnForm(context: Context, publicUrl: string, given: string | null, expected: string): boolean {
  return isSameOrigin(context, publicUrl) && given !== null && isSameCode(expected, given);
}

/**
 * @param given the token of the form that was sent
 * @throws DomainError FORBIDDEN for a form that another site sent, or that is older than the login
 */
export function checkFormToken({ context, parts, formToken, words }: Visit, given: string | null): void {
  if (isOwnForm(context, parts.publicUrl, given, formToken)) return;
  throw new SpokenRefusal('FORBIDDEN', words.forms.outOfDate);
}
