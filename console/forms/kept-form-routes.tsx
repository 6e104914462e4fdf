import { readKeptForm } from '../../db/auth/kept-forms';
import { KEPT_FORMS } from './kept-form';
import { SpokenRefusal } from './read-form';
import { KeptFormPage } from './kept-form-page';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { userOf } from '../user-of';

async function showKeptForm(visit: Visit): Promise<Answer> {
  const { database, vault, now } = visit.parts;
  const { title, expired } = visit.words.forms.kept;
  const request = { id: visit.params['id'] ?? '', userId: userOf(visit).id, now: now() };
  const kept = await readKeptForm(database, vault, request);
  if (kept === null) throw new SpokenRefusal('NOT_FOUND', expired);
  const body = <KeptFormPage of={kept} formToken={visit.formToken} />;
  return { kind: 'page', title, body };
}

/** Source: docs/GAPS.md#A7 */
export const KEPT_FORM_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: `${KEPT_FORMS}/:id`, access: 'user', handle: showKeptForm },
];
