import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError, invalidRequest } from '../../../domain/errors';
import {
  reportHash,
  settingsHash,
  WAIVER_WITHOUT_REASON,
  type LaboratoryReport,
} from '../../../domain/payments/dispatch/certificate';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import { actorId, appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Queryable, Transacting } from '../../database';
import type { Partner } from './partners';

const LABEL = 'partner certificates';

/** A report of the laboratory as it is kept. */
export interface Certificate {
  id: string;
  partnerId: string | null;
  report: LaboratoryReport;
  /** SHA-256 of the report in hexadecimal. */
  hash: string;
  /** Whether its signature is right and it is kept with the partner and the settings that it names: nobody has changed it. */
  isGenuine: boolean;
  madeBy: string;
  createdAt: Date;
}

const sign = (key: Buffer, id: string, hash: string): Buffer =>
  createHmac('sha256', key).update(`${id}.${hash}`).digest();

/**
 * Adds an audit entry that an examination begins, before its first call.
 * @param examined the partner, null for an address alone; the address that is called; the seed
 * Source: docs/GAPS.md#P20
 */
export async function auditExamination(
  database: Queryable,
  { partnerId, url, seed, actor }: { partnerId: string | null; url: string; seed: number; actor: Actor },
): Promise<void> {
  await appendAuditEntry(database, {
    actor,
    act: 'partner.examination_begun',
    subject: partnerId ?? url,
    accountId: null,
    detail: { url, seed },
  });
}

/**
 * Signs and stores a report of the laboratory, with an audit entry in the same transaction.
 * @returns its id, its hash and its signature in hexadecimal
 * Source: docs/GAPS.md#P20
 */
export async function storeCertificate(
  database: Transacting,
  vault: Vault,
  { report, actor }: { report: LaboratoryReport; actor: Actor },
): Promise<{ id: string; hash: string; signature: string }> {
  const id = newId('certificate');
  const hash = reportHash(report);
  const signature = sign(vault.derive(LABEL), id, hash);
  const { partnerId, verdict, settingsHash: settings } = report;
  await database.transaction(async (client) => {
    await client.query(
      `insert into partner_certificates (id, partner_id, settings_hash, verdict, report, signature, made_by)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, partnerId, settings, verdict, JSON.stringify(report), signature, actorId(actor)],
    );
    const detail = { certificate: id, verdict, settings, hash };
    await appendAuditEntry(client, {
      actor,
      act: 'partner.examined',
      subject: partnerId ?? id,
      accountId: null,
      detail,
    });
  });
  return { id, hash, signature: signature.toString('hex') };
}

interface Row extends Record<string, unknown> {
  id: string;
  partnerId: string | null;
  settingsHash: string;
  report: LaboratoryReport;
  signature: Buffer;
  madeBy: string;
  createdAt: Date;
}

const COLUMNS = `id, partner_id as "partnerId", settings_hash as "settingsHash", report, signature, made_by as "madeBy",
  created_at as "createdAt"`;

/**
 * A stored certificate; `isGenuine` is false if the signature does not match, or the report was moved to another row.
 */
function toCertificate(vault: Vault, { signature, settingsHash: settings, ...row }: Row): Certificate {
  const hash = reportHash(row.report);
  // The signature covers the report alone: its columns must say the same.
  const isInPlace = row.report.partnerId === row.partnerId && row.report.settingsHash === settings;
  const isSigned = vault
    .derivations(LABEL)
    .some((key) => signature.length === 32 && timingSafeEqual(sign(key, row.id, hash), signature));
  return { ...row, hash, isGenuine: isInPlace && isSigned };
}

/** @returns the reports of a partner, the newest first */
export async function listCertificates(
  database: Queryable,
  vault: Vault,
  { partnerId, limit, after }: { partnerId: string; limit: number; after?: string | undefined },
): Promise<Certificate[]> {
  const rows = await database.query<Row>(
    `select ${COLUMNS} from partner_certificates
     where partner_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
    [partnerId, after ?? null, limit],
  );
  return rows.map((row) => toCertificate(vault, row));
}

/** A partner on the live side, with the settings that it is to be enabled with. */
type Enabled = Pick<Partner, 'id' | 'name' | 'adapter' | 'config'>;

function whatCertificateLacks(found: Certificate | null): string {
  if (found === null) return 'has no report of the laboratory about its present settings';
  if (!found.isGenuine) return 'has a report of the laboratory that was changed after it was signed';
  return 'failed in the laboratory with its present settings';
}

const isPassed = ({ isGenuine, report }: Certificate): boolean => isGenuine && report.verdict === 'passed';

/** The reports about the settings that a partner has in this request, the newest first. */
async function listReportsAbout(
  client: Queryable,
  vault: () => Vault,
  { id, adapter, config }: Omit<Enabled, 'name'>,
): Promise<Certificate[]> {
  const rows = await client.query<Row>(
    `select ${COLUMNS} from partner_certificates
     where partner_id = $1 and settings_hash = $2 order by id desc`,
    [id, settingsHash({ adapter, config })],
  );
  return rows.map((row) => toCertificate(vault(), row));
}

/** @returns whether any genuine report about the settings that a partner has here is a passed one: later failures do not count */
export async function isCertified(
  client: Queryable,
  vault: () => Vault,
  partner: Omit<Enabled, 'name'>,
): Promise<boolean> {
  return (await listReportsAbout(client, vault, partner)).some(isPassed);
}

/** How a partner is enabled without a passed report. */
interface Waiver {
  withoutCertificate?: boolean | undefined;
  reason?: string | undefined;
}

/**
 * Requires that a live partner has passed the laboratory with its settings, by the newest report about them.
 * @returns the report's id, or null where it is waived
 * @throws DomainError INVALID_TRANSITION without a passed report; INVALID_REQUEST for a waiver without a reason
 * Source: docs/GAPS.md#P20
 */
export async function requireCertificate(
  client: Queryable,
  vault: () => Vault,
  { id, name, adapter, config }: Enabled,
  { withoutCertificate = false, reason }: Waiver,
): Promise<string | null> {
  if (withoutCertificate) {
    if ((reason ?? '').trim() !== '') return null;
    throw invalidRequest([WAIVER_WITHOUT_REASON]);
  }
  const [found = null] = await listReportsAbout(client, vault, { id, adapter, config });
  if (found !== null && isPassed(found)) return found.id;
  const message =
    `The live partner ${name} ${whatCertificateLacks(found)}. Examine it, while it is disabled, with ` +
    `"corridor partners certify --partner ${id}", ` +
    'or enable it without a certificate, for a reason.';
  const details = [{ field: 'withoutCertificate', code: 'no_certificate', message }];
  throw new DomainError('INVALID_TRANSITION', message, { details, extra: { current: 'disabled', allowed: [] } });
}
