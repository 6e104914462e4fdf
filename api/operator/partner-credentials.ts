import { z } from 'zod';
import { perform } from '../../db/administration/perform';
import type { Proposal } from '../../db/administration/proposals';
import { endEarlierCredentials } from '../../db/auth/partner-credentials';
import { operatorOfCall } from '../../domain/auth/actor';
import { ProposalRecord } from '../../domain/auth/proposal-schema';
import { EarlierCredentials, PartnerRotation } from '../../domain/payments/partner-settings';
import { pathId } from '../../domain/schema-tools';
import { endpoint, type Reply } from '../endpoint';
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
    secret: z
      .string()
      .meta({ description: 'The key or signing secret, shown this once; it works once it is confirmed' }),
  }).meta({ id: 'ProposedPartnerCredential' }),
};
const Ended = z.object({ partnerId: z.string(), ended: z.int() }).meta({ id: 'EndedPartnerCredentials' });

function replyWithSecret({ proposal, secret }: { proposal: Proposal; secret: string | null }): Reply {
  const { data, ...reply } = replyProposed(proposal);
  return { ...reply, data: { ...ProposalRecord.parse(data), secret } };
}

/** Source: docs/GAPS.md#A2 */
export const rotateKeyOfPartner = endpoint({
  ...ONE,
  operationId: 'rotatePartnerKey',
  summary: 'Give a partner a new key, with an overlap',
  path: `${PATH}/rotate-key`,
  body: PartnerRotation,
  responses: { 200: { description: 'The new key is shown this once', schema: RotatedKey }, 202: Proposed },
  errors: ['NOT_FOUND'],
  async handle(call, { database, vault }) {
    const { partnerId } = call.params;
    const request = { partnerId, ...call.body };
    const place = { database, vault: () => vault };
    const done = await perform(place, 'partner.key_rotated', request, { actor: operatorOfCall(call) });
    if (done.state === 'proposed') return replyWithSecret(done);
    return { status: 200, data: { partnerId, keyId: done.result.id, key: done.result.key } };
  },
});

/** Source: docs/GAPS.md#A2 */
export const rotateSecretOfPartner = endpoint({
  ...ONE,
  operationId: 'rotatePartnerSecret',
  summary: 'Give a partner a new signing secret, with an overlap',
  path: `${PATH}/rotate-secret`,
  body: PartnerRotation,
  responses: { 200: { description: 'The new secret is shown this once', schema: RotatedSecret }, 202: Proposed },
  errors: ['NOT_FOUND'],
  async handle(call, { database, vault }) {
    const { partnerId } = call.params;
    const request = { partnerId, ...call.body };
    const place = { database, vault: () => vault };
    const done = await perform(place, 'partner.secret_rotated', request, { actor: operatorOfCall(call) });
    if (done.state === 'proposed') return replyWithSecret(done);
    return { status: 200, data: { partnerId, secret: done.result } };
  },
});

/** Source: docs/GAPS.md#A2 */
export const endEarlierCredentialsOfPartner = endpoint({
  ...ONE,
  operationId: 'endEarlierPartnerCredentials',
  summary: 'End at once all keys or signing secrets of a partner but the newest',
  path: `${PATH}/end-earlier`,
  body: EarlierCredentials,
  responses: { 200: { description: 'How many ended', schema: Ended } },
  errors: ['NOT_FOUND'],
  async handle(call, { database }) {
    const { partnerId } = call.params;
    const ended = await endEarlierCredentials(database, { partnerId, actor: operatorOfCall(call), ...call.body });
    return { status: 200, data: { partnerId, ended } };
  },
});
