import { releaseForm, takeForm, type SentForm } from '../../db/auth/sent-forms';
import type { User } from '../../domain/auth/users';
import { mayMakeSecret } from '../auth/login-throttle';
import { pageBefore } from '../return-path';
import { SpokenRefusal } from './read-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';

const FORM_ID = /^[\w-]{1,64}$/;

function sentForm({ context, form }: Visit, user: User): SentForm | null {
  const id = form.get('form_id') ?? '';
  return FORM_ID.test(id) ? { userId: user.id, action: context.path, id } : null;
}

/** The page for a form that was already submitted; it does not show a secret again. */
function repeatPage({ context, parts, words }: Visit): Answer {
  const { title, means, back } = words.forms.repeated;
  // The form of what is new shows no result; the list of what there is does.
  const list = /^(.+)\/new$/.exec(context.path)?.[1];
  const resultPage = list ?? pageBefore(context, parts.publicUrl) ?? '/console';
  const body = (
    <>
      <p role="alert">{means}</p>
      <p>{back({ page: (text) => <a href={resultPage}>{text}</a> })}</p>
    </>
  );
  return { kind: 'page', title, body, status: 409 };
}

const isRefusal = (answer: Answer): boolean => 'status' in answer && (answer.status ?? 200) >= 400;

/** Handles a form once; after a refusal or a fault it may be submitted again. */
async function actOnce(visit: Visit, sent: SentForm, route: ConsoleRoute): Promise<Answer> {
  const { database, log } = visit.parts;
  const release = (): Promise<void> =>
    releaseForm(database, sent).catch((fault: unknown) => log.warn({ fault }, 'a form could not be given back'));
  try {
    const answer = await route.handle(visit);
    if (isRefusal(answer)) await release();
    return answer;
  } catch (fault) {
    await release();
    throw fault;
  }
}

/**
 * Passes a submitted form to its route. A form that counts once gets a page with status 409 when it is submitted again,
 * by a second click or a reload; one that was refused or failed may be submitted again.
 * @throws DomainError RATE_LIMIT when a person creates too many secrets in a short time
 * Source: docs/GAPS.md#A7
 */
export async function handleForm(route: ConsoleRoute, visit: Visit): Promise<Answer> {
  const { parts, user, words } = visit;
  if (user === null || (route.makesSecret !== true && route.countsOnce !== true)) return route.handle(visit);
  if (route.makesSecret === true && !(await mayMakeSecret(parts.database, user.id))) {
    throw new SpokenRefusal('RATE_LIMIT', words.forms.manySecrets);
  }
  const sent = sentForm(visit, user);
  if (sent === null) return route.handle(visit);
  return (await takeForm(parts.database, sent)) ? actOnce(visit, sent, route) : repeatPage(visit);
}
