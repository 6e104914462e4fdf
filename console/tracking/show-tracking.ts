import { z } from 'zod';
import { inArchive } from '../../db/archive/in-archive';
import { findBranding } from '../../db/documents/brandings';
import { findTrackedPayment, type TrackedPayment } from '../../db/payments/instruction/tracking-links';
import { preferredLanguage } from '../../domain/auth/languages';
import { utcDate } from '../../domain/calendar-dates';
import { trackingCode, trackingLabel } from '../../domain/payments/instruction/tracking-link';
import { pathId } from '../../domain/schema-tools';
import { isSameCode } from '../../lib/same-code';
import { endpoint } from '../../api/endpoint';
import type { Services } from '../../api/services';
import { WORDS } from '../words/use-words';
import { nothingToTrackPage, trackingPage } from './tracking-page';

async function findTrackedByCode(
  linkId: string,
  code: string,
  { database, vault }: Services,
): Promise<TrackedPayment | null> {
  const expected = trackingCode(vault.derive(trackingLabel(linkId)));
  if (!isSameCode(expected, code)) return null;
  return (await findTrackedPayment(database, linkId)) ?? findTrackedPayment(inArchive(database), linkId);
}

/** Shows the state of the payment, in the language of the browser, to anyone who has the link. Source: docs/GAPS.md#tracking-link */
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
  async handle(call, services) {
    const { params, query } = call;
    const words = WORDS[preferredLanguage(call.header('accept-language'))];
    const payment = await findTrackedByCode(params.trackingLinkId, query.c, services);
    if (payment === null) return nothingToTrackPage(words);
    const branding = await findBranding(services.database, payment.tenant);
    return trackingPage(payment, { words, logo: branding?.logo ?? null, today: utcDate(new Date()) });
  },
});
