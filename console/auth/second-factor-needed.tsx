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

function secondFactorRefusal(rule: string, { needed }: Words['auth']): Answer {
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
 * Asks for the setup of a second factor if the person needs one: a member of an account that requires it, on every
 * page; an operator who acts while the service has a live side, since most acts concern both sides; a person of a live
 * partner who acts. Operators and partners may read without one.
 * @returns null if the visitor may proceed
 * Source: docs/GAPS.md#A3
 */
export async function askForSecondFactor(route: ConsoleRoute, { user, parts, words }: Visit): Promise<Answer | null> {
  const { auth } = words;
  if (user === null || user.secondFactorAt !== null || !needsOwnFactor(parts, user)) return null;
  if (user.needsSecondFactor) {
    if (isOnTheWay(route)) return null;
    return route.method === 'get'
      ? { kind: 'redirect', location: SECURITY }
      : secondFactorRefusal(auth.needed.account, auth);
  }
  if (route.method === 'get') return null;
  if (route.access === 'partner') return secondFactorRefusal(RULES.partner, auth);
  if (!isForOperators(route.access)) return null;
  return (await hasLiveSide(parts.database)) ? secondFactorRefusal(RULES.operator, auth) : null;
}
