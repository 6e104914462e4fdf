import type { VNode } from 'preact';
import type { output } from 'zod';
import type { ClearanceShape, ListedScreening } from '../../../domain/payments/review/operator-schema';
import {
  BY_TIME,
  Badge,
  FaultSummary,
  Field,
  Filters,
  Form,
  Id,
  ListFoot,
  Moment,
  Table,
  timeOrder,
} from '../../parts';
import type { Faults } from '../../forms/read-form';

export const SCREENINGS = '/console/operator/screenings';
export const CLEARANCES = '/console/operator/clearances';

interface ScreeningsPage {
  items: readonly output<typeof ListedScreening>[];
  entered: { from: string; to: string };
  faults: Faults;
  next: string | null;
  query: string;
}

/**
 * Creations that screening refused, with the parties.
 * Source: docs/GAPS.md#P13
 */
export function Screenings({ items, entered, faults, next, query }: ScreeningsPage): VNode {
  const rows = items.flatMap(({ parties, ...screening }) =>
    parties
      .filter(({ entries, blockedCountries }) => entries.length + blockedCountries.length > 0)
      .map((party) => ({ ...screening, party })),
  );
  return (
    <>
      <FaultSummary faults={faults} />
      <Filters action={SCREENINGS}>
        <Field name="from" type="date" label="From" value={entered.from} fault={faults['from']} required={false} />
        <Field name="to" type="date" label="To" value={entered.to} fault={faults['to']} required={false} />
      </Filters>
      <Table
        name="Refused attempts"
        rows={rows}
        empty={
          <>
            No payment was refused in this time. A payment to a blocked country or to a listed name is refused when it
            is created, and its receipt appears here. <a href="/docs/guides/compliance">How payments are screened</a>.
          </>
        }
        columns={[
          { name: 'Time', cell: ({ screenedAt }) => <Moment at={new Date(screenedAt)} /> },
          { name: 'Account', cell: ({ account, environment }) => `${account.name}, ${environment}` },
          { name: 'Name', cell: ({ party }) => party.name ?? 'erased' },
          { name: 'Party', isExtra: true, cell: ({ party }) => party.party ?? 'not known' },
          {
            name: 'Because of',
            cell: ({ party: { entries, blockedCountries } }) =>
              [...blockedCountries, ...entries.slice(0, 1).map(({ name, listEntry }) => name ?? listEntry)].join(', '),
          },
          {
            name: 'List',
            isExtra: true,
            cell: ({ party }) => party.entries[0]?.list?.title ?? '',
          },
          { name: 'Receipt', cell: ({ screeningId }) => <Id of={screeningId} /> },
        ]}
      />
      <ListFoot path={SCREENINGS} query={query} next={next} isEmpty={rows.length === 0} />
    </>
  );
}

interface ClearancesPage {
  items: readonly output<typeof ClearanceShape>[];
  next: string | null;
  query: string;
  formToken: string;
}

const TONES = { in_force: 'good', expired: 'plain', revoked: 'plain' } as const;

/**
 * Stored releases that let later payments to the same payee pass.
 * Source: docs/GAPS.md#P13
 */
export function Clearances({ items, next, query, formToken }: ClearancesPage): VNode {
  return (
    <>
      <Table
        name="Clearances"
        order={timeOrder(CLEARANCES, query)}
        rows={items}
        empty={
          <>
            No release is remembered. A hold that is released with "remember until" lets later payments to the same
            payee pass. <a href="/console/operator/payments?waiting=compliance_review">Holds to decide</a>.
          </>
        }
        columns={[
          { name: 'Payee', cell: ({ payee }) => payee ?? 'erased' },
          { name: 'Account', cell: ({ account, environment }) => `${account.name}, ${environment}` },
          { name: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{state.replace('_', ' ')}</Badge> },
          { name: 'Created', orders: BY_TIME, cell: ({ createdAt }) => <Moment at={new Date(createdAt)} /> },
          { name: 'Until', cell: ({ until }) => <Moment at={new Date(until)} /> },
          {
            name: 'Entries',
            isExtra: true,
            cell: ({ entries }) => entries.map(({ listEntry }) => listEntry).join(', '),
          },
          { name: 'Reason', isExtra: true, cell: ({ reason }) => reason },
          {
            name: 'Payment',
            isExtra: true,
            cell: ({ instructionId: id }) => <a href={`/console/operator/payments/${id}`}>{`…${id.slice(-10)}`}</a>,
          },
          {
            name: 'End it',
            cell: ({ clearanceId, state, payee }) =>
              state === 'in_force' && (
                <Form action={`${CLEARANCES}/${clearanceId}/revoke`} formToken={formToken}>
                  <button class="quiet" aria-label={`Revoke the clearance of ${payee ?? clearanceId}`}>
                    Revoke
                  </button>
                </Form>
              ),
          },
        ]}
      />
      <ListFoot path={CLEARANCES} query={query} next={next} isEmpty={items.length === 0} />
    </>
  );
}
