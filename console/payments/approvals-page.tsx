import type { VNode } from 'preact';
import type { BatchInApproval } from '../../db/payments/batches/read-approval';
import type { InstructionSummary } from '../../db/payments/instruction/list-instructions';
import { MAX_APPROVALS, type ApprovalRule } from '../../domain/payments/review/approval-rules';
import type { Page } from '../../domain/schema-tools';
import type { Faults } from '../forms/read-form';
import {
  FaultSummary,
  Field,
  figure,
  Form,
  Hidden,
  Moment,
  Money,
  Notice,
  Pager,
  PaymentLink,
  Select,
  Table,
} from '../parts';
import { Totals } from './batch-page';

export interface ApprovalsPage {
  /** Payments that wait for an approval of the viewer. */
  page: Page<InstructionSummary>;
  /** Batches that wait for an approval of the viewer as one thing. */
  batches: readonly BatchInApproval[];
  rules: readonly ApprovalRule[];
  mayManage: boolean;
  entered: { amount: string; currency: string; approvals: string };
  faults: Faults;
  query: string;
  done: string | null;
  formToken: string;
  at: (path: string) => string;
}

const COUNTS = Array.from({ length: MAX_APPROVALS }, (_, index) => String(index + 1));

const DONE: Readonly<Record<string, string>> = {
  set: 'The rule is in force for every payment from now on.',
  cleared: 'The rule was taken away. Payments that wait already keep what they need.',
  approve: 'Your approval is recorded.',
  batch_approve: 'Your approval is recorded, and is taken to the payments of the batch one after the other.',
  batch_reject: 'You rejected the batch. What of it is not sent is cancelled.',
  reject: 'You rejected the payment. It is cancelled.',
};

function Batches({ batches, at }: ApprovalsPage): VNode {
  return (
    <Table
      name="Batches to approve"
      rows={batches}
      columns={[
        { name: 'Batch', cell: ({ id, name }) => <a href={at(`/batches/${id}`)}>{name ?? id}</a> },
        { name: 'Payments', isNumber: true, cell: ({ approval }) => figure(approval.payments) },
        { name: 'Amount', isNumber: true, cell: ({ approval }) => <Totals of={approval.totals} /> },
        { name: 'Sent', isExtra: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

function Waiting(parts: ApprovalsPage): VNode {
  const { page, batches, query, at } = parts;
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waiting for your approval</h2>
      {batches.length > 0 && <Batches {...parts} />}
      <Table
        name="Payments to approve"
        rows={page.items}
        empty="No payment waits for your approval. Payments above a limit of the rules appear here until other members approve them."
        columns={[
          {
            name: 'Payment',
            cell: ({ id, clientReference: reference }) => (
              <PaymentLink {...{ id, reference }} to={at(`/payments/${id}`)} />
            ),
          },
          { name: 'Amount', isNumber: true, cell: (one) => <Money amount={one.amount} currency={one.currency} /> },
          { name: 'Submitted', isExtra: true, cell: (one) => <Moment at={one.submittedAt} /> },
        ]}
      />
      <Pager path={at('/approvals')} query={query} next={page.nextCursor} />
    </section>
  );
}

function Clear({ rule, formToken, at }: Pick<ApprovalsPage, 'formToken' | 'at'> & { rule: ApprovalRule }): VNode {
  const { amount, currency } = rule.above;
  return (
    <Form action={at('/approvals/clear')} formToken={formToken} className="inline">
      <Hidden name="amount" value={String(amount)} />
      <Hidden name="currency" value={currency} />
      <button class="quiet small">
        Take away<span class="hidden">{` the rule above ${currency} ${amount}`}</span>
      </button>
    </Form>
  );
}

function Rules(parts: ApprovalsPage): VNode {
  const { rules, mayManage } = parts;
  const act = { name: 'Rule', cell: (rule: ApprovalRule) => <Clear rule={rule} {...parts} /> };
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <p>
        Of several rules the one that asks for most applies. A payment in a currency without a rule needs as many
        approvals as the strictest rule, whatever its amount.
      </p>
      <Table
        name="Rules of approvals"
        rows={rules}
        empty={
          <>
            No payment of this side needs an approval. An owner sets from which amount one does;{' '}
            <a href="/docs/guides/approvals">the guide</a> shows how it works.
          </>
        }
        columns={[
          { name: 'Payments above', isNumber: true, cell: ({ above }) => <Money {...above} /> },
          { name: 'Approvals', isNumber: true, cell: ({ approvals }) => approvals },
          ...(mayManage ? [act] : []),
        ]}
      />
    </section>
  );
}

function SetRule({ entered, faults, formToken, at }: ApprovalsPage): VNode {
  return (
    <section aria-labelledby="set">
      <h2 id="set">Set a rule</h2>
      <Form className="panel" action={at('/approvals')} formToken={formToken}>
        <Field
          name="amount"
          label="Payments above"
          hint="0: every payment in the currency."
          inputmode="decimal"
          value={entered.amount}
          fault={faults['amount']}
        />
        <Field name="currency" label="Currency" maxlength={3} value={entered.currency} fault={faults['currency']} />
        <Select
          name="approvals"
          label="Approvals of different members"
          value={entered.approvals}
          options={COUNTS.map((count) => [count, count] as const)}
          fault={faults['approvals']}
        />
        <button>Set the rule</button>
      </Form>
    </section>
  );
}

export function Approvals(parts: ApprovalsPage): VNode {
  const { faults, done, mayManage } = parts;
  const text = done === null ? undefined : DONE[done];
  return (
    <>
      <FaultSummary faults={faults} />
      {text !== undefined && (
        <Notice tone="good">
          <p>{text}</p>
        </Notice>
      )}
      <Waiting {...parts} />
      <Rules {...parts} />
      {mayManage ? <SetRule {...parts} /> : <p class="hint">Owners set the rules.</p>}
    </>
  );
}
