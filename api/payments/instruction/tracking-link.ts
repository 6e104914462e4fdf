import { paymentNotFound } from '../../../domain/errors';
import { z } from 'zod';
import { openTrackingLink, revokeTrackingLink } from '../../../db/payments/instruction/tracking-links';
import { trackingCode, trackingLabel, trackingUrl } from '../../../domain/payments/instruction/tracking-link';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';

const PATH = '/api/v1/payments/instructions/{instructionId}/tracking-link';

/** A public link as it is answered. */
export const TrackingLink = z
  .object({
    instructionId: z.string(),
    url: z.string().meta({ description: 'Anyone with it sees status, date and reference of the payment' }),
    createdAt: z.string(),
  })
  .meta({ id: 'TrackingLink' });

/** Source: docs/GAPS.md#tracking-link */
export const putTrackingLink = endpoint({
  operationId: 'putTrackingLink',
  summary: 'Create a public link to the status of a payment',
  tag: 'Payments',
  method: 'put',
  path: PATH,
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  responses: {
    200: { description: 'The existing link', schema: TrackingLink },
    201: { description: 'A new link', schema: TrackingLink },
  },
  errors: ['NOT_FOUND'],
  async handle({ params: { instructionId }, principal, actor }, { database, vault, settings }) {
    const { tenant } = principal;
    const link = await openTrackingLink(database, { instructionId, tenant }, actor);
    if (link === null) throw paymentNotFound();
    const url = trackingUrl(settings.publicUrl, link.id, trackingCode(vault.derive(trackingLabel(link.id))));
    const data = { instructionId, url, createdAt: link.createdAt.toISOString() };
    if (!link.isNew) return { status: 200, data };
    return { status: 201, data, headers: { Location: url.slice(settings.publicUrl.length) } };
  },
});

/** Source: docs/GAPS.md#tracking-link */
export const deleteTrackingLink = endpoint({
  operationId: 'deleteTrackingLink',
  summary: 'Revoke the public link of a payment',
  tag: 'Payments',
  method: 'delete',
  path: PATH,
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  responses: { 204: { description: 'It has no public link now', schema: null } },
  errors: ['NOT_FOUND'],
  async handle({ params: { instructionId }, principal, actor }, { database }) {
    const { tenant } = principal;
    if (!(await revokeTrackingLink(database, { instructionId, tenant }, actor))) throw paymentNotFound();
    return { status: 204 };
  },
});
