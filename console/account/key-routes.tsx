import { z } from 'zod';
import {
  findAccountKey,
  issueAccountKey,
  listAccountKeys,
  revokeAccountKey,
  rotateAccountKey,
  type AccountKey,
} from '../../db/auth/account-keys';
import { findAccount } from '../../db/auth/accounts';
import { UNOWNED_SCOPES } from '../../domain/auth/principal';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { startOfUtcDay } from '../../domain/calendar-dates';
import { isCalendarDate } from '../../domain/schema-tools';
import { OVERLAP_HOURS, RevokeKey, RotateKey, NewSecretPage } from './key-actions';
import { Keys, keysPath } from './keys-page';
import { checkForm, faultsOf, SpokenRefusal, type Faults } from '../forms/read-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { accountOf, actorOf, mayChange, requireChange } from '../user-of';
import type { Words } from '../words/use-words';

/** The side that the page is about: what the form or the address says, else test. Source: docs/GAPS.md#A4 */
function sideOf({ form, context }: Visit): Environment {
  const said = form.get('environment') ?? context.query['environment'];
  return ENVIRONMENTS.find((environment) => environment === said) ?? 'test';
}

async function keysPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { database, now } = visit.parts;
  const accountId = accountOf(visit);
  const environment = sideOf(visit);
  const [account, keys] = await Promise.all([
    findAccount(database, accountId),
    listAccountKeys(database, { accountId, environment }),
  ]);
  const body = (
    <Keys
      environment={environment}
      isOpen={environment === 'test' || (account?.liveOpenedAt ?? null) !== null}
      keys={keys}
      now={now()}
      mayManage={mayChange(visit, environment)}
      formToken={visit.formToken}
      faults={faults}
      label={visit.form.get('label') ?? ''}
    />
  );
  return { kind: 'page', title: visit.words.keys.titles[environment], body, status };
}

function newKeyPage(secret: string, environment: Environment, { keys: words }: Words): Answer {
  const side = words.sides[environment];
  const body = <NewSecretPage secret={secret} what={words.apiKey({ side })} back={keysPath(environment)} />;
  return { kind: 'page', title: words.newKeyTitle({ side }), body, status: 201 };
}

const keyForm = (now: Date) =>
  z.object({
    label: z.string().trim().min(1, 'Give the key a label.').max(80, 'Use at most 80 characters for the label.'),
    expires: z
      .string()
      .refine((text) => text === '' || isCalendarDate(text), {
        error: 'Enter a date.',
        params: { code: 'invalid_format' },
      })
      .transform((text) => (text === '' ? null : startOfUtcDay(text)))
      .refine((date) => date === null || date > now, {
        error: 'The date must be in the future.',
        params: { code: 'past' },
      }),
    scopes: z.array(z.enum(UNOWNED_SCOPES)).min(1, 'Choose at least one scope.'),
  });

async function createKey(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  requireChange(visit, sideOf(visit));
  const checked = checkForm(keyForm(parts.now()), {
    label: form.get('label') ?? '',
    expires: form.get('expires') ?? '',
    scopes: form.getAll('scope'),
  });
  if (!checked.ok) return keysPage(visit, checked.faults, 400);
  const { label, expires, scopes } = checked.value;
  try {
    const actor = actorOf(visit);
    const tenant = { accountId: accountOf(visit), environment: sideOf(visit) };
    const { key } = await issueAccountKey(parts.database, { tenant, label, scopes, expiresAt: expires, actor });
    return newKeyPage(key, tenant.environment, visit.words);
  } catch (fault) {
    return keysPage(visit, faultsOf(fault), 400);
  }
}

/** A key that the visitor may change. */
async function keyOf(visit: Visit): Promise<AccountKey> {
  const key = await findAccountKey(visit.parts.database, accountOf(visit), visit.params['keyId'] ?? '');
  if (key === null || key.revokedAt !== null) throw new SpokenRefusal('NOT_FOUND', visit.words.keys.noSuchKey);
  requireChange(visit, key.environment);
  return key;
}

async function rotateKey(visit: Visit): Promise<Answer> {
  const overlapHours = Number(visit.form.get('overlap'));
  if (!OVERLAP_HOURS.includes(overlapHours))
    throw new SpokenRefusal('INVALID_REQUEST', visit.words.keys.chooseAnOverlap);
  const { id: keyId, environment } = await keyOf(visit);
  const { key } = await rotateAccountKey(visit.parts.database, {
    accountId: accountOf(visit),
    keyId,
    overlapHours,
    actor: actorOf(visit),
  });
  return newKeyPage(key, environment, visit.words);
}

async function revoke(visit: Visit): Promise<Answer> {
  const actor = actorOf(visit);
  const { id: keyId, environment } = await keyOf(visit);
  await revokeAccountKey(visit.parts.database, { accountId: accountOf(visit), keyId, actor });
  return { kind: 'done', notice: { name: 'key-revoked' }, location: `/console/keys?environment=${environment}` };
}

export const ACCOUNT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: '/console/keys', access: 'account', handle: (visit) => keysPage(visit, {}) },
  { method: 'post', path: '/console/keys', access: 'developer', makesSecret: true, handle: createKey },
  {
    method: 'get',
    path: '/console/keys/:keyId/rotate',
    access: 'developer',
    handle: async (visit) => {
      const body = <RotateKey of={await keyOf(visit)} formToken={visit.formToken} />;
      return { kind: 'page', title: visit.words.keys.rotateTitle, body };
    },
  },
  { method: 'post', path: '/console/keys/:keyId/rotate', access: 'developer', makesSecret: true, handle: rotateKey },
  {
    method: 'get',
    path: '/console/keys/:keyId/revoke',
    access: 'developer',
    handle: async (visit) => {
      const body = <RevokeKey of={await keyOf(visit)} formToken={visit.formToken} />;
      return { kind: 'page', title: visit.words.keys.revokeTitle, body };
    },
  },
  { method: 'post', path: '/console/keys/:keyId/revoke', access: 'developer', handle: revoke },
];
