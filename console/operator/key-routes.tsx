import { collectOperatorKey, listOperatorKeys } from '../../db/auth/operator-keys';
import { DomainError } from '../../domain/errors';
import { NewSecretPage } from '../account/key-actions';
import { OPERATOR_KEYS, OperatorKeys } from './keys-page';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { operatorOf, userOf } from '../user-of';

async function showOperatorKeys(visit: Visit): Promise<Answer> {
  const keys = await listOperatorKeys(visit.parts.database, userOf(visit).id);
  return {
    kind: 'page',
    title: 'Your operator keys',
    body: <OperatorKeys {...{ keys }} formToken={visit.formToken} />,
  };
}

/**
 * Shows a new operator key once, only to a login with a second factor, since the key acts for its owner.
 * Source: docs/GAPS.md#A3
 */
async function showOperatorKey(visit: Visit): Promise<Answer> {
  const actor = operatorOf(visit);
  if (!actor.isIdentified) {
    throw new DomainError(
      'FORBIDDEN',
      'A key is shown only after a login with a second factor: sign in again with a code.',
    );
  }
  const target = { id: visit.params['keyId'] ?? '', userId: userOf(visit).id, actor };
  const key = await collectOperatorKey(visit.parts.database, target);
  if (key === null) throw new DomainError('NOT_FOUND', 'There is no key with this id for you.');
  const body = <NewSecretPage secret={key} what="operator key" back={OPERATOR_KEYS} />;
  return { kind: 'page', title: 'Your new operator key', body, status: 201 };
}

export const OPERATOR_KEY_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: OPERATOR_KEYS, access: 'operator', handle: showOperatorKeys },
  { method: 'post', path: `${OPERATOR_KEYS}/:keyId`, access: 'operator', makesSecret: true, handle: showOperatorKey },
];
