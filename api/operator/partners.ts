import { z } from 'zod';
import { settingColumns } from '../../db/administration/change';
import { performAct } from '../../db/administration/perform';
import { registerPartner } from '../../db/administration/registry';
import { listPartners, readPartnerRow, type PartnerRow } from '../../db/administration/settlement-network';
import type { Database, Queryable } from '../../db/database';
import { listCertificates } from '../../db/payments/dispatch/certificates';
import type { OperatorActor } from '../../domain/auth/actor';
import { PARTNER_ADAPTERS } from '../../domain/payments/dispatch/adapters';
import { CertificateRecord } from '../../domain/payments/dispatch/certificate-schema';
import {
  CreatedPartner,
  PartnerChange,
  PartnerCreate,
  PartnerEnabling,
  PartnerRecord,
  SwitchRequest,
} from '../../domain/payments/dispatch/partner-settings';
import { Cursor, ListLimit, pathId } from '../../domain/schema-tools';
import type { Vault } from '../../lib/vault';
import { endpoint, type Reply } from '../endpoint';
import { operation } from './common';
import { certificateView, partnerView } from './network-views';
import { PROPOSED, replyProposed } from './proposals';
import { onePage, replyWithPage } from '../page';

const PATH = '/v1/operator/partners';
const Params = z.object({ partnerId: pathId('partner') });
const ONE = { 200: { description: 'The partner', schema: PartnerRecord } };
const CHANGED = { ...ONE, 202: PROPOSED };
/** With what a change of its settings has dropped. */
const ChangedPartner = PartnerRecord.extend({
  droppedCredentials: z.array(z.string()).optional().meta({
    description:
      'Names of the credentials that were given for its former address and are dropped; set them again for the new one',
  }),
}).meta({ id: 'ChangedPartner' });

async function partnerReply(database: Queryable, partnerId: string, droppedCredentials: string[] = []): Promise<Reply> {
  const row = await readPartnerRow(database, partnerId);
  const dropped = droppedCredentials.length === 0 ? {} : { droppedCredentials };
  return { status: 200, data: { ...partnerView(row), ...dropped } };
}

function createdReply(row: PartnerRow, shownOnce: { key?: string; secret?: string }): Reply {
  return { status: 201, data: { ...partnerView(row), ...shownOnce }, headers: { Location: `${PATH}/${row.id}` } };
}

/** Source: docs/GAPS.md#P10 */
export const listPartnersForOperator = endpoint({
  ...operation('administration'),
  operationId: 'listPartners',
  summary: 'List settlement partners with their health, newest first',
  method: 'get',
  path: PATH,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(PartnerRecord),
  errors: [],
  async handle({ query: { limit, cursor: after } }, { database }) {
    return replyWithPage(await listPartners(database, { limit: limit + 1, after }), limit, partnerView);
  },
});

/** Source: docs/GAPS.md#P10 */
export const showPartner = endpoint({
  ...operation('administration'),
  operationId: 'getPartner',
  summary: 'Read a settlement partner with its health',
  method: 'get',
  path: `${PATH}/{partnerId}`,
  params: Params,
  responses: ONE,
  errors: ['NOT_FOUND'],
  handle: ({ params }, { database }) => partnerReply(database, params.partnerId),
});

/** Source: docs/GAPS.md#P10, docs/GAPS.md#A2 */
export const createPartnerByOperator = endpoint({
  ...operation('administration'),
  operationId: 'createPartner',
  summary: 'Create a settlement partner with a key and a signing secret',
  method: 'post',
  path: PATH,
  body: PartnerCreate,
  idempotent: true,
  secretMembers: ['key', 'secret'],
  responses: { 201: { description: 'The partner; key and secret are shown only now', schema: CreatedPartner } },
  errors: ['DUPLICATE', 'IN_PROGRESS'],
  async handle(call, { database, vault }) {
    const { name, adapter, url, config, environment = 'test', authMode = 'bearer' } = call.body;
    const { endpointLimits = true, customEndpointLimits = {}, withoutCertificate = false } = call.body;
    const partner = {
      name,
      adapter,
      config: { ...(PARTNER_ADAPTERS[adapter].hasAddress && url !== undefined ? { url } : {}), ...config },
      environment,
      authMode,
      endpointLimits,
      customEndpointLimits,
      withoutCertificate,
    };
    const maker = { actor: call.actor, held: call.held, reason: call.body.reason };
    const { row, key, secret } = await registerPartner(database, vault, partner, maker);
    return createdReply(row, { key, secret });
  },
  recover: async (subject, _call, { database }) => createdReply(await readPartnerRow(database, subject), {}),
});

/** Source: docs/GAPS.md#P10 */
export const changePartner = endpoint({
  ...operation('administration'),
  operationId: 'updatePartner',
  summary: 'Update a settlement partner',
  method: 'patch',
  path: `${PATH}/{partnerId}`,
  params: Params,
  body: PartnerChange,
  responses: { 200: { description: 'The partner', schema: ChangedPartner }, 202: PROPOSED },
  errors: ['NOT_FOUND', 'DUPLICATE', 'INVALID_TRANSITION'],
  async handle(call, { database, vault }) {
    const { name, url, config, authMode, withoutCertificate, despiteDoubt } = call.body;
    const { partnerId: id } = call.params;
    const settings = settingColumns({ ...(url === undefined ? {} : { url }), ...config });
    const changes = { name, authMode, ...settings };
    const place = { database, vault: () => vault };
    const request = { kind: 'partner', id, changes, withoutCertificate, despiteDoubt } as const;
    const { actor } = call;
    const done = await performAct(place, 'managed.changed', request, { actor, reason: call.body.reason });
    return done.state === 'proposed' ? replyProposed(done.proposal) : partnerReply(database, id, done.result);
  },
});

/** Source: docs/GAPS.md#P10 */
export const disablePartner = endpoint({
  ...operation('administration'),
  operationId: 'disablePartner',
  summary: 'Disable a partner: no new payments, and its reports are refused',
  method: 'post',
  path: `${PATH}/{partnerId}/disable`,
  params: Params,
  body: SwitchRequest,
  responses: CHANGED,
  errors: ['NOT_FOUND'],
  handle: (call, place) => switchPartner(place, { id: call.params.partnerId, isDisabled: true }, call),
});

/** Source: docs/GAPS.md#P10, docs/GAPS.md#P20 */
export const enablePartner = endpoint({
  ...operation('administration'),
  operationId: 'enablePartner',
  summary: 'Enable a partner; a live one needs a passed report of the laboratory',
  method: 'post',
  path: `${PATH}/{partnerId}/enable`,
  params: Params,
  body: PartnerEnabling,
  responses: CHANGED,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  handle(call, place) {
    const { withoutCertificate } = call.body;
    return switchPartner(place, { id: call.params.partnerId, isDisabled: false, withoutCertificate }, call);
  },
});

interface Switch {
  id: string;
  isDisabled: boolean;
  withoutCertificate?: boolean | undefined;
}

async function switchPartner(
  { database, vault }: { database: Database; vault: Vault },
  request: Switch,
  { actor, body: { reason } }: { actor: OperatorActor; body: { reason?: string | undefined } },
): Promise<Reply> {
  const place = { database, vault: () => vault };
  const done = await performAct(place, 'managed.switched', { kind: 'partner', ...request }, { actor, reason });
  return done.state === 'proposed' ? replyProposed(done.proposal) : partnerReply(database, request.id);
}

/** Source: docs/GAPS.md#P20 */
export const listCertificatesOfPartner = endpoint({
  ...operation('administration'),
  operationId: 'listPartnerCertificates',
  summary: 'List the reports of the laboratory about a partner, newest first',
  method: 'get',
  path: `${PATH}/{partnerId}/certificates`,
  params: Params,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: onePage(CertificateRecord),
  errors: ['NOT_FOUND'],
  async handle({ params: { partnerId }, query: { limit, cursor: after } }, { database, vault }) {
    await partnerReply(database, partnerId);
    const found = await listCertificates(database, vault, { partnerId, limit: limit + 1, after });
    return replyWithPage(found, limit, certificateView);
  },
});
