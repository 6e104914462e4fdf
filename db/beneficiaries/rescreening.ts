import type { Tenant } from '../../domain/auth/tenant';
import { KeptBeneficiary } from '../../domain/beneficiaries/beneficiary-schema';
import { ALGORITHM_VERSION } from '../../domain/compliance/screen';
import type { Vault } from '../../lib/vault';
import type { InForce } from '../compliance/rescreening';
import type { ScreeningReceipt } from '../compliance/screenings';
import type { Database, Queryable } from '../database';
import { openSealed, SAVED_BENEFICIARY } from '../sealed-columns';
import { keepBeneficiaryScreening } from './beneficiaries';

/** A saved payee whose newest screening is not by the lists in force. */
export interface UnscreenedBeneficiary {
  id: string;
  tenant: Tenant;
  requestId: string;
  details: KeptBeneficiary;
  /** Postgres' clock when it was read. */
  receivedAt: Date;
}

/** Some saved payees, in the order of their ids. */
export interface UnscreenedBeneficiaries {
  beneficiaries: UnscreenedBeneficiary[];
  /** Id after which the next page begins; null after the last one. */
  next: string | null;
}

type Row = Omit<UnscreenedBeneficiary, 'details'> & { sealed: Buffer; isScreened: boolean };

/**
 * Reads one page of saved payees, and returns those not yet screened with the lists in force, perhaps none.
 * @param page `after`: id after which it begins; `limit`: how many are read
 * Source: docs/GAPS.md#P16
 */
export async function listUnscreenedBeneficiaries(
  database: Queryable,
  vault: Vault,
  { editions, countries }: InForce,
  { after, limit }: { after: string; limit: number },
): Promise<UnscreenedBeneficiaries> {
  const rows = await database.query<Row & Record<string, unknown>>(
    `select b.id, b.request_id as "requestId", b.private_sealed as sealed, clock_timestamp() as "receivedAt",
       jsonb_build_object('accountId', b.account_id, 'environment', b.environment) as tenant,
       exists (select from beneficiary_screenings l join screenings s on s.id = l.screening_id
         where l.beneficiary_id = b.id and s.algorithm = $1 and s.editions = $2::jsonb
           and s.blocked_countries = $3::jsonb) as "isScreened"
     from beneficiaries b where b.deleted_at is null and b.id > $4 order by b.id limit $5`,
    [ALGORITHM_VERSION, JSON.stringify(editions), JSON.stringify(countries), after, limit],
    'for_values',
  );
  const beneficiaries = rows
    .filter(({ isScreened }) => !isScreened)
    .map(({ id, tenant, requestId, receivedAt, sealed }) => {
      const text = openSealed(vault, SAVED_BENEFICIARY, { id, value: sealed }).toString('utf8');
      return { id, tenant, requestId, receivedAt, details: KeptBeneficiary.parse(JSON.parse(text)) };
    });
  return { beneficiaries, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
}

/** Keeps the receipt of a saved payee that was screened again. */
export function recordBeneficiaryRescreening(
  database: Database,
  beneficiary: UnscreenedBeneficiary,
  receipt: ScreeningReceipt,
): Promise<void> {
  return database.transaction((client) => keepBeneficiaryScreening(client, beneficiary.id, receipt, beneficiary));
}
