import type { Tenant } from '../../../domain/auth/tenant';
import type { ReportKind } from '../../../domain/payments/reports/report-key';
import type { ReturnedMoney } from '../../../domain/payments/settlement/returned-money';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Disposition } from '../../../domain/payments/reports/transitions';
import type { Queryable } from '../../database';

/** A partner's report on an instruction, with its disposition. */
export interface StoredReport {
  id: string;
  kind: ReportKind;
  status: PaymentStatus;
  disposition: Disposition;
  effectiveAt: Date;
  recordedAt: Date;
  message: string | null;
  partnerReference: string | null;
  bankReference: string | null;
  reasonCode: string | null;
  /** Of a return, how much came back, where that was said. */
  returned: ReturnedMoney | null;
}

/** Columns of a `StoredReport`, of `partner_reports` as `r`. */
export const REPORT_SQL = `r.id, r.kind, r.status, r.disposition, r.effective_at as "effectiveAt", r.recorded_at as "recordedAt",
            r.message, r.partner_reference as "partnerReference", r.bank_reference as "bankReference",
            r.reason_code as "reasonCode", case when r.returned_amount is not null then
              json_build_object('amount', r.returned_amount::text, 'currency', r.returned_currency) end as returned`;

/**
 * One page of reports about an instruction of an account, the oldest first. The caller has checked that the account
 * has it.
 * @param page `after`: id after which the list continues
 * Source: docs/GAPS.md#P3
 */
export function listReports(
  database: Queryable,
  { accountId, environment }: Tenant,
  page: { instructionId: string; after?: string | undefined; limit: number },
): Promise<StoredReport[]> {
  return database.query<StoredReport>(
    `select ${REPORT_SQL}
     from partner_reports r join payment_instructions i on i.id = r.instruction_id
     where r.instruction_id = $1 and i.account_id = $2 and i.environment = $3 and ($4::text is null or r.id > $4)
     order by r.id limit $5`,
    [page.instructionId, accountId, environment, page.after ?? null, page.limit],
  );
}

/** The last reports of a partner about an instruction, the oldest first. Source: docs/GAPS.md#P14 */
export async function listLastReports(
  database: Queryable,
  { partnerId, instructionId, limit }: { partnerId: string; instructionId: string; limit: number },
): Promise<StoredReport[]> {
  const rows = await database.query<StoredReport>(
    `select ${REPORT_SQL} from partner_reports r
     where r.instruction_id = $1 and r.partner_id = $2 order by r.id desc limit $3`,
    [instructionId, partnerId, limit],
  );
  return rows.reverse();
}
