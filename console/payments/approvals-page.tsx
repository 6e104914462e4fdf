import type { VNode } from 'preact';
import type { BatchInApproval } from '../../db/payments/batches/read-approval';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import { MAX_APPROVALS, type ApprovalRule } from '../../domain/payments/review/approval-rules';
import type { Page } from '../../domain/schema-tools';
import { FormLanguage } from '../forms/form-language';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { FaultSummary, Field, Form, Hidden, ListFoot, Moment, Money, Select, Table } from '../parts';
import { Totals } from './batch-page';
import { PaymentTable } from './payment-columns';

export interface ApprovalsPage {
  /** Payments that wait for an approval of the viewer. */
  page: Page<{ id: string; payment: PaymentRow | null }>;
  /** Batches that wait for an approval of the viewer as one thing. */
  batches: readonly BatchInApproval[];
  rules: readonly ApprovalRule[];
  mayManage: boolean;
  /** What was typed, and the language of the form in which it was. */
  entered: { amount: string; currency: string; approvals: string; language: string | null };
  faults: Faults;
  query: string;
  formToken: string;
  at: (path: string) => string;
}

const COUNTS = Array.from({ length: MAX_APPROVALS }, (_, index) => String(index + 1));

function Batches({ batches, at }: ApprovalsPage): VNode {
  const { approvals, common, format } = useWords();
  return (
    <Table
      name={approvals.batchesToApprove}
      rows={batches}
      columns={[
        { name: approvals.batch, cell: ({ id, name }) => <a href={at(`/batches/${id}`)}>{name ?? id}</a> },
        { name: approvals.payments, isNumber: true, cell: ({ approval }) => format.figure(approval.payments) },
        { name: common.columns.amount, isNumber: true, cell: ({ approval }) => <Totals of={approval.totals} /> },
        { name: approvals.sent, isExtra: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

function Waiting(parts: ApprovalsPage): VNode {
  const { page, batches, query, at } = parts;
  const { approvals } = useWords();
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{approvals.waiting}</h2>
      {batches.length > 0 && <Batches {...parts} />}
      <PaymentTable
        name={approvals.paymentsToApprove}
        payments={page.items.flatMap(({ payment }) => payment ?? [])}
        mayChange={false}
        at={at}
        empty={approvals.noneWaits}
      />
      <ListFoot path={at('/approvals')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </section>
  );
}

function Clear({ rule, formToken, at }: Pick<ApprovalsPage, 'formToken' | 'at'> & { rule: ApprovalRule }): VNode {
  const { amount, currency } = rule.above;
  const { approvals } = useWords();
  return (
    <Form action={at('/approvals/clear')} formToken={formToken} className="inline">
      <Hidden name="amount" value={String(amount)} />
      <Hidden name="currency" value={currency} />
      <button class="quiet small">
        {approvals.takeAway}
        <span class="hidden">{approvals.theRuleAbove(`${currency} ${amount}`)}</span>
      </button>
    </Form>
  );
}

function Rules(parts: ApprovalsPage): VNode {
  const { rules, mayManage } = parts;
  const { approvals } = useWords();
  const act = { name: approvals.rule, cell: (rule: ApprovalRule) => <Clear rule={rule} {...parts} /> };
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{approvals.rules}</h2>
      <p>{approvals.howRulesApply}</p>
      <Table
        name={approvals.rulesName}
        rows={rules}
        empty={approvals.noRule((text) => (
          <a href="/docs/guides/approvals">{text}</a>
        ))}
        columns={[
          { name: approvals.paymentsAbove, isNumber: true, cell: ({ above }) => <Money {...above} /> },
          { name: approvals.title, isNumber: true, cell: (rule) => rule.approvals },
          ...(mayManage ? [act] : []),
        ]}
      />
    </section>
  );
}

function SetRule({ entered, faults, formToken, at }: ApprovalsPage): VNode {
  const { approvals, common } = useWords();
  return (
    <section aria-labelledby="set">
      <h2 id="set">{approvals.setARule}</h2>
      <Form className="panel" action={at('/approvals')} formToken={formToken}>
        <FormLanguage sent={entered.language} />
        <Field
          name="amount"
          label={approvals.paymentsAbove}
          hint={approvals.aboveHint}
          inputmode="decimal"
          value={entered.amount}
          fault={faults['amount']}
        />
        <Field
          name="currency"
          label={common.currency}
          maxlength={3}
          value={entered.currency}
          fault={faults['currency']}
        />
        <Select
          name="approvals"
          label={approvals.ofMembers}
          value={entered.approvals}
          options={COUNTS.map((count) => [count, count] as const)}
          fault={faults['approvals']}
        />
        <button>{approvals.setTheRule}</button>
      </Form>
    </section>
  );
}

export function Approvals(parts: ApprovalsPage): VNode {
  const { faults, mayManage } = parts;
  const { approvals } = useWords();
  return (
    <>
      <FaultSummary faults={faults} />
      <Waiting {...parts} />
      <Rules {...parts} />
      {mayManage ? <SetRule {...parts} /> : <p class="hint">{approvals.ownersSet}</p>}
    </>
  );
}
