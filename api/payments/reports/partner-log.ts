import { z } from 'zod';
import { listReportLog, type LoggedReport } from '../../../db/payments/reports/report-log';
import { LOGGED_DISPOSITIONS, ReportLogPage } from '../../../domain/payments/reports/log-schema';
import { Cursor, ListLimit, pageOf, pathId, Timestamp } from '../../../domain/schema-tools';
import { endpoint } from '../../endpoint';

function logView({ id, effectiveAt, recordedAt, returned, count, lastAt, ...report }: LoggedReport) {
  return {
    ...report,
    reportId: id,
    effectiveAt: effectiveAt?.toISOString() ?? null,
    recordedAt: recordedAt.toISOString(),
    returned: returned === null ? null : { amount: Number(returned.amount), currency: returned.currency },
    unmatched: count === null || lastAt === null ? null : { count, lastAt: lastAt.toISOString() },
  };
}

/** By what the log of a partner's reports is narrowed. */
export const ReportFilters = z.object({
  instructionId: pathId('instruction').optional(),
  disposition: z.enum(LOGGED_DISPOSITIONS).optional(),
  since: Timestamp.optional().meta({ description: 'Only those that arrived at this moment or later' }),
  until: Timestamp.optional().meta({ description: 'Only those that arrived before this moment' }),
});

/** Source: docs/GAPS.md#P14, docs/GAPS.md#G8 */
export const listReportsOfPartner = endpoint({
  operationId: 'listPartnerReports',
  summary: 'List the reports of the calling partner with their dispositions, the newest first',
  tag: 'Partners',
  method: 'get',
  path: '/api/v1/partner/reports',
  access: { kind: 'partner' },
  limit: 'partnerInstructions',
  envelope: 'wrapped',
  query: ReportFilters.extend({ limit: ListLimit, cursor: Cursor }),
  responses: {
    200: {
      description: 'One page, with reports that were refused and those that fit no payment',
      schema: ReportLogPage,
    },
  },
  errors: [],
  async handle({ query: { limit, cursor: after, ...filter }, principal: { partnerId } }, services) {
    const rows = await listReportLog(services.database, { ...filter, partnerId, after, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map(logView), nextCursor } };
  },
});
