import {
  endEarlierCredentialsOfPartner,
  rotateKeyOfPartner,
  rotateSecretOfPartner,
} from '../../api/operator/partner-credentials';
import { changePartner } from '../../api/operator/partners';
import { listPartnerCredentials } from '../../db/auth/partner-credentials';
import { liftLockOut, listLockOuts } from '../../db/limits/lock-outs';
import { readBacklog } from '../../db/outbox';
import { readPulse } from '../../db/payments/review/operator-pulse';
import { findPartner } from '../../db/payments/dispatch/partners';
import { utcDate } from '../../domain/calendar-dates';
import { DomainError } from '../../domain/errors';
import { factsDue } from '../../domain/facts/age';
import { readApprovals } from '../../db/administration/approvals';
import { memberOf } from '../../domain/unknown-value';
import { runOperation } from '../operation';
import { readAttention } from './attention-routes';
import { OperatorOverview } from './operator-page';
import { NewSecretPage } from '../account/key-actions';
import { PartnerRotationForm } from '../network/partner-secrets';
import { numberIn } from '../forms/read-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { doneOrProposed } from './proposal-routes';
import { operatorOf, userOf } from '../user-of';

const HERE = '/console/operator';

async function showOperatorOverview(visit: Visit): Promise<Answer> {
  const { parts, formToken, context } = visit;
  const { id: personId, operatorRoles: roles } = userOf(visit);
  const { database } = parts;
  const now = parts.now();
  const [shown, approvals, backlog, pulse, lockOuts, credentials] = await Promise.all([
    readAttention(visit),
    readApprovals(database),
    readBacklog(database),
    readPulse(database, now),
    listLockOuts(database),
    listPartnerCredentials(database),
  ]);
  const attention = {
    ...shown,
    factsDue: factsDue(utcDate(now)),
    roles,
    personId,
    query: context.querystring,
  };
  const body = (
    <OperatorOverview {...attention} {...{ approvals, backlog, pulse, lockOuts, credentials, formToken, now }} />
  );
  const isRight = Object.keys(shown.faults).length === 0;
  return { kind: 'page', title: 'Attention', body, status: isRight ? 200 : 400 };
}

async function lift(visit: Visit): Promise<Answer> {
  await liftLockOut(visit.parts.database, visit.params['keyId'] ?? '', operatorOf(visit));
  return { kind: 'done', notice: { name: 'lock-out-lifted' }, location: HERE };
}

/** What is rotated, by the last part of its address. */
const ROTATIONS = {
  'rotate-key': { record: rotateKeyOfPartner, what: 'partner key' },
  'rotate-secret': { record: rotateSecretOfPartner, what: 'signing secret' },
} as const;
type Rotation = keyof typeof ROTATIONS;

async function rotationPage(visit: Visit, rotation: Rotation): Promise<Answer> {
  const partner = await findPartner(visit.parts.database, visit.params['partnerId'] ?? '');
  if (partner === null) throw new DomainError('NOT_FOUND', 'There is no such partner.');
  const { what } = ROTATIONS[rotation];
  const action = `/console/operator/partners/${partner.id}/${rotation}`;
  const body = (
    <PartnerRotationForm
      name={partner.name}
      formToken={visit.formToken}
      {...{ what, action }}
      back="/console/operator#partners"
    />
  );
  return { kind: 'page', title: `Rotate the ${what}`, body };
}

async function rotateOfPartner(visit: Visit, rotation: Rotation): Promise<Answer> {
  const { record, what } = ROTATIONS[rotation];
  const overlapHours = numberIn(visit.form.get('overlap') ?? '');
  const { status, data } = await runOperation(visit, record, { body: { overlapHours } });
  const secret = String(memberOf(data, 'key') ?? memberOf(data, 'secret'));
  const note = status === 202 ? 'It becomes valid once another operator confirms it under Proposals.' : null;
  const body = <NewSecretPage {...{ secret, what, note }} back="/console/operator" />;
  return { kind: 'page', title: `New ${what}`, body, status: note === null ? 201 : 202 };
}

async function endEarlierOfPartner(visit: Visit): Promise<Answer> {
  const what = visit.form.get('what');
  await runOperation(visit, endEarlierCredentialsOfPartner, { body: { what } });
  return {
    kind: 'done',
    notice: { name: what === 'key' ? 'earlier-keys-ended' : 'earlier-secrets-ended' },
    location: HERE,
  };
}

async function setMode(visit: Visit): Promise<Answer> {
  const { status } = await runOperation(visit, changePartner, { body: { authMode: visit.form.get('authMode') } });
  return doneOrProposed(status, { kind: 'done', notice: { name: 'partner-changed' }, location: HERE });
}

const PARTNER = '/console/operator/partners/:partnerId';

function rotationRoutes(rotation: Rotation): ConsoleRoute[] {
  const common = { path: `${PARTNER}/${rotation}`, access: 'administration' } as const;
  return [
    { ...common, method: 'get', handle: (visit) => rotationPage(visit, rotation) },
    { ...common, method: 'post', makesSecret: true, handle: (visit) => rotateOfPartner(visit, rotation) },
  ];
}

export const OPERATOR_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: '/console/operator', access: 'operator', handle: showOperatorOverview },
  { method: 'post', path: '/console/operator/lock-outs/:keyId/lift', access: 'administration', handle: lift },
  ...rotationRoutes('rotate-secret'),
  ...rotationRoutes('rotate-key'),
  { method: 'post', path: `${PARTNER}/end-earlier`, access: 'administration', handle: endEarlierOfPartner },
  { method: 'post', path: `${PARTNER}/mode`, access: 'administration', handle: setMode },
];
