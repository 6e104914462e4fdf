import { readShownPayments } from '../shown-payments';
import { z } from 'zod';
import { listPaymentsOfBulk, prepareBulk, showBulk, startBulk, stopBulk } from '../../../api/operator/bulk-decisions';
import {
  listBulkDecisions,
  listBulkPayments,
  type BulkPaymentRow,
  type StoredBulkDecision,
} from '../../../db/payments/bulk/read-bulk-decision';
import { ENVIRONMENTS } from '../../../domain/auth/tenant';
import { roleOf } from '../../../domain/payments/review/bulk-decision';
import { BulkDecisionShape, BulkPayment } from '../../../domain/payments/review/bulk-decision-schema';
import { WAITING_FILTERS } from '../../../domain/payments/review/operator-schema';
import { listFileAnswer, listRoutes, type List, type ListFile } from '../../list';
import { runOperation, submitOperation } from '../../operation';
import type { Faults } from '../../forms/read-form';
import type { NoticeName } from '../../notices';
import { isAllowed, refusalOf, type ConsoleRoute } from '../../route';
import { userOf } from '../../user-of';
import type { Answer, Visit } from '../../visit';
import { BULK, BulkDecisionPage, BulkDecisions, BulkProgress, NewBulkDecision, type BulkPage } from './bulk-page';

const PaymentsPage = z.object({ data: z.array(BulkPayment), next_cursor: z.string().nullable() });

const Chosen = z.object({
  waiting: z.enum(WAITING_FILTERS).optional().catch(undefined),
  environment: z.enum(ENVIRONMENTS).optional().catch(undefined),
});

const cursorOf = ({ context }: Visit): { cursor?: string } => {
  const cursor = new URLSearchParams(context.querystring).get('cursor');
  return cursor === null || cursor === '' ? {} : { cursor };
};

function newBulkPage(visit: Visit, chosenIn: URLSearchParams, faults: Faults = {}, status = 200): Answer {
  const { user, form, formToken } = visit;
  const chosen = Chosen.parse(Object.fromEntries(chosenIn));
  const { waiting = isAllowed('operations', user) ? 'person' : 'compliance_review', environment } = chosen;
  const access = waiting === 'compliance_review' ? 'compliance' : 'operations';
  if (!isAllowed(access, user)) throw refusalOf(access, userOf(visit));
  const typed = (name: string): string => form.get(name) ?? '';
  const entered = { decision: typed('decision'), listEntry: typed('listEntry'), reason: typed('reason') };
  const body = <NewBulkDecision {...{ waiting, environment, entered, faults, formToken }} />;
  return { kind: 'page', title: 'Decide about many payments', body, status };
}

function prepareBulkDecision(visit: Visit): Promise<Answer> {
  const { form } = visit;
  const given = (name: string): Record<string, string> => {
    const value = (form.get(name) ?? '').trim();
    return value === '' ? {} : { [name]: value };
  };
  return submitOperation(visit, prepareBulk, {
    body: {
      decision: form.get('decision'),
      reason: form.get('reason'),
      filter: { waiting: form.get('waiting'), ...given('environment'), ...given('listEntry') },
    },
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: 'bulk-prepared' },
      location: `${BULK}/${BulkDecisionShape.parse(data).bulkDecisionId}`,
    }),
    refused: (faults, status) => Promise.resolve(newBulkPage(visit, form, faults, status)),
  });
}

async function pageOfBulk(visit: Visit): Promise<BulkPage> {
  const [shown, listed] = await Promise.all([
    runOperation(visit, showBulk),
    runOperation(visit, listPaymentsOfBulk, { query: cursorOf(visit) }),
  ]);
  const { data: items, next_cursor: nextCursor } = PaymentsPage.parse(listed.data);
  const query = visit.context.querystring;
  const rows = await readShownPayments(visit, { rows: items, idOf: ({ instructionId }) => instructionId });
  return { bulk: BulkDecisionShape.parse(shown.data), payments: { items: rows, nextCursor }, query };
}

async function showBulkDecision(visit: Visit, faults: Faults = {}, status = 200): Promise<Answer> {
  const page = await pageOfBulk(visit);
  const { user, form, formToken } = visit;
  const mayDecide = isAllowed(roleOf(page.bulk.decision), user);
  const body = <BulkDecisionPage {...page} {...{ mayDecide, faults, formToken }} entered={form.get('reason') ?? ''} />;
  return { kind: 'page', title: `Bulk decision ${page.bulk.bulkDecisionId}`, body, status };
}

const here = ({ params }: Visit, name: NoticeName): Answer => ({
  kind: 'done',
  notice: { name },
  location: `${BULK}/${params['bulkDecisionId'] ?? ''}`,
});

function start(visit: Visit): Promise<Answer> {
  return submitOperation(visit, startBulk, {
    done: () => here(visit, 'bulk-started'),
    refused: (faults, status) => showBulkDecision(visit, faults, status),
  });
}

function stopBulkDecision(visit: Visit): Promise<Answer> {
  return submitOperation(visit, stopBulk, {
    body: { reason: visit.form.get('reason') },
    done: () => here(visit, 'bulk-stopped'),
    refused: (faults, status) => showBulkDecision(visit, faults, status),
  });
}

const LIST: List<Visit, object, StoredBulkDecision> = {
  name: 'bulk-decisions',
  ids: 'bulkDecision',
  read: ({ parts }, query) => listBulkDecisions(parts.database, query),
  columns: {
    id: ({ id }) => id,
    decision: ({ decision }) => decision,
    status: ({ status }) => status,
    waiting_for: ({ filter }) => filter.waiting,
    side: ({ filter }) => filter.environment,
    reason: ({ reason }) => reason,
    prepared: ({ createdAt }) => createdAt,
    ended: ({ finishedAt }) => finishedAt,
  },
};

/** The payments of a bulk decision as a CSV file. */
async function paymentsFile(visit: Visit): Promise<Answer> {
  const { bulkDecisionId: id } = BulkDecisionShape.parse((await runOperation(visit, showBulk)).data);
  const payments: ListFile<Visit, object, BulkPaymentRow> = {
    name: () => id,
    hasOrder: true,
    read: ({ parts }, query) => listBulkPayments(parts.database, id, query),
    columns: { payment: (row) => row.id, state: ({ state }) => state, why: ({ fault }) => fault },
  };
  return listFileAnswer(payments, visit);
}

const ONE = `${BULK}/:bulkDecisionId`;

/** Source: docs/GAPS.md#bulk-decisions */
export const OPERATOR_BULK_ROUTES: readonly ConsoleRoute[] = [
  ...listRoutes({ path: BULK, access: 'payments' }, LIST, (_visit, { page, query }) => ({
    title: 'Bulk decisions',
    body: <BulkDecisions page={page} query={query} />,
  })),
  {
    method: 'get',
    path: `${BULK}/new`,
    access: 'payments',
    handle: (visit) => Promise.resolve(newBulkPage(visit, new URLSearchParams(visit.context.querystring))),
  },
  { method: 'get', path: `${ONE}/file`, access: 'payments', handle: paymentsFile },
  { method: 'post', path: BULK, access: 'payments', handle: prepareBulkDecision },
  {
    method: 'get',
    path: ONE,
    access: 'payments',
    handle: (visit) => showBulkDecision(visit),
    live: async (visit) => <BulkProgress {...await pageOfBulk(visit)} />,
  },
  { method: 'post', path: `${ONE}/start`, access: 'payments', handle: start },
  { method: 'post', path: `${ONE}/stop`, access: 'payments', handle: stopBulkDecision },
];
