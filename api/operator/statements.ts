import { createHash } from 'node:crypto';
import type { Actor } from '../../db/auth/audit-log';
import { findPartner } from '../../db/payments/dispatch/partners';
import {
  listJudgedEntries,
  listStatements,
  readStatement,
  type JudgedEntry,
  type StatementRow,
} from '../../db/payments/settlement/read-statements';
import { insertStatement } from '../../db/payments/settlement/insert-statement';
import { DomainError } from '../../domain/errors';
import { ImportRefused } from '../../domain/imports/drafts';
import {
  StatementEntriesQuery,
  StatementEntryShape,
  StatementImportQuery,
  StatementParams,
  StatementShape,
  StatementsQuery,
} from '../../domain/payments/settlement/statement-schema';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { operation } from './common';
import { onePage, replyWithPage } from '../page';

const PATH = '/v1/operator/statements';
/** Some tens of thousands of entries, well within the time that a request may take; longer files go by command. */
export const MAX_STATEMENT_BYTES = 16 * 1024 * 1024;

function statementView(row: StatementRow) {
  const { id, partnerId, partnerName, message, messageId, total, confirmed, contradicted, notBooked } = row;
  return {
    ...{ id, partner: { id: partnerId, name: partnerName }, message, messageId },
    importedAt: row.importedAt.toISOString(),
    balances: row.balances.map(({ type, amount, currency, on }) => ({ type, amount: Number(amount), currency, on })),
    state: row.open > 0 ? ('comparing' as const) : ('compared' as const),
    entries: { total, confirmed, contradicted, notBooked, unmatched: row.unmatched, open: row.open },
  };
}

function entryView({ id, amount, fault: reason, ...entry }: JudgedEntry) {
  return { position: Number(id), ...entry, amount: amount === null ? null : Number(amount), reason };
}

async function requireStatement({ database }: Pick<Services, 'database'>, id: string): Promise<StatementRow> {
  const found = await readStatement(database, id);
  if (found === null) throw new DomainError('NOT_FOUND', 'There is no such statement.');
  return found;
}

/** @throws DomainError INVALID_REQUEST with line and reason for a file that is no statement; other faults unchanged */
function refuseFile(fault: unknown): never {
  if (!(fault instanceof ImportRefused)) throw fault;
  const { message } = fault;
  throw new DomainError('INVALID_REQUEST', message, { details: [{ field: '', code: 'statement', message }] });
}

/**
 * Parses a bank statement as it is uploaded and stores it as a whole, or nothing of it; the relay compares its
 * entries.
 * @throws DomainError NOT_FOUND for an unknown partner; INVALID_REQUEST with line and reason for a broken file
 * Source: docs/GAPS.md#statements
 */
async function importStatement(
  { database, vault, readStatementFile }: Pick<Services, 'database' | 'vault' | 'readStatementFile'>,
  { partnerId, chunks, actor }: { partnerId: string; chunks: AsyncIterable<Uint8Array>; actor: Actor },
): Promise<{ id: string; isNew: boolean }> {
  if ((await findPartner(database, partnerId)) === null) {
    throw new DomainError('NOT_FOUND', 'There is no such partner.');
  }
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const statement = await readStatementFile('The file', hashed()).catch(refuseFile);
  const kept = { ...statement, partnerId, fileHash: hash.digest('hex') };
  return insertStatement(database, kept, { actor, comparedBy: 'relay', vault });
}

/** Source: docs/GAPS.md#statements */
export const importBankStatement = endpoint({
  ...operation('operations'),
  operationId: 'importBankStatement',
  summary:
    'Import a camt.052, camt.053 or camt.054 of ISO 20022; its entries are compared with payments by their references',
  method: 'post',
  path: PATH,
  query: StatementImportQuery,
  fileTypes: ['application/xml', 'text/xml'],
  bodyLimitBytes: MAX_STATEMENT_BYTES,
  responses: {
    200: { description: 'The same file was imported before', schema: StatementShape },
    201: { description: 'The file is stored; its entries are being compared', schema: StatementShape },
  },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { partner: partnerId } = call.query;
    const { id, isNew } = await importStatement(services, {
      partnerId,
      chunks: call.file,
      actor: call.actor,
    });
    const data = statementView(await requireStatement(services, id));
    return isNew ? { status: 201, data, headers: { Location: `${PATH}/${id}` } } : { status: 200, data };
  },
});

/** Source: docs/GAPS.md#statements */
export const listBankStatements = endpoint({
  ...operation('operations'),
  operationId: 'listBankStatements',
  summary: 'List imported bank statements with their verdicts, newest first',
  method: 'get',
  path: PATH,
  query: StatementsQuery,
  responses: onePage(StatementShape),
  errors: [],
  async handle({ query: { partner: partnerId, limit, cursor: after } }, { database }) {
    const rows = await listStatements(database, { partnerId, after, limit: limit + 1 });
    return replyWithPage(rows, limit, statementView);
  },
});

/** Source: docs/GAPS.md#statements */
export const getBankStatement = endpoint({
  ...operation('operations'),
  operationId: 'getBankStatement',
  summary: 'One imported bank statement',
  method: 'get',
  path: `${PATH}/{statementId}`,
  params: StatementParams,
  responses: { 200: { description: 'The statement', schema: StatementShape } },
  errors: ['NOT_FOUND'],
  handle: async ({ params }, services) => ({
    status: 200,
    data: statementView(await requireStatement(services, params.statementId)),
  }),
});

/** Source: docs/GAPS.md#statements */
export const listBankStatementEntries = endpoint({
  ...operation('operations'),
  operationId: 'listBankStatementEntries',
  summary: 'Entries of a bank statement in the order of the file, each with the payment that it is about',
  method: 'get',
  path: `${PATH}/{statementId}/entries`,
  params: StatementParams,
  query: StatementEntriesQuery,
  responses: onePage(StatementEntryShape),
  errors: ['NOT_FOUND'],
  async handle({ params, query: { verdict, limit, cursor: after } }, services) {
    const { id } = await requireStatement(services, params.statementId);
    const rows = await listJudgedEntries(services.database, id, { verdict, after, limit: limit + 1 });
    return replyWithPage(rows, limit, entryView);
  },
});
