import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { z } from 'zod';
import { findTracked, type TrackedPayment } from '../../db/payments/tracking-links';
import { trackingCode, trackingLabel } from '../../domain/payments/tracking-link';
import { pathId } from '../../domain/schema-tools';
import { endpoint, type Endpoint, type Reply } from '../endpoint';
import { runEndpoint } from '../middleware/run-endpoint';
import type { Services } from '../services';
import { nothingToTrackPage, TRACKING_POLICY, trackingPage } from './page';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Nobody keeps it, lists it, or learns its address from where its reader goes next. */
function page(status: number, html: string): Reply {
  return {
    status,
    headers: {
      'Content-Security-Policy': TRACKING_POLICY,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    },
    binary: { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html, 'utf8') },
  };
}

async function tracked(linkId: string, code: string, { database, vault }: Services): Promise<TrackedPayment | null> {
  const expected = trackingCode(vault.derive(trackingLabel(linkId)));
  // Compares without telling by its duration how much was right.
  if (!timingSafeEqual(sha256(expected), sha256(code))) return null;
  return findTracked(database, linkId);
}

/** Whoever was given the link sees where the payment stands. Source: docs/GAPS.md#tracking-link */
const showTracking = endpoint({
  operationId: 'showTracking',
  summary: 'Where a payment stands, for whoever has its link',
  tag: 'Payments',
  method: 'get',
  path: '/track/{trackingLinkId}',
  access: { kind: 'public' },
  limit: null,
  envelope: 'bare',
  params: z.object({ trackingLinkId: pathId('trackingLink') }),
  query: z.object({ c: z.string().max(64).default('') }),
  responses: {
    200: { description: 'A page with status, date and reference', schema: null },
    404: { description: 'A page that says that the link does not work', schema: null },
  },
  errors: [],
  async handle({ params, query }, services) {
    const payment = await tracked(params.trackingLinkId, query.c, services);
    return payment === null ? page(404, nothingToTrackPage()) : page(200, trackingPage(payment));
  },
});

/** A page for people, outside the API's operations; limits and request ids are those of every operation. */
export function registerTrackingPage(router: Router, services: Services): void {
  // The record's own types tie schema and handler together; the registry need not know them.
  const record = showTracking as unknown as Endpoint;
  router.get('/track/:trackingLinkId', async (context: Context) => {
    await runEndpoint(context, record, services);
    context.state['answered'] = true;
  });
}
