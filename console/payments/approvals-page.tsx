import type { VNode } from 'preact';
import { MAX_APPROVALS, type ApprovalRule } from '../../domain/payments/review/approval-rules';
import { FormLanguage } from '../forms/form-language';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { FaultSummary, Field, Form, Hidden, Money, Select, Table } from '../parts';

export interface ApprovalsPage {
  rules: readonly ApprovalRule[];
  mayManage: boolean;
  /** What was typed, and the language of the form in which it was. */
  entered: { amount: string; currency: string; approvals: string; language: string | null };
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

const COUNTS = Array.from({ length: MAX_APPROVALS }, (_, index) => String(index + 1));

function RemoveRuleButton({
  rule,
  formToken,
  at,
}: Pick<ApprovalsPage, 'formToken' | 'at'> & { rule: ApprovalRule }): VNode {
  const { amount, currency } = rule.above;
  const { approvals } = useWords();
  return (
    <Form action={at('/approvals/clear')} formToken={formToken} className="inline">
      <Hidden name="amount" value={String(amount)} />
      <Hidden name="currency" value={currency} />
      <button class="quiet small">
        {approvals.takeAway}
        <span class="hidden">{approvals.theRuleAbove({ money: `${currency} ${amount}` })}</span>
      </button>
    </Form>
  );
}

function RulesSection(parts: ApprovalsPage): VNode {
  const { rules, mayManage } = parts;
  const { approvals } = useWords();
  const act = { name: approvals.rule, cell: (rule: ApprovalRule) => <RemoveRuleButton rule={rule} {...parts} /> };
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">{approvals.rules}</h2>
      <p>{approvals.howRulesApply}</p>
      <Table
        name={approvals.rulesName}
        rows={rules}
        empty={approvals.noRule({ guide: (text) => <a href="/docs/guides/approvals">{text}</a> })}
        columns={[
          { name: approvals.paymentsAbove, isNumber: true, cell: ({ above }) => <Money {...above} /> },
          { name: approvals.title, isNumber: true, cell: (rule) => rule.approvals },
          ...(mayManage ? [act] : []),
        ]}
      />
    </section>
  );
}

function RuleForm({ entered, faults, formToken, at }: ApprovalsPage): VNode {
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
      <RulesSection {...parts} />
      {mayManage ? <RuleForm {...parts} /> : <p class="hint">{approvals.ownersSet}</p>}
    </>
  );
}
