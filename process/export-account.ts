import { beneficiaryView } from '../api/beneficiaries/common';
import { listedView as batchView } from '../api/payments/batches/batch-view';
import { retrievedView } from '../api/payments/instruction/instruction-view';
import { presentDocument } from '../api/documents/present';
import { deliveryView, subscriptionView } from '../api/webhooks/views';
import { listAccountKeys, type AccountKey } from '../db/auth/account-keys';
import { listAccountAuditEntries } from '../db/auth/audit-log';
import { listBeneficiaries } from '../db/beneficiaries/beneficiary-rows';
import { inArchive } from '../db/archive/in-archive';
import type { Database } from '../db/database';
import { listDocuments } from '../db/documents/documents';
import { listBatches } from '../db/payments/batches/read-batch';
import { listInstructions } from '../db/payments/instruction/list-instructions';
import { readInstructions } from '../db/payments/instruction/read-instruction';
import { searchShipments } from '../db/shipments/search';
import { listDeliveries } from '../db/webhooks/deliveries';
import { readLog, type LoggedEvent, type LogPosition } from '../db/webhooks/event-log';
import { listSubscriptions } from '../db/webhooks/subscriptions';
import type { Tenant } from '../domain/auth/tenant';
import { eventView } from '../domain/webhooks/payload';
import type { Vault } from '../lib/vault';

/** Rows that are in memory at a time. */
const PAGE = 100;
/** What a later version of this file understands otherwise. */
const FORMAT = 1;

export interface ExportSource {
  database: Database;
  vault: Vault;
  /** For links to documents. */
  publicUrl: string;
  now: () => Date;
}

/** Every row of a list, read page by page; each page continues after the last row. */
async function* everyRow<Row extends { id: string }>(
  read: (page: { after: string | undefined; limit: number }) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: string | undefined;
  for (;;) {
    const rows = await read({ after, limit: PAGE });
    yield* rows;
    after = rows.at(-1)?.id;
    if (rows.length < PAGE) return;
  }
}

/** Every payment of a tenant: current ones, then those in the archive. */
async function* allPayments(source: ExportSource, tenant: Tenant): AsyncGenerator<unknown> {
  yield* everyPayment(source, tenant);
  yield* everyPayment({ ...source, database: inArchive(source.database) }, tenant);
}

/** Payments of one database as their owner sees them, read page by page. */
async function* everyPayment({ database, vault }: ExportSource, tenant: Tenant): AsyncGenerator<unknown> {
  let after: string | undefined;
  for (;;) {
    const listed = await listInstructions(database, { tenant, after, limit: PAGE });
    const found = await readInstructions(
      database,
      listed.map(({ id }) => ({ id, tenant, known: null })),
    );
    for (const row of found) if (row !== null) yield retrievedView(row, vault);
    after = listed.at(-1)?.id;
    if (listed.length < PAGE) return;
  }
}

/**
 * Every event of a tenant by position in the log. They are read first, because the oldest are deleted first while a
 * slow reader takes its time.
 */
async function* everyEvent(database: Database, tenant: Tenant): AsyncGenerator<LoggedEvent> {
  let after: LogPosition | undefined;
  for (;;) {
    const rows = await readLog(database, { tenant, after, types: undefined, limit: PAGE });
    yield* rows;
    after = rows.at(-1)?.position;
    if (rows.length < PAGE) return;
  }
}

/** A key as its list shows it: the secret is kept nowhere. */
function keyView({ bucketStatuses: _levels, ...key }: AccountKey): Omit<AccountKey, 'bucketStatuses'> {
  return key;
}

type Shown = AsyncIterable<unknown> | Iterable<unknown>;

async function* mapRows<Row>(rows: AsyncIterable<Row>, view: (row: Row) => unknown): AsyncGenerator<unknown> {
  for await (const row of rows) yield view(row);
}

/** The parts of an export by kind: everything that an account has on one side. Audit entries are about both sides. */
function partsOf(source: ExportSource, tenant: Tenant): [kind: string, read: () => Promise<Shown> | Shown][] {
  const { database, publicUrl } = source;
  const documents = () => everyRow((page) => listDocuments(database, tenant, page));
  const batches = () => everyRow((page) => listBatches(database, tenant, page));
  const deliveries = () => everyRow((page) => listDeliveries(database, { tenant, ...page }));
  const beneficiaries = () => everyRow((page) => listBeneficiaries(database, source.vault, tenant, page));
  const endpoints = () => everyRow((page) => listSubscriptions(database, tenant, page));
  return [
    ['payment', () => allPayments(source, tenant)],
    ['beneficiary', () => mapRows(beneficiaries(), beneficiaryView)],
    ['batch', () => mapRows(batches(), batchView)],
    ['document', () => mapRows(documents(), (row) => presentDocument(row, publicUrl))],
    ['shipment', () => everyRow((page) => searchShipments(database, tenant, page))],
    ['webhook', () => mapRows(endpoints(), (row) => subscriptionView(row))],
    ['event', () => mapRows(everyEvent(database, tenant), eventView)],
    ['delivery', () => mapRows(deliveries(), (row) => deliveryView(row))],
    ['key', async () => (await listAccountKeys(database, tenant)).map(keyView)],
    ['audit_entry', () => everyRow((page) => listAccountAuditEntries(database, tenant.accountId, page))],
  ];
}

const lineOf = (kind: string, data: unknown): string => `${JSON.stringify({ kind, data })}\n`;

/** The first line of an export: whose it is, and of when. */
export function exportHead({ now }: ExportSource, tenant: Tenant): string {
  return lineOf('export', { ...tenant, format: FORMAT, startedAt: now() });
}

/** The lines of an export after its first, ending with the counts. */
export async function* exportLines(source: ExportSource, tenant: Tenant): AsyncGenerator<string> {
  const counts: Record<string, number> = {};
  for (const [kind, read] of partsOf(source, tenant)) {
    counts[kind] = 0;
    for await (const data of await read()) {
      counts[kind] += 1;
      yield lineOf(kind, data);
    }
  }
  yield lineOf('end', { counts, endedAt: source.now() });
}

/**
 * What one side of an account has, as NDJSON: a line `{kind, data}` for each thing, as the API shows it. The first line
 * says whose and of when; the last one, of kind `end`, how many of each kind there are: a file without it is cut off.
 * Whatever the account has, one page of rows is in memory. What changes meanwhile is there as it was when it was read.
 * Source: docs/GAPS.md#data-export
 */
export async function* exportAccount(source: ExportSource, tenant: Tenant): AsyncGenerator<string> {
  yield exportHead(source, tenant);
  yield* exportLines(source, tenant);
}
