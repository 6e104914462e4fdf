import { z } from 'zod';
import type { By } from '../../db/administration/guarded-acts';
import { performAct, type Performed, type Place } from '../../db/administration/perform';
import type { Proposal } from '../../db/administration/proposals';
import type { IssuedKey } from '../../db/auth/credentials';
import { listBankCredentials } from '../../db/payments/dispatch/bank-credentials';
import { endEarlierCredentials } from '../../db/auth/partner-credentials';
import type { OperatorActor } from '../../domain/auth/actor';
import { ProposalRecord } from '../../domain/auth/proposal-schema';
import {
  BankCredentialBody,
  BankCredentials,
  EarlierCredentials,
  PartnerRotation,
} from '../../domain/payments/dispatch/partner-settings';
import { pathId } from '../../domain/schema-tools';
import { endpoint, type Reply } from '../endpoint';
import type { Services } from '../services';
import { operation } from './common';
import { PROPOSED, replyProposed } from './proposals';

const PATH = '/v1/operator/partners/{partnerId}';
const ONE = {
  ...operation('administration'),
  method: 'post',
  params: z.object({ partnerId: pathId('partner') }),
} as const;

const RotatedKey = z
  .object({ partnerId: z.string(), keyId: z.string(), key: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'RotatedPartnerKey' });
const RotatedSecret = z
  .object({ partnerId: z.string(), secret: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'RotatedPartnerSecret' });
const Proposed = {
  ...PROPOSED,
  schema: ProposalRecord.extend({
    secret: z.string().meta({ description: 'The key or signing secret, shown only now; valid once confirmed' }),
  }).meta({ id: 'ProposedPartnerCredential' }),
};
const Ended = z.object({ partnerId: z.string(), ended: z.int() }).meta({ id: 'EndedPartnerCredentials' });

function replyWithSecret({ proposal, secret }: { proposal: Proposal; secret: string | null }): Reply {
  const { data, ...reply } = replyProposed(proposal);
  return { ...reply, data: { ...ProposalRecord.parse(data), secret } };
}

/** What both rotations are. */
const ROTATION = { ...ONE, body: PartnerRotation, errors: ['NOT_FOUND'] } as const;

interface RotationCall {
  actor: OperatorActor;
  params: { partnerId: string };
  body: z.output<typeof PartnerRotation>;
}

/** How a partner gets another key or signing secret, and what of it is answered. */
interface Rotation<Made> {
  act: (place: Place, request: RotationCall['body'] & { partnerId: string }, by: By) => Promise<Performed<Made>>;
  view: (made: Made) => object;
}

/** Rotates a key or secret of a partner, or replies with the proposal if that needs a second person. */
async function rotate<Made>(
  { act, view }: Rotation<Made>,
  call: RotationCall,
  { database, vault }: Pick<Services, 'database' | 'vault'>,
): Promise<Reply> {
  const { partnerId } = call.params;
  const by = { actor: call.actor };
  const done = await act({ database, vault: () => vault }, { partnerId, ...call.body }, by);
  if (done.state === 'proposed') return replyWithSecret(done);
  return { status: 200, data: { partnerId, ...view(done.result) } };
}

const KEY_ROTATION: Rotation<IssuedKey> = {
  act: (place, request, by) => performAct(place, 'partner.key_rotated', request, by),
  view: ({ id: keyId, key }) => ({ keyId, key }),
};

const SECRET_ROTATION: Rotation<string> = {
  act: (place, request, by) => performAct(place, 'partner.secret_rotated', request, by),
  view: (secret) => ({ secret }),
};

/** Source: docs/GAPS.md#A2 */
export const rotateKeyOfPartner = endpoint({
  ...ROTATION,
  operationId: 'rotatePartnerKey',
  summary: 'Rotate the key of a partner',
  path: `${PATH}/rotate-key`,
  responses: { 200: { description: 'The new key, shown only now', schema: RotatedKey }, 202: Proposed },
  handle: (call, services) => rotate(KEY_ROTATION, call, services),
});

/** Source: docs/GAPS.md#A2 */
export const rotateSecretOfPartner = endpoint({
  ...ROTATION,
  operationId: 'rotatePartnerSecret',
  summary: 'Rotate the signing secret of a partner',
  path: `${PATH}/rotate-secret`,
  responses: { 200: { description: 'The new secret, shown only now', schema: RotatedSecret }, 202: Proposed },
  handle: (call, services) => rotate(SECRET_ROTATION, call, services),
});

/** Source: docs/GAPS.md#A2 */
export const endEarlierCredentialsOfPartner = endpoint({
  ...ONE,
  operationId: 'endEarlierPartnerCredentials',
  summary: 'Revoke all but the newest key or signing secret of a partner',
  path: `${PATH}/end-earlier`,
  body: EarlierCredentials,
  responses: { 200: { description: 'How many ended', schema: Ended } },
  errors: ['NOT_FOUND'],
  async handle(call, { database }) {
    const { partnerId } = call.params;
    const ended = await endEarlierCredentials(database, { partnerId, actor: call.actor, ...call.body });
    return { status: 200, data: { partnerId, ended } };
  },
});

/** Source: docs/GAPS.md#described */
export const setCredentialOfBank = endpoint({
  ...ONE,
  operationId: 'setBankCredential',
  summary: "Set what Corridor presents to a partner's bank",
  path: `${PATH}/set-credential`,
  body: BankCredentialBody,
  responses: {
    200: { description: 'The credentials of the partner, without their values', schema: BankCredentials },
    202: PROPOSED,
  },
  errors: ['NOT_FOUND'],
  async handle(call, { database, vault }) {
    const { partnerId } = call.params;
    const { name, value: secret, reason } = call.body;
    const place = { database, vault: () => vault };
    const by = { actor: call.actor, reason, secret };
    const done = await performAct(place, 'partner.credential_set', { partnerId, name }, by);
    if (done.state === 'proposed') return replyProposed(done.proposal);
    const credentials = await listBankCredentials(database, partnerId);
    const shown = credentials.map(({ name, changedAt }) => ({ name, changedAt: changedAt.toISOString() }));
    return { status: 200, data: { partnerId, credentials: shown } };
  },
});
