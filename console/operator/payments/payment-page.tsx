import type { VNode } from 'preact';
import type { operatorPaymentView } from '../../../api/operator/payment-views';
import type { ReadScreening } from '../../../db/compliance/read-screening';
import type { OperatorRole } from '../../../domain/auth/operator-roles';
import type { WaitingReason } from '../../../domain/payments/dispatch/waiting';
import type { OperatorDecision } from '../../../domain/payments/review/operator-decision';
import { Facts, FaultSummary, Field, Form, Id, Moment, Money, Notice, Reason, Select, Table, times } from '../../parts';
import { titleOf } from '../attention';
import type { Faults } from '../../forms/read-form';
import { Questions } from '../../payments/information';
import { NoteForm, Assignee, History } from './case-work';
import { HoldSection, type Review } from './hold';
import { PaymentHead } from '../../payments/payment-head';
import { Outcome, RecallState, Resubmissions } from '../../payments/outcome';
import { ScreeningSection } from './screening';

type View = ReturnType<typeof operatorPaymentView>;

export interface OperatorPaymentPage {
  payment: View;
  /** Of the reader: forms that need another are not shown. */
  roles: readonly OperatorRole[];
  personId: string;
  /** Null where it has not been compared with lists. */
  screening: ReadScreening | null;
  /** What there is to decide where it is held for a compliance review; else null. */
  review: Review | null;
  /** Address of the namespace in the Temporal UI, or null. */
  temporalUi: string | null;
  entered: { decision: string; reason: string; rememberUntil: string; question: string; note: string };
  faults: Faults;
  formToken: string;
}

const DECISIONS: Record<OperatorDecision, string> = {
  delivered: 'The partner has it',
  never_received: 'The partner never received it: send it again',
  try_now: 'Try or ask now',
  give_up: 'Give up: no partner has it; do not try again',
};

/** Of a contradiction `try_now` is what lets it be sent. */
const SEND_IT = 'Send it: no partner has it, and nobody was told that it has ended';

/** Such a wait ends by itself: a decision is possible, and seldom needed. */
const PASSING: readonly (string | undefined)[] = ['engine_busy', 'engine_outage'] satisfies WaitingReason[];

const REASON_HINT = 'For colleagues and auditors; the client does not see it.';

function Workflow({ payment, temporalUi }: Pick<OperatorPaymentPage, 'payment' | 'temporalUi'>): VNode {
  const { workflowId: id } = payment;
  if (temporalUi === null) return <Id of={id} />;
  return <a href={`${temporalUi}/workflows/${encodeURIComponent(id)}`}>{id}</a>;
}

function FactsOfPayment({ payment, temporalUi }: Pick<OperatorPaymentPage, 'payment' | 'temporalUi'>): VNode {
  return (
    <Facts
      rows={[
        ['Side', <span class={`badge ${payment.environment}`}>{payment.environment}</span>],
        ['Amount', <Money amount={payment.amount} currency={payment.currency} />],
        ['Id', <Id of={payment.instructionId} />],
        ['Account', `${payment.account.name} (${payment.account.id})`],
        ['Partner', `${payment.partner.name} (${payment.partner.id})`],
        ["Client's reference", <Id of={payment.clientReference} />],
        ["Partner's reference", <Id of={payment.partnerReference} />],
        ['Submitted', <Moment at={new Date(payment.submittedAt)} precise />],
        ['Workflow', <Workflow payment={payment} temporalUi={temporalUi} />],
      ]}
    />
  );
}

function DecisionForm({ payment, entered, faults, formToken }: OperatorPaymentPage): VNode | null {
  const { allowedDecisions: allowed, instructionId: id } = payment;
  if (allowed.length === 0) return null;
  const isFolded = PASSING.includes(payment.waiting?.reason) && payment.flags.length === 0 && entered.decision === '';
  const form = (
    <Form className="panel" action={`/console/operator/payments/${id}/decision`} formToken={formToken}>
      <Select
        name="decision"
        label="Decision"
        value={entered.decision}
        options={allowed.map(
          (decision) =>
            [
              decision,
              decision === 'try_now' && payment.waiting?.reason === 'contradiction' ? SEND_IT : DECISIONS[decision],
            ] as const,
        )}
        fault={faults['decision']}
      />
      {allowed.includes('delivered') && (
        <Field
          name="partnerReference"
          label="Partner's reference"
          hint="Where the partner has it."
          required={false}
          fault={faults['partnerReference']}
        />
      )}
      <Reason hint={REASON_HINT} value={entered.reason} fault={faults['reason']} />
      <button class="danger">Decide</button>
    </Form>
  );
  return (
    <section aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      {isFolded ? (
        <details class="folded">
          <summary>Seldom needed: it goes on by itself</summary>
          {form}
        </details>
      ) : (
        form
      )}
    </section>
  );
}

function RecallRefusalForm({ payment, roles, entered, faults, formToken }: OperatorPaymentPage): VNode {
  return (
    <>
      <RecallState recall={payment.recall} />
      {payment.recall?.status === 'requested' && roles.includes('operations') && (
        <Form
          className="panel"
          action={`/console/operator/payments/${payment.instructionId}/recall-refusal`}
          formToken={formToken}
        >
          <Reason id="refusal-reason" hint={REASON_HINT} value={entered.reason} fault={faults['reason']} />
          <button class="danger">Record the refusal</button>
        </Form>
      )}
    </>
  );
}

function DispatchesTable({ payment }: { payment: View }): VNode {
  return (
    <section aria-labelledby="tried">
      <h2 id="tried">What was tried</h2>
      <Table
        name="Dispatches"
        rows={payment.dispatches}
        empty="Nothing has been sent to a partner."
        columns={[
          { name: 'Attempt', cell: ({ attempt, partnerId }) => `${attempt}, ${partnerId}` },
          { name: 'State', cell: ({ state }) => state.replaceAll('_', ' ') },
          { name: 'Calls', isNumber: true, cell: ({ calls }) => calls },
          { name: 'Fault', cell: ({ fault }) => fault ?? '' },
          { name: 'Began', isExtra: true, cell: ({ startedAt }) => <Moment at={new Date(startedAt)} precise /> },
        ]}
      />
      <ul>
        {payment.flags.map(({ id, kind, raisedAt }) => (
          <li key={id}>
            Flag: {titleOf(kind)}, <Moment at={new Date(raisedAt)} />
          </li>
        ))}
        {payment.cases.map(({ id, kind, count, openedAt }) => (
          <li key={id}>
            Case <Id of={id} />: {titleOf(kind)}, reported {times({ count })}, <Moment at={new Date(openedAt)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function OperatorPayment(page: OperatorPaymentPage): VNode {
  const { payment, faults } = page;
  const { waiting } = payment;
  return (
    <>
      <FaultSummary faults={faults} />
      <PaymentHead payment={payment} />
      {waiting !== null && (
        <Notice tone="wait">
          <p>
            <strong>Why it waits:</strong> {waiting.message}, since <Moment at={new Date(waiting.since)} />.
          </p>
        </Notice>
      )}
      <Resubmissions {...payment} to={(id) => `/console/operator/payments/${id}`} />
      {page.review !== null && (
        <div class="side-by-side">
          <div>{page.screening !== null && <ScreeningSection screening={page.screening} isHeld />}</div>
          <div>
            <HoldSection {...page} review={page.review} reasonHint={REASON_HINT} />
          </div>
        </div>
      )}
      <Assignee {...page} />
      <FactsOfPayment {...page} />
      <Outcome payment={payment} reader="operator" />
      <RecallRefusalForm {...page} />
      {page.review === null && page.screening !== null && (
        <ScreeningSection screening={page.screening} isHeld={false} />
      )}
      {page.review === null && <Questions requests={payment.informationRequests} />}
      {page.review === null && <DecisionForm {...page} />}
      <DispatchesTable payment={payment} />
      <NoteForm {...page} />
      <History payment={payment} />
    </>
  );
}
