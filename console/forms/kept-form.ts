import { keepForm } from '../../db/auth/kept-forms';
import { formSeedOf, KEPT_FORM } from '../../domain/auth/logins';
import { ConsoleCookies } from '../auth/cookies';
import { formTokenFor, isOwnForm } from './form-token';
import { PROOF_FIELD } from '../auth/proof-page';
import { readForm } from './read-form';
import { pageOf } from '../return-path';
import type { ConsoleRoute } from '../route';
import type { Visit } from '../visit';

/** Where a stored form waits for its sender. */
export const KEPT_FORMS = '/console/kept-form';

/** Fields that hold secrets, or belong to the login that is over. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  ...['password', 'current', 'code', PROOF_FIELD],
  ...['headers', 'secretAccessKey', 'form_token'],
]);

/**
 * Saves a form submitted after its login had expired, for the person of that login only, and only if it has the token
 * of that login.
 * @returns address of the page that shows it, or null when nothing is saved
 * Source: docs/GAPS.md#A7
 */
export async function keepExpiredForm(route: ConsoleRoute, visit: Visit): Promise<string | null> {
  const { context, parts } = visit;
  const token = new ConsoleCookies(context, parts.publicUrl).login();
  if (route.method === 'get' || route.isFramed === true || token === null) return null;
  const { form } = await readForm(context, route);
  const expected = formTokenFor(parts.vault.derive('console forms'), formSeedOf(token));
  if (!isOwnForm(context, parts.publicUrl, form.get('form_token'), expected)) return null;
  const fields = [...form].filter(([name]) => !NOT_KEPT.has(name));
  const kept = { action: context.path, page: pageOf(context, parts.publicUrl), fields };
  const text = JSON.stringify(kept);
  if (Buffer.byteLength(text) > KEPT_FORM.maxBytes) return null;
  const id = await keepForm(parts.database, parts.vault, { token, form: kept, now: parts.now() });
  return id === null ? null : `${KEPT_FORMS}/${id}`;
}
