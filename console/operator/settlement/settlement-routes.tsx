import type { output } from 'zod';
import { listSettlements } from '../../../api/operator/settlements';
import { listPartners } from '../../../db/administration/settlement-network';
import { SettlementsPage } from '../../../domain/payments/settlement/settlement-lines';
import { runOperation, submitOperation } from '../../operation';
import { Settlements, SETTLEMENTS } from './settlements-page';
import type { Faults } from '../../forms/read-form';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';
import { utcDate } from '../../../domain/calendar-dates';

const MAX_PARTNERS = 100;

/** The query of the address; the first partner and today by default. */
async function readQuery({ parts, context }: Visit) {
  const partners = await listPartners(parts.database, { limit: MAX_PARTNERS, after: undefined });
  const sent = Object.fromEntries(new URLSearchParams(context.querystring));
  const today = utcDate(parts.now());
  const { partner = partners[0]?.id ?? '', date = today, state = '', cursor } = sent;
  return { partners, entered: { partner, date, state }, cursor };
}

/** Of what the address asks for, what is not left empty. */
function queryOf(entered: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entered).flatMap(([name, text = '']): [string, string][] => (text === '' ? [] : [[name, text]])),
  );
}

async function showSettlements(visit: Visit): Promise<Answer> {
  const { partners, entered, cursor } = await readQuery(visit);
  const query = queryOf({ ...entered, cursor });
  const shown = (faults: Faults, day: output<typeof SettlementsPage> | null, status: number): Answer => {
    const body = <Settlements {...{ partners, entered, faults, day }} query={new URLSearchParams(query).toString()} />;
    return { kind: 'page', title: 'Settlements', body, status };
  };
  if (partners.length === 0) return shown({}, null, 200);
  return submitOperation(visit, listSettlements, {
    query,
    done: ({ data }) => shown({}, SettlementsPage.parse(data), 200),
    refused: ({ form: partner, ...faults }, status) =>
      shown(partner === undefined ? faults : { partner }, null, status),
  });
}

async function file(visit: Visit): Promise<Answer> {
  const { entered } = await readQuery(visit);
  const query = { ...queryOf(entered), format: 'csv' };
  return { kind: 'file', reply: await runOperation(visit, listSettlements, { query }) };
}

/** Source: docs/GAPS.md#settlements */
export const OPERATOR_SETTLEMENT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: SETTLEMENTS, access: 'operations', handle: showSettlements },
  { method: 'get', path: `${SETTLEMENTS}/file`, access: 'operations', handle: file },
];
