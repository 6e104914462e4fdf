import { z } from 'zod';
import { clearanceView, revokeOneClearance } from '../../../api/operator/clearances';
import { listScreeningsForOperator } from '../../../api/operator/screenings';
import { listClearances, type Clearance } from '../../../db/compliance/clearances';
import { ListedScreening } from '../../../domain/payments/review/operator-schema';
import { idOfCursor, pageOf } from '../../../domain/schema-tools';
import { listFile } from '../../list-file';
import { orderOf } from '../../list-order';
import { runOperation, submit } from '../../operation';
import { Clearances, CLEARANCES, Screenings, SCREENINGS } from './screenings-page';
import type { Faults } from '../../forms/read-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';

const PAGE = 25;

const ScreeningsPage = z.object({ items: z.array(ListedScreening), nextCursor: z.string().nullable() });

/** What the address asks for and is not left empty. */
function queryOf({ context }: Visit): Record<string, string> {
  const asked = [...new URLSearchParams(context.querystring)];
  return Object.fromEntries(asked.filter(([name, text]) => ['from', 'to', 'cursor'].includes(name) && text !== ''));
}

function screenings(visit: Visit): Promise<Answer> {
  const query = queryOf(visit);
  const entered = { from: query['from'] ?? '', to: query['to'] ?? '' };
  const shown = (faults: Faults, page: z.output<typeof ScreeningsPage>, status: number): Answer => {
    const { items, nextCursor: next } = page;
    const body = <Screenings {...{ items, entered, faults, next }} query={new URLSearchParams(query).toString()} />;
    return { kind: 'page', title: 'Refused attempts', body, status };
  };
  return submit(visit, listScreeningsForOperator, {
    query,
    done: ({ data }) => shown({}, ScreeningsPage.parse(data), 200),
    refused: (faults, status) => shown(faults, { items: [], nextCursor: null }, status),
  });
}

async function file(visit: Visit): Promise<Answer> {
  const query = { ...queryOf(visit), format: 'csv' };
  return { kind: 'file', reply: await runOperation(visit, listScreeningsForOperator, { query }) };
}

async function clearances(visit: Visit): Promise<Answer> {
  const { context, formToken, parts } = visit;
  const { database, vault, now } = parts;
  const { querystring: query } = context;
  const after = idOfCursor(new URLSearchParams(query).get('cursor'), 'clearance');
  const rows = await listClearances(database, vault, { after, order: orderOf(visit), limit: PAGE + 1 });
  const { items, nextCursor: next } = pageOf(rows, PAGE);
  const at = now();
  const body = <Clearances {...{ next, query, formToken }} items={items.map((one) => clearanceView(one, at))} />;
  return { kind: 'page', title: 'Clearances', body };
}

const COLUMNS = [
  ...['id', 'payee', 'account', 'side', 'state', 'until', 'entries', 'reason', 'payment'],
  ...['created_by', 'created'],
];

async function clearancesFile(visit: Visit): Promise<Answer> {
  const { database, vault, now } = visit.parts;
  const at = now();
  const order = orderOf(visit);
  return listFile({
    ...{ name: 'clearances', visit, columns: COLUMNS },
    cells: (one: Clearance) => {
      const { clearanceId, payee, account, environment, state, until, entries, ...rest } = clearanceView(one, at);
      const listEntries = entries.map(({ listEntry }) => listEntry).join(' ');
      const made = [rest.reason, rest.instructionId, rest.createdBy, rest.createdAt];
      return [clearanceId, payee, account.name, environment, state, until, listEntries, ...made];
    },
    read: (page) => listClearances(database, vault, { ...page, order }),
  });
}

function revoke(visit: Visit): Promise<Answer> {
  return submit(visit, revokeOneClearance, {
    done: () => ({ kind: 'done', notice: { name: 'clearance-ended' }, location: CLEARANCES }),
    refused: () => ({ kind: 'redirect', location: CLEARANCES }),
  });
}

/** Source: docs/GAPS.md#P13 */
export const OPERATOR_SCREENING_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: SCREENINGS, access: 'compliance', handle: screenings },
  { method: 'get', path: `${SCREENINGS}/file`, access: 'compliance', handle: file },
  { method: 'get', path: CLEARANCES, access: 'compliance', handle: clearances },
  { method: 'get', path: `${CLEARANCES}/file`, access: 'compliance', handle: clearancesFile },
  { method: 'post', path: `${CLEARANCES}/:clearanceId/revoke`, access: 'compliance', handle: revoke },
];
