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
import { STATEMENT_VERDICTS, type StatementVerdict } from '../../../domain/payments/settlement/statement-entry';
import { idOfCursor, pageOf } from '../../../domain/schema-tools';
import { listFileAnswer, fileRoute, readListPage, type List, type ListFile } from '../../list';
import { submitOperation } from '../../operation';
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

async function showStatements(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { parts, form, formToken } = visit;
  const [{ page, query }, partners] = await Promise.all([
    readListPage(LIST, visit),
    listPartners(parts.database, { limit: MAX_PARTNERS, after: undefined }),
  ]);
  const entered = { partner: form.get('partner') ?? '' };
  const shown = { page, maxBytes: MAX_STATEMENT_BYTES };
  const body = <Statements {...shown} {...{ partners, entered, faults, query, formToken }} />;
  return { kind: 'page', title: 'Bank statements', body, status };
}

const LIST: List<Visit, object, StatementRow> = {
  name: 'bank-statements',
  ids: 'statement',
  read: ({ parts }, query) => listStatements(parts.database, query),
  columns: {
    id: ({ id }) => id,
    partner: ({ partnerName }) => partnerName,
    message: ({ message }) => message,
    message_id: ({ messageId }) => messageId,
    imported: ({ importedAt }) => importedAt,
    entries: ({ total }) => total,
    confirmed: ({ confirmed }) => confirmed,
    contradicted: ({ contradicted }) => contradicted,
    not_booked: ({ notBooked }) => notBooked,
    unmatched: ({ unmatched }) => unmatched,
    not_compared: ({ open }) => open,
  },
};

/** @throws DomainError INVALID_REQUEST for an unknown verdict */
function verdictOf({ context }: Visit): StatementVerdict | undefined {
  const asked = new URLSearchParams(context.querystring);
  return requireSound(checkForm(EntryFilter, { verdict: asked.get('verdict') ?? '' })).verdict;
}

/** The entries of a statement as a CSV file. */
async function entriesFile(visit: Visit): Promise<Answer> {
  const verdict = verdictOf(visit);
  const { id } = await statementOf(visit);
  const entries: ListFile<Visit, object, JudgedEntry> = {
    name: () => id,
    hasOrder: true,
    read: ({ parts }, page) => listJudgedEntries(parts.database, id, { verdict, ...page }),
    columns: {
      line: ({ line }) => line,
      verdict: (entry) => entry.verdict,
      payment: ({ instructionId }) => instructionId,
      references: ({ references }) => references.join(' '),
      amount: ({ amount }) => Number(amount),
      currency: ({ currency }) => currency,
      direction: ({ direction }) => direction,
      is_return: ({ isReturn }) => isReturn,
      booked: ({ bookedOn }) => bookedOn,
    },
  };
  return listFileAnswer(entries, visit);
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await nextTurn();
  }
}

async function uploadStatement(visit: Visit): Promise<Answer> {
  const { form, files } = visit;
  const file = files.get('file');
  if (file === undefined) return showStatements(visit, { file: 'Choose a file.' }, 400);
  if (file.bytes.length > MAX_STATEMENT_BYTES) {
    return showStatements(visit, { file: 'The file is too large; import it by the command.' }, 400);
  }
  return submitOperation(visit, importBankStatement, {
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
      return showStatements(visit, { [field]: message }, status);
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
  { method: 'get', path: STATEMENTS, access: 'operations', handle: (visit) => showStatements(visit, {}) },
  fileRoute({ path: `${STATEMENTS}/file`, access: 'operations' }, LIST),
  { method: 'get', path: `${STATEMENTS}/:id/file`, access: 'operations', handle: entriesFile },
  {
    method: 'post',
    path: STATEMENTS,
    access: 'operations',
    countsOnce: true,
    fileLimitBytes: FILE_LIMIT_BYTES,
    handle: uploadStatement,
  },
  {
    method: 'get',
    path: `${STATEMENTS}/:id`,
    access: 'operations',
    handle: show,
    live: async (visit) => <StatementEntries {...await pageOfStatement(visit)} />,
  },
];
