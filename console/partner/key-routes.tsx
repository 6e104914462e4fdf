import type { VNode } from 'preact';
import { performAct } from '../../db/administration/perform';
import { endEarlierCredentials, listPartnerCredentials, type PartnerEntry } from '../../db/auth/partner-credentials';
import { DomainError } from '../../domain/errors';
import { EarlierCredentials, PartnerRotation } from '../../domain/payments/dispatch/partner-settings';
import { NewSecretPage } from '../account/key-actions';
import { PartnerRotationForm } from '../network/partner-secrets';
import { checkForm, numberIn } from '../forms/read-form';
import { EndEarlierForm } from '../network/end-earlier';
import { Badge, Facts, Moment } from '../parts';
import type { ConsoleRoute } from '../route';
import { operatorOf, partnerOf } from '../user-of';
import type { Answer, Visit } from '../visit';

const KEYS = '/console/partner/keys';

/** What is rotated, by the last part of its address. */
const ROTATIONS = {
  'rotate-key': { act: 'partner.key_rotated', what: 'partner key' },
  'rotate-secret': { act: 'partner.secret_rotated', what: 'signing secret' },
} as const;
type Rotation = keyof typeof ROTATIONS;

function KeysPage({ of: partner, formToken }: { of: PartnerEntry; formToken: string }): VNode {
  const action = `${KEYS}/end-earlier`;
  return (
    <>
      <p>
        The key authenticates your calls. Corridor signs its calls with the signing secret; sign yours with it if
        signatures are required. After a rotation, earlier keys and secrets stay valid during the overlap.
      </p>
      <Facts
        rows={[
          ['Side', <Badge>{partner.environment}</Badge>],
          ['Authentication', partner.authMode === 'signed' ? 'key and signature' : 'key'],
          ['Active keys', partner.liveKeys],
          ['Active signing secrets', partner.liveSecrets],
          ['Newest secret', <Moment at={partner.newestSecretAt} />],
        ]}
      />
      <p class="actions">
        <a class="button quiet" href={`${KEYS}/rotate-key`}>
          Rotate the key
        </a>
        <a class="button quiet" href={`${KEYS}/rotate-secret`}>
          Rotate the signing secret
        </a>
      </p>
      {partner.liveKeys > 1 && <EndEarlierForm {...{ action, formToken }} what="key" />}
      {partner.liveSecrets > 1 && <EndEarlierForm {...{ action, formToken }} what="secret" />}
    </>
  );
}

async function keysPage(visit: Visit): Promise<Answer> {
  const [partner] = await listPartnerCredentials(visit.parts.database, partnerOf(visit).id);
  if (partner === undefined) throw new DomainError('NOT_FOUND', 'There is no such partner.');
  return { kind: 'page', title: 'Keys and secrets', body: <KeysPage of={partner} formToken={visit.formToken} /> };
}

function rotationPage(visit: Visit, rotation: Rotation): Answer {
  const { what } = ROTATIONS[rotation];
  const { name } = partnerOf(visit);
  const action = `${KEYS}/${rotation}`;
  const body = <PartnerRotationForm {...{ name, what, action }} back={KEYS} formToken={visit.formToken} />;
  return { kind: 'page', title: `Rotate the ${what}`, body };
}

/**
 * Rotates a credential of the partner. If changes of the live network need two people, an operator is the second.
 * Source: docs/GAPS.md#A3
 */
async function rotateOwn(visit: Visit, rotation: Rotation): Promise<Answer> {
  const { act, what } = ROTATIONS[rotation];
  const { database, vault } = visit.parts;
  const checked = checkForm(PartnerRotation, { overlapHours: numberIn(visit.form.get('overlap') ?? '') });
  if (!checked.ok) throw new DomainError('INVALID_REQUEST', 'Choose an overlap from the list.');
  const request = { partnerId: partnerOf(visit).id, ...checked.value };
  const done = await performAct({ database, vault: () => vault }, act, request, { actor: operatorOf(visit) });
  const note = done.state === 'proposed' ? 'It becomes valid once an operator of Corridor confirms it.' : null;
  const body = <NewSecretPage {...{ what, note }} secret={done.secret ?? ''} back={KEYS} />;
  return { kind: 'page', title: `New ${what}`, body, status: note === null ? 201 : 202 };
}

async function endOwnEarlier(visit: Visit): Promise<Answer> {
  const checked = checkForm(EarlierCredentials, { what: visit.form.get('what') });
  if (!checked.ok) throw new DomainError('INVALID_REQUEST', 'Choose the keys or the secrets.');
  const request = { partnerId: partnerOf(visit).id, what: checked.value.what, actor: operatorOf(visit) };
  await endEarlierCredentials(visit.parts.database, request);
  const name = request.what === 'key' ? 'earlier-keys-ended' : 'earlier-secrets-ended';
  return { kind: 'done', notice: { name }, location: KEYS };
}

function rotationRoutes(rotation: Rotation): ConsoleRoute[] {
  const common = { path: `${KEYS}/${rotation}`, access: 'partner' } as const;
  return [
    { ...common, method: 'get', handle: async (visit) => rotationPage(visit, rotation) },
    { ...common, method: 'post', makesSecret: true, handle: (visit) => rotateOwn(visit, rotation) },
  ];
}

/** Source: docs/GAPS.md#A2 */
export const PARTNER_KEY_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: KEYS, access: 'partner', handle: keysPage },
  ...rotationRoutes('rotate-key'),
  ...rotationRoutes('rotate-secret'),
  { method: 'post', path: `${KEYS}/end-earlier`, access: 'partner', handle: endOwnEarlier },
];
