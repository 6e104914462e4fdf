import { firstIdAt } from '../../../domain/ids';
import type { LoggedDisposition } from '../../../domain/payments/reports/log-schema';
import type { Queryable } from '../../database';
import { REPORT_SQL, type StoredReport } from './list-reports';

/** A report as its partner reads it. Of one that fits no payment only address, kind and times are known. */
export interface LoggedReport extends Omit<StoredReport, 'status' | 'disposition' | 'effectiveAt'> {
  instructionId: string;
  status: StoredReport['status'] | null;
  disposition: LoggedDisposition;
  effectiveAt: Date | null;
  /** How often an unmatched report came, and when last; null for every other. */
  count: number | null;
  lastAt: Date | null;
}

export interface ReportLogFilter {
  partnerId: string;
  instructionId?: string | undefined;
  disposition?: LoggedDisposition | undefined;
  /** Recorded at that moment or later, and before that one: ISO 8601. */
  since?: string | undefined;
  until?: string | undefined;
  /** Id of the report after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

const UNMATCHED_SQL = `r.id, r.kind, null as status, 'unmatched' as disposition, null::timestamptz as "effectiveAt",
  r.first_at as "recordedAt", null as message, null as "partnerReference", null as "bankReference", null as "reasonCode",
  null::json as returned, r.instruction_id as "instructionId", r.count, r.last_at as "lastAt"`;

const MATCHED_SQL = `${REPORT_SQL}, r.instruction_id as "instructionId", null::integer as count, null::timestamptz as "lastAt"`;

/**
 * One page of reports of a partner, the newest first. An id begins with its time, so ids are in the order of arrival.
 * Source: docs/GAPS.md#P14
 */
export function listReportLog(database: Queryable, filter: ReportLogFilter): Promise<LoggedReport[]> {
  const { partnerId, instructionId, disposition, since, until, after, limit } = filter;
  const values: unknown[] = [partnerId, limit];
  const when = (value: string | undefined, sql: string): string =>
    value === undefined ? '' : ` and ${sql} $${values.push(value)}`;
  const idAt = (moment: string | undefined): string | undefined =>
    moment === undefined ? undefined : firstIdAt('report', Date.parse(moment));
  const conditions = [
    when(instructionId, 'r.instruction_id ='),
    when(after, 'r.id <'),
    when(idAt(since), 'r.id >='),
    when(idAt(until), 'r.id <'),
  ].join('');
  // In the text, so that the partial index of rare dispositions serves it.
  const only = disposition === undefined ? '' : ` and r.disposition = '${disposition}'`;
  const page = 'order by r.id desc limit $2';
  const matched = `(select ${MATCHED_SQL} from partner_reports r where r.partner_id = $1${conditions}${only} ${page})`;
  const unmatched = `(select ${UNMATCHED_SQL} from unmatched_reports r where r.partner_id = $1${conditions} ${page})`;
  const every = disposition === undefined ? `${matched} union all ${unmatched}` : matched;
  return database.query<LoggedReport & Record<string, unknown>>(
    `select * from (${disposition === 'unmatched' ? unmatched : every}) reports order by id desc limit $2`,
    values,
    'for_values',
  );
}
