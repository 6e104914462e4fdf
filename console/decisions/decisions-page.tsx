import type { VNode } from 'preact';
import { MAX_DECISIONS, type Decision, type SideState } from '../../db/payments/review/decisions';
import type { ListShown } from '../list';
import { DECISIONS } from '../navigation';
import { ListFoot, Moment, Table, Tabs } from '../parts';
import { Totals } from '../payments/batch-page';
import { OneLine, paymentColumns } from '../payments/payment-columns';
import { useWords } from '../words/use-words';

export interface DecisionsPage extends ListShown<Decision> {
  state: SideState;
  at: (path: string) => string;
}

/** Where each kind is decided: the page of its subject, and the place on it. */
const PLACES: Readonly<Record<Decision['kind'], (subject: string) => string>> = {
  approval: (id) => `/payments/${id}#approval`,
  batch_approval: (id) => `/batches/${id}#approval`,
  payee_check: (id) => `/payments/${id}#payee-check`,
  information: (id) => `/payments/${id}#information`,
  bank_details: (id) => `/beneficiaries/${id}`,
  endpoint: (id) => `/webhooks/${id}`,
};

/**
 * Everything on a side that awaits a member's decision.
 * Source: docs/GAPS.md#decisions
 */
export function Decisions({ page, entered, query, state, at }: DecisionsPage): VNode {
  const words = useWords();
  const { decisions, overview } = words;
  const isAll = entered['show'] === 'all';
  const path = at(DECISIONS);
  const placeOf = ({ kind, subject }: Decision): string => at(PLACES[kind](subject));
  const [payee, amount, status, reference] = paymentColumns<Decision>(words, {
    of: ({ payment }) => payment,
    to: (id) => at(`/payments/${id}`),
    payeeOf: (row) => <a href={placeOf(row)}>{<OneLine text={row.name ?? row.subject} />}</a>,
    amountOf: ({ approval }) => approval !== null && <Totals of={approval.totals} />,
  });
  return (
    <>
      <Tabs
        {...{ path, query }}
        name="show"
        value={isAll ? 'all' : ''}
        tabs={[
          { value: '', name: decisions.mine, count: state.mine },
          { value: 'all', name: decisions.all, count: state.all },
        ]}
      />
      <Table
        name={decisions.title}
        rows={page.items}
        empty={isAll ? decisions.none : decisions.noneMine}
        columns={[
          { name: decisions.what, cell: (row) => <a href={placeOf(row)}>{decisions.kinds[row.kind]}</a> },
          ...[payee, amount, status, reference].flatMap((column) => column ?? []),
          { name: overview.since, cell: ({ since }) => <Moment at={since} /> },
        ]}
      />
      {state.all >= MAX_DECISIONS && <p class="hint">{decisions.cut({ most: words.format.figure(MAX_DECISIONS) })}</p>}
      <ListFoot {...{ path, query }} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
