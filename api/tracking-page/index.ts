import { z } from 'zod';
import { inArchive } from '../../db/archive/in-archive';
import { findBranding } from '../../db/documents/brandings';
import { findTrackedPayment, type TrackedPayment } from '../../db/payments/instruction/tracking-links';
import { utcDate } from '../../domain/calendar-dates';
import { trackingCode, trackingLabel } from '../../domain/payments/instruction/tracking-link';
import { pathId } from '../../domain/schema-tools';
import { isSameCode } from '../../lib/same-code';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { nothingToTrackPage, trackingPage } from './page';

async function findTrackedByCode(
  linkId: string,
  code: string,
  { database, vault }: Services,
): Promise<TrackedPayment | null> {
  const expected = trackingCode(vault.derive(trackingLabel(linkId)));
  if (!isSameCode(expected, code)) return null;
  return (await findTrackedPayment(database, linkId)) ?? findTrackedPayment(inArchive(database), linkId);
}

/** Shows the state of the payment to anyone who has the link. Source: docs/GAPS.md#tracking-link */
export const showTracking = endpoint({
  operationId: 'showTracking',
  summary: 'The status page of a payment behind its public link',
  tag: 'Payments',
  method: 'get',
  path: '/track/{trackingLinkId}',
  access: { kind: 'public' },
  limit: null,
  envelope: 'bare',
  params: z.object({ trackingLinkId: pathId('trackingLink') }),
  query: z.object({ c: z.string().max(64).default('') }),
  responses: {
    200: { description: 'A page with payer, history, date and reference', schema: null },
    404: { description: 'A page that says that the link does not work', schema: null },
  },
  errors: [],
  async handle({ params, query }, services) {
    const payment = await findTrackedByCode(params.trackingLinkId, query.c, services);
    if (payment === null) return nothingToTrackPage();
    const branding = await findBranding(services.database, payment.tenant);
    return trackingPage(payment, branding?.logo ?? null, utcDate(new Date()));
  },
});
