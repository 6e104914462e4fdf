import type { output } from 'zod';
import type { HealthRow, PartnerRow, RouteRow } from '../../db/administration/settlement-network';
import type { Certificate } from '../../db/payments/dispatch/certificates';
import type { CertificateRecord } from '../../domain/payments/dispatch/certificate-schema';
import type { PartnerHealthShape, PartnerRecord } from '../../domain/payments/dispatch/partner-settings';
import { ROUTE_AMOUNTS, RouteRecord } from '../../domain/payments/routing/route-schema';

function healthView(row: HealthRow): output<typeof PartnerHealthShape> {
  const { breaker, consecutiveFaults, lastFault, waiting, inFlight, openInquiries } = row;
  return {
    ...{ breaker, consecutiveFaults, lastFault, waiting, inFlight, openInquiries },
    lastFaultAt: row.lastFaultAt?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    openSince: row.openSince?.toISOString() ?? null,
  };
}

/** A partner as an operator sees it. */
export function partnerView(row: PartnerRow): output<typeof PartnerRecord> {
  const { id, name, adapter, url, environment, authMode } = row;
  return {
    ...{ id, name, adapter, url, environment, authMode },
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    health: healthView(row),
  };
}

/** A report of the laboratory as an operator sees it. */
export function certificateView(certificate: Certificate): output<typeof CertificateRecord> {
  const { id, hash, isGenuine, madeBy, createdAt, report } = certificate;
  const { adapter, url, settingsHash, seed, startedAt, endedAt, verdict, results } = report;
  return {
    ...{ id, verdict, hash, isGenuine, madeBy, adapter, url, settingsHash, seed, startedAt, endedAt, results },
    createdAt: createdAt.toISOString(),
  };
}

/** A route as an operator sees it; amounts are JSON numbers. */
export function routeView(row: RouteRow): output<typeof RouteRecord> {
  const amounts = ROUTE_AMOUNTS.map((name) => [name, row[name] === null ? null : Number(row[name])]);
  return RouteRecord.parse({
    ...row,
    ...Object.fromEntries(amounts),
    partner: { id: row.partnerId, name: row.partnerName },
    isChosen: row.enabled && row.isPartnerEnabled,
    createdAt: row.createdAt.toISOString(),
    health: healthView(row),
  });
}
