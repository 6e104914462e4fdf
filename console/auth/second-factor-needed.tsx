import { hasLiveSide } from '../../db/auth/accounts';
import type { User } from '../../domain/auth/users';
import { SECURITY } from './security-page';
import { isForOperators, type ConsoleRoute } from '../route';
import type { Answer, ConsoleParts, Visit } from '../visit';
import type { Words } from '../words/use-words';

/** Who asks for the second factor of people whose pages are in English, and who could ask no more. */
const RULES = {
  operator: 'Once the service has a live side, operators need a second factor to act.',
  partner: 'People of a live partner need a second factor to act.',
};

function refusal(rule: string, { needed }: Words['auth']): Answer {
  const body = (
    <>
      <p role="alert">
        {rule} {needed.nothingChanged}
      </p>
      <p>{needed.setUp({ link: (text) => <a href={SECURITY}>{text}</a> })}</p>
    </>
  );
  return { kind: 'page', title: needed.title, body, status: 403 };
}

/** What a member without a second factor gets to: the way to set one up. */
function isOnTheWay({ access, path }: ConsoleRoute): boolean {
  return access === 'anyone' || path === '/console/password' || path.startsWith(SECURITY);
}

/**
 * @returns whether a code of ours is due at log-in although the identity provider has seen several factors: here a
 * second factor counts that was proven to this service
 */
export function needsOwnFactor({ operatorsNeedSecondFactor }: ConsoleParts, user: User): boolean {
  const isOfService = user.role === 'operator' || user.partner?.environment === 'live';
  return user.needsSecondFactor || (isOfService && operatorsNeedSecondFactor === true);
}

/**
 * Leads a person whose login has no second factor to set one up where one is needed: a member of an account that requires
 * it, from every page; an operator who acts although the service has a live side, since most acts are not of one side
 * alone; a person of a live partner who acts. Both may read without.
 * @returns null where the visitor goes on
 * Source: docs/GAPS.md#A3
 */
export async function askForSecondFactor(route: ConsoleRoute, { user, parts, words }: Visit): Promise<Answer | null> {
  const { auth } = words;
  if (user === null || user.secondFactorAt !== null || !needsOwnFactor(parts, user)) return null;
  if (user.needsSecondFactor) {
    if (isOnTheWay(route)) return null;
    return route.method === 'get' ? { kind: 'redirect', location: SECURITY } : refusal(auth.needed.account, auth);
  }
  if (route.method === 'get') return null;
  if (route.access === 'partner') return refusal(RULES.partner, auth);
  if (!isForOperators(route.access)) return null;
  return (await hasLiveSide(parts.database)) ? refusal(RULES.operator, auth) : null;
}
