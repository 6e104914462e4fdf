import { z } from 'zod';
import { readSettlements } from '../../api/operator/settlements';
import { listPartners } from '../../db/administration/settlement-network';
import { DomainError } from '../../domain/errors';
import { SETTLEMENT_STATES, SettlementsPage, SettlementsQuery } from '../../domain/payments/settlement-lines';
import { isCalendarDate } from '../../domain/schema-tools';
import { Settlements, SETTLEMENTS } from '../pages/operator-settlements';
import { checkForm, emptyAsAbsent, faultsOf, type Faults } from '../read-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { utcDate } from '../../domain/calendar-dates';

const MAX_PARTNERS = 100;

const Asked = z.object({
  partner: z.string().min(1, 'Choose a partner.').max(64, 'Choose from the list.'),
  date: z.string().refine(isCalendarDate, 'Enter a day, such as 2026-12-24.'),
  state: emptyAsAbsent(z.enum(SETTLEMENT_STATES, 'Choose from the list.')),
});

/** What the address asks for; the first partner and today where it says nothing. */
async function askedOf({ parts, context }: Visit) {
  const partners = await listPartners(parts.database, { limit: MAX_PARTNERS, after: undefined });
  const sent = Object.fromEntries(new URLSearchParams(context.querystring));
  const today = utcDate(parts.now());
  const { partner = partners[0]?.id ?? '', date = today, state = '', cursor } = sent;
  return { partners, entered: { partner, date, state }, cursor };
}

async function page(visit: Visit): Promise<Answer> {
  const { parts } = visit;
  const { partners, entered, cursor } = await askedOf(visit);
  const query = new URLSearchParams({ ...entered, ...(cursor === undefined ? {} : { cursor }) }).toString();
  const shown = (faults: Faults, day: z.output<typeof SettlementsPage> | null): Answer => {
    const body = <Settlements {...{ partners, entered, faults, day, query }} />;
    return { kind: 'page', title: 'Settlements', body, status: Object.keys(faults).length === 0 ? 200 : 400 };
  };
  if (partners.length === 0) return shown({}, null);
  const checked = checkForm(Asked, entered);
  if (!checked.ok) return shown(checked.faults, null);
  const asked = SettlementsQuery.safeParse({ ...checked.value, cursor });
  if (!asked.success) throw new DomainError('NOT_FOUND', 'There is no such page.');
  try {
    const { data } = await readSettlements(asked.data, parts.now(), parts.services);
    return shown({}, SettlementsPage.parse(data));
  } catch (fault) {
    return shown({ partner: Object.values(faultsOf(fault, ['NOT_FOUND']))[0] ?? '' }, null);
  }
}

async function file(visit: Visit): Promise<Answer> {
  const { parts } = visit;
  const { entered } = await askedOf(visit);
  const checked = checkForm(Asked, entered);
  if (!checked.ok) throw new DomainError('NOT_FOUND', 'There is no such file.');
  const asked = SettlementsQuery.parse({ ...checked.value, format: 'csv' });
  return { kind: 'file', reply: await readSettlements(asked, parts.now(), parts.services) };
}

/** Source: docs/GAPS.md#settlements */
export const OPERATOR_SETTLEMENT_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: SETTLEMENTS, access: 'operations', handle: page },
  { method: 'get', path: `${SETTLEMENTS}/file`, access: 'operations', handle: file },
];
