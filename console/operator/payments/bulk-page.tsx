import type { VNode } from 'preact';
import type { output } from 'zod';
import type { StoredBulkDecision } from '../../../db/payments/bulk/read-bulk-decision';
import type { WaitingFor } from '../../../db/payments/review/waiting-payments';
import type { Environment } from '../../../domain/auth/tenant';
import { WAITING_MESSAGES } from '../../../domain/payments/dispatch/waiting';
import { isVerdict, type BulkDecision, type BulkStatus } from '../../../domain/payments/review/bulk-decision';
import type { BulkDecisionShape, BulkPayment } from '../../../domain/payments/review/bulk-decision-schema';
import type { Page } from '../../../domain/schema-tools';
import {
  BY_TIME,
  Badge,
  Facts,
  FaultSummary,
  Field,
  figure,
  Form,
  Hidden,
  Id,
  ListFoot,
  Live,
  Moment,
  Money,
  Notice,
  Reason,
  Select,
  Table,
  timeOrder,
} from '../../parts';
import type { PaymentRow } from '../../../db/payments/instruction/payment-rows';
import { paymentColumns } from '../../payments/payment-columns';
import { useWords } from '../../words/use-words';
import type { Faults } from '../../forms/read-form';

export const BULK = '/console/operator/bulk-decisions';

const DECISIONS: Readonly<Record<BulkDecision, string>> = {
  release: 'Release',
  reject: 'Reject',
  try_now: 'Try now',
  give_up: 'Give up',
};

const HINTS: Readonly<Record<BulkDecision, string>> = {
  release: 'Release: they are sent',
  reject: 'Reject: they fail',
  try_now: 'Try now: they are sent, or asked about, at once',
  give_up: 'Give up: no partner has them, and they are not tried again',
};

const STATES = {
  waiting: 'waiting',
  decided: 'decided',
  proposed: 'waits for a second person',
  refused: 'refused',
  skipped: 'skipped',
} as const;

const TONES = { prepared: 'wait', running: 'wait', completed: 'good', stopped: 'bad' } as const;

function Status({ of: status }: { of: BulkStatus }): VNode {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}

const waitOf = (waiting: WaitingFor): string =>
  waiting === 'person' || waiting === 'any'
    ? 'Somebody must look'
    : waiting === 'in_doubt'
      ? 'The partner may or may not have it'
      : WAITING_MESSAGES[waiting];

export interface NewBulkPage {
  waiting: WaitingFor;
  environment: Environment | undefined;
  entered: { decision: string; listEntry: string; reason: string };
  faults: Faults;
  formToken: string;
}

/**
 * Form that prepares a decision about all payments of a list.
 * Source: docs/GAPS.md#bulk-decisions
 */
export function NewBulkDecision({ waiting, environment, entered, faults, formToken }: NewBulkPage): VNode {
  const isOfHolds = waiting === 'compliance_review';
  const decisions = (Object.keys(HINTS) as BulkDecision[]).filter((decision) => isVerdict(decision) === isOfHolds);
  return (
    <>
      <FaultSummary faults={faults} />
      <p>
        All payments that wait for this: {waitOf(waiting)}
        {environment === undefined ? ', on both sides.' : `, on the ${environment} side.`} The next page shows which
        they are; nothing is decided before you start it there.
      </p>
      <Form className="panel" action={BULK} formToken={formToken}>
        <Hidden name="waiting" value={waiting} />
        <Hidden name="environment" value={environment ?? ''} />
        <Select
          name="decision"
          label="Decision"
          value={entered.decision}
          fault={faults['decision']}
          options={decisions.map((decision) => [decision, HINTS[decision]] as const)}
        />
        {isOfHolds && (
          <Field
            name="listEntry"
            label="Entry of a watch list"
            hint="Only holds for which this entry was found, such as after a change of a list. Empty: all of them."
            value={entered.listEntry}
            fault={faults['filter.listEntry']}
            required={false}
          />
        )}
        <Reason value={entered.reason} fault={faults['reason']} />
        <button>Show the payments</button>
      </Form>
    </>
  );
}

type Bulk = output<typeof BulkDecisionShape>;

export interface BulkPage {
  bulk: Bulk;
  payments: {
    items: readonly (output<typeof BulkPayment> & { payment: PaymentRow | null })[];
    nextCursor: string | null;
  };
  query: string;
}

/** The part that updates while a bulk decision runs. */
export function BulkProgress({ bulk, payments, query }: BulkPage): VNode {
  const words = useWords();
  const { counts, amounts, status } = bulk;
  const done = counts.total - counts.waiting;
  return (
    <>
      {status !== 'prepared' && (
        <p>
          <progress max={counts.total} value={done} aria-label="Payments that are done" /> {figure(done)} of{' '}
          {figure(counts.total)} payments are done.
        </p>
      )}
      <Facts
        rows={[
          ['Status', <Status of={status} />],
          ['Decision', DECISIONS[bulk.decision]],
          ['Reason', bulk.reason],
          ['Payments wait for', waitOf(bulk.filter.waiting)],
          ['Side', bulk.filter.environment ?? 'both'],
          ['Entry of a list', bulk.filter.listEntry ?? 'any'],
          ['Prepared', <Moment at={new Date(bulk.createdAt)} />],
          ['Decided by', bulk.decidedBy === null ? 'nobody yet' : <Id of={bulk.decidedBy} />],
          ['Ended', <Moment at={bulk.finishedAt === null ? null : new Date(bulk.finishedAt)} />],
          ['Stopped because', bulk.stoppedBecause ?? ''],
        ]}
      />
      <Table
        name="Sums"
        rows={amounts}
        empty="No payment."
        columns={[
          { name: 'Currency', cell: ({ currency }) => currency },
          { name: 'Payments', isNumber: true, cell: ({ payments: count }) => figure(count) },
          { name: 'Amount', isNumber: true, cell: ({ amount, currency }) => <Money {...{ amount, currency }} /> },
        ]}
      />
      {status !== 'prepared' && (
        <Table
          name="What became of them"
          rows={Object.keys(STATES) as (keyof typeof STATES)[]}
          columns={[
            { name: 'State', cell: (state) => STATES[state] },
            { name: 'Payments', isNumber: true, cell: (state) => figure(counts[state]) },
          ]}
        />
      )}
      <h2>Payments</h2>
      <Table
        name="Payments"
        rows={payments.items}
        empty="No payment."
        columns={[
          ...paymentColumns<BulkPage['payments']['items'][number]>(words, {
            of: ({ payment }) => payment,
            to: (id) => `/console/operator/payments/${id}`,
          }),
          { name: 'Decision', cell: ({ state }) => STATES[state] },
          { name: 'Why', cell: ({ fault }) => fault ?? '' },
        ]}
      />
      <ListFoot
        path={`${BULK}/${bulk.bulkDecisionId}`}
        query={query}
        next={payments.nextCursor}
        isEmpty={payments.items.length === 0}
      />
    </>
  );
}

interface ActParts {
  mayDecide: boolean;
  entered: string;
  faults: Faults;
  formToken: string;
}

/**
 * A bulk decision with its progress and its acts.
 * Source: docs/GAPS.md#bulk-decisions
 */
export function BulkDecisionPage(parts: BulkPage & ActParts): VNode {
  const { bulk, mayDecide, entered, faults, formToken } = parts;
  const { bulkDecisionId: id, status, counts, hasMore, decision } = bulk;
  const here = `${BULK}/${id}`;
  const payments = counts.total === 1 ? '1 payment' : `${figure(counts.total)} payments`;
  return (
    <>
      <FaultSummary faults={faults} />
      {hasMore && (
        <Notice tone="wait">
          <p>These are the {figure(counts.total)} oldest. There may be more, which need a further decision.</p>
        </Notice>
      )}
      {status === 'prepared' && mayDecide && (
        <Form action={`${here}/start`} formToken={formToken}>
          <button class={decision === 'reject' || decision === 'give_up' ? 'danger' : undefined}>
            {DECISIONS[decision]}: {payments}
          </button>
        </Form>
      )}
      <Live>
        <BulkProgress {...parts} />
      </Live>
      {status === 'running' && mayDecide && (
        <section aria-labelledby="stop">
          <h2 id="stop">Stop</h2>
          <p>What waits is skipped. What is decided stays so.</p>
          <Form className="panel" action={`${here}/stop`} formToken={formToken}>
            <Reason value={entered} fault={faults['reason']} />
            <button class="danger">Stop</button>
          </Form>
        </section>
      )}
    </>
  );
}

export function BulkDecisions({ page, query }: { page: Page<StoredBulkDecision>; query: string }): VNode {
  return (
    <>
      <Table
        name="Bulk decisions"
        order={timeOrder(BULK, query)}
        rows={page.items}
        empty="None was made in the last 30 days. A list of payments that wait, or of holds, begins one."
        columns={[
          {
            name: 'Decision',
            cell: ({ id, decision }) => <a href={`${BULK}/${id}`}>{DECISIONS[decision]}</a>,
          },
          { name: 'Status', cell: ({ status }) => <Status of={status} /> },
          { name: 'Payments wait for', isExtra: true, cell: ({ filter }) => waitOf(filter.waiting) },
          { name: 'Reason', cell: ({ reason }) => reason },
          { name: 'Prepared', orders: BY_TIME, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
      <ListFoot path={BULK} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
