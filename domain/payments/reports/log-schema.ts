import { z } from 'zod';
import { PartnerReport } from '../reports/receipt-schema';
import { DISPOSITIONS } from './transitions';

/** What became of a report; `unmatched`: the partner was not given such a payment. */
export const LOGGED_DISPOSITIONS = [...DISPOSITIONS, 'unmatched'] as const;
export type LoggedDisposition = (typeof LOGGED_DISPOSITIONS)[number];

/** A report in the log of its partner. Source: docs/GAPS.md#P14 */
const LoggedReportShape = PartnerReport.extend({
  instructionId: z.string(),
  status: PartnerReport.shape.status.nullable().meta({ description: 'Null where it is unmatched' }),
  disposition: z.enum(LOGGED_DISPOSITIONS).meta({
    description: 'unmatched: answered 404, since the partner was not given such a payment',
  }),
  effectiveAt: z.string().nullable(),
  unmatched: z
    .object({ count: z.int(), lastAt: z.string() })
    .nullable()
    .meta({ description: 'Of an unmatched report, how often it came, and when last' }),
}).meta({ id: 'LoggedReport' });

/** One page of the reports of a partner. */
export const ReportLogPage = z
  .object({ items: z.array(LoggedReportShape), nextCursor: z.string().nullable() })
  .meta({ id: 'ReportLogPage' });
