import { hasLiveSide } from '../db/auth/accounts';
import { SECURITY } from './pages/security';
import { isForOperators, type ConsoleRoute } from './route';
import type { Answer, Visit } from './visit';

/**
 * What an operator is told whose login has no second factor and who is to act although the service has a live side: most
 * acts are not of one side alone, so all of them need it then. Reading needs none.
 * @returns null where the act goes on
 * Source: docs/GAPS.md#A3
 */
export async function askForSecondFactor(route: ConsoleRoute, { user, parts }: Visit): Promise<Answer | null> {
  if (
    parts.operatorsNeedSecondFactor !== true ||
    !isForOperators(route.access) ||
    user === null ||
    user.secondFactorAt !== null
  ) {
    return null;
  }
  if (!(await hasLiveSide(parts.database))) return null;
  const body = (
    <>
      <p role="alert">
        Operators act with a second factor once a service has a live side, and this login has none. Nothing was done.
      </p>
      <p>
        <a href={SECURITY}>Set up two-step sign-in</a>, or sign out and in again with a code if you have it; then send
        the form once more.
      </p>
    </>
  );
  return { kind: 'page', title: 'A second factor is needed', body, status: 403 };
}
