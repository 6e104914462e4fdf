import type { Queryable } from '../../database';

/** A report that was answered 404: it fits no payment. */
export interface UnmatchedReport {
  id: string;
  partnerId: string;
  instructionId: string;
  kind: 'status' | 'settlement';
  /** Hash of its canonical body. */
  bodyHash: string;
  /** Exact bytes and signature headers, sealed for that id. */
  evidence: Buffer;
}

/** Reports kept of one partner: a partner that invents ids fills no disk. Further ones only leave the flag standing. */
const KEPT_OF_ONE_PARTNER = 1_000;

const KEEP_SQL = `
  with kept as (
    insert into unmatched_reports as known (id, partner_id, instruction_id, kind, body_hash, evidence_sealed)
    select $1::text, $2::text, $3::text, $4::text, $5::text, $6::bytea
    where (select count(*) from (select from unmatched_reports where partner_id = $2 limit ${KEPT_OF_ONE_PARTNER}) rows)
      < ${KEPT_OF_ONE_PARTNER}
    on conflict (partner_id, instruction_id, kind, body_hash)
      do update set count = known.count + 1, last_at = now()
  )
  insert into operator_flags (subject, kind, detail)
  values ($2, 'unmatched_reports', jsonb_build_object('instruction', $3::text))
  on conflict (subject, kind) where cleared_at is null do nothing`;

/**
 * Stores a partner's report on an instruction that, by our records, it was not sent, and flags the partner.
 * @throws DomainError UNAVAILABLE while Postgres is down: the partner repeats it
 * Source: docs/GAPS.md#P4
 */
export async function keepUnmatchedReport(database: Queryable, report: UnmatchedReport): Promise<void> {
  const { id, partnerId, instructionId, kind, bodyHash, evidence } = report;
  await database.query(KEEP_SQL, [id, partnerId, instructionId, kind, bodyHash, evidence]);
}
