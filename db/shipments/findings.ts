import { createHmac } from 'node:crypto';
import type { RequestActor } from '../../domain/auth/actor';
import type { Tenant } from '../../domain/auth/tenant';
import { DocumentRequest, type DocumentType } from '../../domain/documents/registry';
import { FINAL_STATUSES, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Proof } from '../../domain/payments/settlement/booking';
import { COMPARED_TYPES, type FiledDocument, type FiledPayment } from '../../domain/shipments/file/facts';
import { boundFindings, findingsOf, type Finding, type FindingStatus } from '../../domain/shipments/file/findings';
import type { Shipment } from '../../domain/shipments/shipment';
import type { Vault } from '../../lib/vault';
import { appendAuditEntry } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { openRequestData } from '../documents/store';
import { recordEvent } from '../events';
import { addToOutbox, TOPICS } from '../outbox';
import { openPrivateData } from '../payments/instruction/private-data';
import { findShipment } from './shipments';

/** A paper of the file. */
export interface FilePaper {
  id: string;
  type: DocumentType;
  number: string;
}

/** A payment of the file; the amount is decimal text. */
export interface FilePayment {
  id: string;
  status: PaymentStatus;
  amount: string;
  currency: string;
  expectedDate: string;
  proof: Proof | null;
}

/** A finding with what became of it. */
export interface DecidedFinding extends Finding {
  status: FindingStatus;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
}

/** The papers and payments of a shipment, and where they disagree. */
export interface ConsignmentFile {
  shipment: Shipment;
  documents: FilePaper[];
  payments: FilePayment[];
  findings: DecidedFinding[];
  /** How many findings there are beside these. */
  leftOut: number;
}

interface PaperRow extends FilePaper {
  instructionId: string | null;
  dataSealed: Buffer;
}

/**
 * The newest paper of each type that is compared and whose data are there: they go with its file. Several invoices may cover
 * one shipment: of these the newest of each number. Of the newest documents alone.
 */
const PAPERS_SQL = `
  select distinct on (d.type, d.invoice) d.id, d.type, d.number, d.instruction_id as "instructionId",
    r.data_sealed as "dataSealed"
  from (
    select id, type, number, instruction_id, case when type = 'commercial_invoice' then number end as invoice
    from documents
    where account_id = $1 and environment = $2 and shipment_id = $3 and status = 'generated' and type = any($4::text[])
    order by id desc limit 200) d
  join document_requests r on r.document_id = d.id
  order by d.type, d.invoice, d.id desc`;

const PAYMENTS_SQL = `
  select id, status, amount::text, currency, expected_date::text as "expectedDate", proof, private_sealed as "privateSealed"
  from payment_instructions
  where account_id = $1 and environment = $2 and private_sealed is not null and id in (
    select instruction_id from documents
    where account_id = $1 and environment = $2 and shipment_id = $3 and instruction_id is not null
    order by id desc limit 100)
  order by id`;

/** What a document was made from; null where the present shape of its type is another one. */
function filedDocument(vault: Vault, { id, type, dataSealed }: PaperRow): FiledDocument | null {
  const { data } = DocumentRequest.safeParse({ type, data: openRequestData(vault, id, dataSealed) });
  return data === undefined ? null : { id, content: data };
}

function filedPayment(vault: Vault, row: FilePayment & { privateSealed: Buffer }): FiledPayment {
  const { beneficiary, remittance } = openPrivateData(vault, row.id, row.privateSealed);
  return {
    instructionId: row.id,
    amount: Number(row.amount),
    currency: row.currency,
    expectedDate: row.expectedDate,
    payee: beneficiary.name,
    accountNumber: beneficiary.bankAccount.accountNumber,
    reference: remittance?.reference ?? null,
  };
}

interface DecisionRow {
  id: string;
  status: FindingStatus;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
}

/** Decisions about findings of a shipment, by finding. */
async function readDecisions(client: Queryable, shipmentId: string): Promise<ReadonlyMap<string, DecisionRow>> {
  const rows = await client.query<DecisionRow & Record<string, unknown>>(
    `select id, status, reason, decided_by as "decidedBy", decided_at as "decidedAt" from shipment_findings
     where shipment_id = $1`,
    [shipmentId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const HASH_LABEL = 'shipment-finding';
const HASH_DIGITS = 32;

function hasherOf(vault: Vault): (text: string) => string {
  const secret = vault.derive(HASH_LABEL);
  return (text) => createHmac('sha256', secret).update(text).digest('hex').slice(0, HASH_DIGITS);
}

const UNDECIDED = { status: 'open', reason: null, decidedBy: null, decidedAt: null } as const;

/**
 * Reads the documents and payments of a shipment and computes its findings from them.
 * @returns null for an unknown shipment, and for another tenant's
 * Source: docs/GAPS.md#S2
 */
export async function readConsignment(
  client: Queryable,
  vault: Vault,
  tenant: Tenant,
  shipmentId: string,
): Promise<ConsignmentFile | null> {
  const shipment = await findShipment(client, tenant, shipmentId);
  if (shipment === null) return null;
  const values = [tenant.accountId, tenant.environment, shipmentId];
  const papers = await client.query<PaperRow & Record<string, unknown>>(PAPERS_SQL, [...values, COMPARED_TYPES]);
  const payments = await client.query<FilePayment & { privateSealed: Buffer }>(PAYMENTS_SQL, values);
  const decisions = await readDecisions(client, shipmentId);
  const alive = payments.filter(({ status }) => !FINAL_STATUSES.includes(status));
  const documents = papers.flatMap((paper) => filedDocument(vault, paper) ?? []);
  const parts = { shipment, documents, payments: alive.map((row) => filedPayment(vault, row)) };
  const { shown, leftOut } = boundFindings(findingsOf(parts, hasherOf(vault)));
  return {
    shipment,
    documents: papers.map(({ id, type, number }) => ({ id, type, number })),
    payments: payments.map(({ privateSealed: _private, ...payment }) => payment),
    findings: shown.map((finding) => ({ ...finding, ...(decisions.get(finding.id) ?? UNDECIDED) })),
    leftOut,
  };
}

/** Stands for the findings that a file leaves out: it is never decided, so it stays open. */
const LEFT_OUT = { id: 'left_out', severity: 'error' } as const;

/** Findings stay while a paper has lost its data, which are what they were found in: nobody has agreed to them. */
const RECORD_SQL = `
  update shipments s set compared_at = clock_timestamp(), findings = $2::jsonb || coalesce((
    select jsonb_agg(one) from jsonb_array_elements(s.findings) one
    left join shipment_findings decided on decided.shipment_id = s.id and decided.id = one ->> 'id'
    where coalesce(decided.status, 'open') = 'open' and not $2::jsonb @> jsonb_build_array(one) and exists (
      select from documents d where d.account_id = s.account_id and d.environment = s.environment and d.shipment_id = s.id
        and d.status = 'generated' and d.type = any($3::text[])
        and not exists (select from document_requests r where r.document_id = d.id))), '[]')
  where id = $1`;

/**
 * Compares the documents of a shipment after one is new, and records an event for each finding that opens. Source:
 * docs/GAPS.md#S2
 */
export async function recordFindings(database: Database, vault: Vault, shipmentId: string): Promise<void> {
  await database.transaction(async (client) => {
    const [tenant] = await client.query<{ accountId: string; environment: Tenant['environment'] }>(
      'select account_id as "accountId", environment from shipments where id = $1 for no key update',
      [shipmentId],
    );
    const file = tenant === undefined ? null : await readConsignment(client, vault, tenant, shipmentId);
    if (tenant === undefined || file === null) return;
    const shown = file.findings.map(({ id, severity }) => ({ id, severity }));
    const found = file.leftOut === 0 ? shown : [...shown, LEFT_OUT];
    await client.query(RECORD_SQL, [shipmentId, JSON.stringify(found), COMPARED_TYPES]);
    if (shown.length === 0) return;
    const opened = await client.query<{ id: string }>(
      `insert into shipment_findings (shipment_id, id) select $1, unnest($2::text[]) on conflict do nothing returning id`,
      [shipmentId, file.findings.map(({ id }) => id)],
    );
    const isOpened = new Set(opened.map(({ id }) => id));
    for (const { id, rule, severity } of file.findings.filter((finding) => isOpened.has(finding.id))) {
      const object = { shipment_id: shipmentId, finding_id: id, rule, severity };
      await recordEvent(client, { tenant, type: 'shipment.finding', object, subject: shipmentId });
    }
  });
}

/** A clearance by which a payment passed its screening. */
export interface FileClearance {
  instructionId: string;
  clearanceId: string;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** The clearances on which the newest screenings of payments rest. Source: docs/GAPS.md#P13 */
export function readClearancesOf(client: Queryable, instructionIds: readonly string[]): Promise<FileClearance[]> {
  return client.query<FileClearance & Record<string, unknown>>(
    `select s.instruction_id as "instructionId", c.id as "clearanceId", c.expires_at as "expiresAt", c.revoked_at as "revokedAt"
     from (
       select distinct on (instruction_id) instruction_id, clearance_id from screenings
       where instruction_id = any($1::text[]) order by instruction_id, id desc) s
     join clearances c on c.id = s.clearance_id order by s.instruction_id`,
    [instructionIds],
  );
}

/** What is decided about a finding. */
export interface FindingWord {
  status: FindingStatus;
  reason: string | null;
  actor: RequestActor;
}

/**
 * Records a decision about a finding with its audit entry, and requests that payments' conditions are judged again.
 * @returns the decided finding; null where the shipment has no such one
 * Source: docs/GAPS.md#S2
 */
export async function decideFinding(
  database: Database,
  vault: Vault,
  { tenant, shipmentId, findingId }: { tenant: Tenant; shipmentId: string; findingId: string },
  { status, reason, actor }: FindingWord,
): Promise<DecidedFinding | null> {
  return database.transaction(async (client) => {
    const file = await readConsignment(client, vault, tenant, shipmentId);
    const finding = file?.findings.find(({ id }) => id === findingId);
    if (finding === undefined) return null;
    const [row] = await client.query<DecisionRow & Record<string, unknown>>(
      `insert into shipment_findings (shipment_id, id, status, reason, decided_by, decided_at)
       values ($1, $2, $3, $4, $5, now())
       on conflict (shipment_id, id) do update set status = excluded.status, reason = excluded.reason,
         decided_by = excluded.decided_by, decided_at = excluded.decided_at
       returning id, status, reason, decided_by as "decidedBy", decided_at as "decidedAt"`,
      [shipmentId, findingId, status, reason, actor.id],
    );
    const detail = { finding: findingId, rule: finding.rule, status };
    await appendAuditEntry(client, {
      ...{ actor, act: 'shipment.finding_decided', subject: shipmentId, accountId: tenant.accountId, detail },
    });
    const { accountId } = tenant;
    await addToOutbox(client, { topic: TOPICS.judgeConditions, subject: shipmentId, accountId });
    return row === undefined ? null : { ...finding, ...row };
  });
}
