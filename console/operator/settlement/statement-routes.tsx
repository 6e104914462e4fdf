import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { importBankStatement, MAX_STATEMENT_BYTES } from '../../../api/operator/statements';
import { listPartners } from '../../../db/administration/settlement-network';
import {
  listJudgedEntries,
  listStatements,
  readStatement,
  type JudgedEntry,
  type StatementRow,
} from '../../../db/payments/settlement/read-statements';
import { DomainError } from '../../../domain/errors';
import { StatementShape } from '../../../domain/payments/settlement/statement-schema';
import { STATEMENT_VERDICTS, type StatementVerdict } from '../../../domain/payments/settlement/statements';
import { idOfCursor, pageOf } from '../../../domain/schema-tools';
import { listFile } from '../../list-file';
import { orderOf } from '../../list-order';
import { submit } from '../../operation';
import { Statement, StatementEntries, Statements, STATEMENTS, type StatementPage } from './statements-page';
import { checkForm, chosenFrom, requireSound, type Faults } from '../../forms/read-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';

const PAGE = 25;
const MAX_PARTNERS = 100;
const POSITION = /^\d{1,9}$/;
/** Between pieces of this size other requests have their turn. */
const SLICE_BYTES = 64 * 1024;
/** A file that is too large is refused at its field; one beyond twice the size is not read at all. */
const FILE_LIMIT_BYTES = 2 * MAX_STATEMENT_BYTES;

const EntryFilter = z.object({ verdict: chosenFrom(STATEMENT_VERDICTS) });

async function list(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { parts, context, form, formToken } = visit;
  const { database } = parts;
  const query = context.querystring;
  const after = idOfCursor(new URLSearchParams(query).get('cursor'), 'statement');
  const [rows, partners] = await Promise.all([
    listStatements(database, { after, order: orderOf(visit), limit: PAGE + 1 }),
    listPartners(database, { limit: MAX_PARTNERS, after: undefined }),
  ]);
  const entered = { partner: form.get('partner') ?? '' };
  const shown = { page: pageOf(rows, PAGE), maxBytes: MAX_STATEMENT_BYTES };
  const body = <Statements {...shown} {...{ partners, entered, faults, query, formToken }} />;
  return { kind: 'page', title: 'Bank statements', body, status };
}

const COLUMNS = [
  ...['id', 'partner', 'message', 'message_id', 'imported', 'entries', 'confirmed', 'contradicted', 'not_booked'],
  ...['unmatched', 'not_compared'],
];

function cellsOf({ id, partnerName, message, messageId, importedAt, ...counts }: StatementRow) {
  const { total, confirmed, contradicted, notBooked, unmatched, open } = counts;
  const facts = [id, partnerName, message, messageId, importedAt.toISOString()];
  return [...facts, total, confirmed, contradicted, notBooked, unmatched, open];
}

async function file(visit: Visit): Promise<Answer> {
  const order = orderOf(visit);
  return listFile({
    ...{ name: 'bank-statements', visit, columns: COLUMNS, cells: cellsOf },
    read: (page) => listStatements(visit.parts.database, { ...page, order }),
  });
}

const ENTRY_COLUMNS = [
  'line',
  'verdict',
  'payment',
  'references',
  'amount',
  'currency',
  'direction',
  'is_return',
  'booked',
];

function cellsOfEntry({ line, verdict, instructionId, references, amount, currency, ...entry }: JudgedEntry) {
  const { direction, isReturn, bookedOn } = entry;
  const money = [Number(amount), currency, direction, isReturn, bookedOn];
  return [line, verdict, instructionId, references.join(' '), ...money];
}

/** @throws DomainError INVALID_REQUEST for an unknown verdict */
function verdictOf({ context }: Visit): StatementVerdict | undefined {
  const asked = new URLSearchParams(context.querystring);
  return requireSound(checkForm(EntryFilter, { verdict: asked.get('verdict') ?? '' })).verdict;
}

async function fileOfEntries(visit: Visit): Promise<Answer> {
  const { database } = visit.parts;
  const verdict = verdictOf(visit);
  const { id } = await statementOf(visit);
  return listFile({
    ...{ name: id, visit, columns: ENTRY_COLUMNS, cells: cellsOfEntry },
    read: (page) => listJudgedEntries(database, id, { verdict, ...page }),
  });
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await nextTurn();
  }
}

async function upload(visit: Visit): Promise<Answer> {
  const { form, files } = visit;
  const file = files.get('file');
  if (file === undefined) return list(visit, { file: 'Choose a file.' }, 400);
  if (file.bytes.length > MAX_STATEMENT_BYTES) {
    return list(visit, { file: 'The file is too large; import it by the command.' }, 400);
  }
  return submit(visit, importBankStatement, {
    query: { partner: form.get('partner') ?? '' },
    file: slicesOf(file.bytes),
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: 'statement-recorded' },
      location: `${STATEMENTS}/${StatementShape.parse(data).id}`,
    }),
    refused: (faults, status) => {
      const [message = 'The file cannot be read.'] = Object.values(faults);
      const field = status === 404 || 'partner' in faults ? 'partner' : 'file';
      return list(visit, { [field]: message }, status);
    },
  });
}

async function statementOf({ parts, params }: Visit): Promise<StatementRow> {
  const statement = await readStatement(parts.database, params['id'] ?? '');
  if (statement === null) throw new DomainError('NOT_FOUND', 'There is no such statement.');
  return statement;
}

async function pageOfStatement(visit: Visit): Promise<StatementPage> {
  const { parts, context } = visit;
  const query = context.querystring;
  const verdict = verdictOf(visit);
  const statement = await statementOf(visit);
  const after = idOfCursor(new URLSearchParams(query).get('cursor'), POSITION);
  const rows = await listJudgedEntries(parts.database, statement.id, { verdict, after, limit: PAGE + 1 });
  return { statement, entries: pageOf(rows, PAGE), verdict, query };
}

async function show(visit: Visit): Promise<Answer> {
  const page = await pageOfStatement(visit);
  const { partnerName, messageId } = page.statement;
  return { kind: 'page', title: `Statement ${messageId}, ${partnerName}`, body: <Statement {...page} /> };
}

export const OPERATOR_STATEMENT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: STATEMENTS, access: 'operations', handle: (visit) => list(visit, {}) },
  { method: 'get', path: `${STATEMENTS}/file`, access: 'operations', handle: file },
  { method: 'get', path: `${STATEMENTS}/:id/file`, access: 'operations', handle: fileOfEntries },
  {
    method: 'post',
    path: STATEMENTS,
    access: 'operations',
    countsOnce: true,
    fileLimitBytes: FILE_LIMIT_BYTES,
    handle: upload,
  },
  {
    method: 'get',
    path: `${STATEMENTS}/:id`,
    access: 'operations',
    handle: show,
    live: async (visit) => <StatementEntries {...await pageOfStatement(visit)} />,
  },
];
