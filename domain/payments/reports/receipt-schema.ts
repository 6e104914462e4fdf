import { z } from 'zod';
import { NotesShape } from '../../schema-tools';
import { Money, ReconciliationShape, SettlementShape, Status } from '../instruction/answer-schema';
import { REPORT_KINDS } from './report-key';
import { DISPOSITIONS } from './transitions';

/** Answer to a report. Source: docs/GAPS.md#P4 */
export const ReportReceipt = z
  .object({
    instructionId: z.string(),
    status: Status,
    previousStatus: Status,
    disposition: z.enum(['applied', 'duplicate', 'stale', 'waiting']),
    reportId: z.string(),
    recordedAt: z.string(),
    ...NotesShape,
  })
  .meta({ id: 'ReportReceipt' });

/** Answer to a settlement confirmation. Source: docs/GAPS.md#P5 */
export const SettlementReceipt = ReportReceipt.extend({
  settlement: SettlementShape,
  reconciliation: ReconciliationShape,
}).meta({ id: 'SettlementReceipt' });

/** One thing that a partner said of an instruction. Source: docs/GAPS.md#P3 */
export const PartnerReport = z
  .object({
    reportId: z.string(),
    kind: z.enum(REPORT_KINDS),
    status: Status,
    disposition: z.enum(DISPOSITIONS),
    effectiveAt: z.string(),
    recordedAt: z.string(),
    message: z.string().nullable(),
    partnerReference: z.string().nullable(),
    bankReference: z.string().nullable(),
    reasonCode: z.string().nullable(),
    returned: Money.nullable().meta({ description: 'The returned amount, if the report gave it' }),
  })
  .meta({ id: 'PartnerReport' });
