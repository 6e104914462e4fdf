import { hasLiveSide } from '../../db/auth/accounts';
import type { User } from '../../domain/auth/users';
import { SECURITY } from './security-page';
import { isForOperators, type ConsoleRoute } from '../route';
import type { Answer, ConsoleParts, Visit } from '../visit';

/** Who asks for the second factor, and who could ask no more. */
const RULES = {
  account: 'Your account requires two-step sign-in of every member. An owner of the account can change that.',
  operator: 'Once the service has a live side, operators need a second factor to act.',
  partner: 'People of a live partner need a second factor to act.',
};

function refusal(rule: string): Answer {
  const body = (
    <>
      <p role="alert">{rule} This login has none, so nothing was changed.</p>
      <p>
        <a href={SECURITY}>Set up two-step sign-in</a>, or sign out and in again with a code if you have one; then
        submit the form again.
      </p>
    </>
  );
  return { kind: 'page', title: 'A second factor is needed', body, status: 403 };
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
export async function askForSecondFactor(route: ConsoleRoute, { user, parts }: Visit): Promise<Answer | null> {
  if (user === null || user.secondFactorAt !== null || !needsOwnFactor(parts, user)) return null;
  if (user.needsSecondFactor) {
    if (isOnTheWay(route)) return null;
    return route.method === 'get' ? { kind: 'redirect', location: SECURITY } : refusal(RULES.account);
  }
  if (route.method === 'get') return null;
  if (route.access === 'partner') return refusal(RULES.partner);
  if (!isForOperators(route.access)) return null;
  return (await hasLiveSide(parts.database)) ? refusal(RULES.operator) : null;
}
