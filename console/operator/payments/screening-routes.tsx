import type { z } from 'zod';
import { clearanceView, revokeOneClearance } from '../../../api/operator/clearances';
import { listScreeningsForOperator } from '../../../api/operator/screenings';
import { onePage } from '../../../api/page';
import { listClearances } from '../../../db/compliance/clearances';
import { ListedScreening } from '../../../domain/payments/review/operator-schema';
import { listRoutes, type List } from '../../list';
import { runOperation, submitOperation } from '../../operation';
import { Clearances, CLEARANCES, Screenings, SCREENINGS } from './screenings-page';
import type { Faults } from '../../forms/read-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';

const ScreeningsPage = onePage(ListedScreening)[200].schema;

/** What the address asks for and is not left empty. */
function queryOf({ context }: Visit): Record<string, string> {
  const asked = [...new URLSearchParams(context.querystring)];
  return Object.fromEntries(asked.filter(([name, text]) => ['from', 'to', 'cursor'].includes(name) && text !== ''));
}

function showScreenings(visit: Visit): Promise<Answer> {
  const query = queryOf(visit);
  const entered = { from: query['from'] ?? '', to: query['to'] ?? '' };
  const shown = (faults: Faults, page: z.output<typeof ScreeningsPage>, status: number): Answer => {
    const { data: items, next_cursor: next } = page;
    const body = <Screenings {...{ items, entered, faults, next }} query={new URLSearchParams(query).toString()} />;
    return { kind: 'page', title: 'Refused attempts', body, status };
  };
  return submitOperation(visit, listScreeningsForOperator, {
    query,
    done: ({ data }) => shown({}, ScreeningsPage.parse(data), 200),
    refused: (faults, status) => shown(faults, { data: [], next_cursor: null }, status),
  });
}

async function file(visit: Visit): Promise<Answer> {
  const query = { ...queryOf(visit), format: 'csv' };
  return { kind: 'file', reply: await runOperation(visit, listScreeningsForOperator, { query }) };
}

type Shown = ReturnType<typeof clearanceView> & { id: string };

const LIST: List<Visit, object, Shown> = {
  name: 'clearances',
  ids: 'clearance',
  async read({ parts: { database, vault, now } }, query) {
    const at = now();
    const rows = await listClearances(database, vault, query);
    return rows.map((row) => ({ ...clearanceView(row, at), id: row.id }));
  },
  columns: {
    id: ({ id }) => id,
    payee: ({ payee }) => payee,
    account: ({ account }) => account.name,
    side: ({ environment }) => environment,
    state: ({ state }) => state,
    until: ({ until }) => until,
    entries: ({ entries }) => entries.map(({ listEntry }) => listEntry).join(' '),
    reason: ({ reason }) => reason,
    payment: ({ instructionId }) => instructionId,
    created_by: ({ createdBy }) => createdBy,
    created: ({ createdAt }) => createdAt,
  },
};

function revoke(visit: Visit): Promise<Answer> {
  return submitOperation(visit, revokeOneClearance, {
    done: () => ({ kind: 'done', notice: { name: 'clearance-ended' }, location: CLEARANCES }),
    refused: () => ({ kind: 'redirect', location: CLEARANCES }),
  });
}

/** Source: docs/GAPS.md#P13 */
export const OPERATOR_SCREENING_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: SCREENINGS, access: 'compliance', handle: showScreenings },
  { method: 'get', path: `${SCREENINGS}/file`, access: 'compliance', handle: file },
  ...listRoutes({ path: CLEARANCES, access: 'compliance' }, LIST, ({ formToken }, { page, query }) => {
    const body = <Clearances items={page.items} next={page.nextCursor} {...{ query, formToken }} />;
    return { title: 'Clearances', body };
  }),
  { method: 'post', path: `${CLEARANCES}/:clearanceId/revoke`, access: 'compliance', handle: revoke },
];
