import type { VNode } from 'preact';
import type { operatorPaymentView } from '../../api/operator/payment-views';
import type { ReadScreening } from '../../db/compliance/read-screening';
import type { OperatorDecision } from '../../domain/payments/operator-decision';
import {
  Empty,
  Facts,
  FaultSummary,
  Field,
  Form,
  Id,
  Moment,
  Money,
  Notice,
  Select,
  StatusBadge,
  Table,
  TextArea,
} from '../parts';
import type { Faults } from '../read-form';
import { Outcome, RecallState, Resubmissions } from './payment-outcome';

type View = ReturnType<typeof operatorPaymentView>;

export interface OperatorPaymentPage {
  payment: View;
  /** Whether it is held for a compliance review. */
  isHeld: boolean;
  screening: ReadScreening | null;
  /** Address of the namespace in the Temporal UI, or null. */
  temporalUi: string | null;
  done: boolean;
  entered: { decision: string; reason: string };
  faults: Faults;
  formToken: string;
}

const DECISIONS: Record<OperatorDecision, string> = {
  delivered: 'The partner has it',
  never_received: 'The partner never received it: send it again',
  try_now: 'Try now, or ask now',
  give_up: 'Nobody has it, and nobody is to try any more',
};

function Workflow({ payment, temporalUi }: Pick<OperatorPaymentPage, 'payment' | 'temporalUi'>): VNode {
  const { workflowId: id } = payment;
  if (temporalUi === null) return <Id of={id} />;
  return <a href={`${temporalUi}/workflows/${encodeURIComponent(id)}`}>{id}</a>;
}

function Summary({ payment, temporalUi }: Pick<OperatorPaymentPage, 'payment' | 'temporalUi'>): VNode {
  return (
    <Facts
      rows={[
        ['Status', <StatusBadge status={payment.status} />],
        ['Side', <span class={`badge ${payment.environment}`}>{payment.environment}</span>],
        ['Amount', <Money amount={payment.amount} currency={payment.currency} />],
        ['Id', <Id of={payment.instructionId} />],
        ['Account', `${payment.account.name} (${payment.account.id})`],
        ['Partner', `${payment.partner.name} (${payment.partner.id})`],
        ["Partner's reference", <Id of={payment.partnerReference} />],
        ['Submitted', <Moment at={new Date(payment.submittedAt)} precise />],
        ['Workflow', <Workflow payment={payment} temporalUi={temporalUi} />],
      ]}
    />
  );
}

function Reason(parts: Pick<OperatorPaymentPage, 'entered' | 'faults'> & { id: string }): VNode {
  const { entered, faults, id } = parts;
  return (
    <TextArea
      id={id}
      name="reason"
      label="Reason"
      hint="For colleagues and auditors; the client does not see it."
      value={entered.reason}
      maxlength={500}
      fault={faults['reason']}
    />
  );
}

function Hold({ payment, screening, entered, faults, formToken }: OperatorPaymentPage): VNode {
  return (
    <section aria-labelledby="hold">
      <h2 id="hold">Held for compliance</h2>
      {screening !== null && (
        <>
          <p>
            <strong>{screening.party ?? 'The beneficiary (erased)'}</strong> was compared{' '}
            <Moment at={screening.screenedAt} /> and resembles:
          </p>
          <Table
            name="Resembling entries"
            rows={screening.candidates}
            columns={[
              { name: 'Name on the list', cell: ({ name }) => name ?? 'erased' },
              { name: 'Score', isNumber: true, cell: ({ score }) => score.toFixed(2) },
              { name: 'Entry', cell: ({ listEntry }) => <Id of={listEntry} /> },
              { name: 'Edition', isExtra: true, cell: ({ edition }) => <Id of={edition} /> },
            ]}
          />
        </>
      )}
      <Form
        className="panel"
        action={`/console/operator/payments/${payment.instructionId}/screening`}
        formToken={formToken}
      >
        <Reason id="hold-reason" entered={entered} faults={faults} />
        <p class="actions">
          <button name="decision" value="release">
            Release: it is sent
          </button>
          <button name="decision" value="reject" class="danger">
            Reject: it fails
          </button>
        </p>
      </Form>
    </section>
  );
}

function Decide({ payment, entered, faults, formToken }: OperatorPaymentPage): VNode | null {
  const { allowedDecisions: allowed, instructionId: id } = payment;
  if (allowed.length === 0) return null;
  return (
    <section aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <Form className="panel" action={`/console/operator/payments/${id}/decision`} formToken={formToken}>
        <Select
          name="decision"
          label="What you established"
          value={entered.decision}
          options={allowed.map((decision) => [decision, DECISIONS[decision]] as const)}
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
        <Reason id="reason" entered={entered} faults={faults} />
        <button class="danger">Decide</button>
      </Form>
    </section>
  );
}

function RecallRefusal({ payment, entered, faults, formToken }: OperatorPaymentPage): VNode {
  return (
    <>
      <RecallState recall={payment.recall} />
      {payment.recall?.status === 'requested' && (
        <Form
          className="panel"
          action={`/console/operator/payments/${payment.instructionId}/recall-refusal`}
          formToken={formToken}
        >
          <Reason id="refusal-reason" entered={entered} faults={faults} />
          <button class="danger">Record that the money stays there</button>
        </Form>
      )}
    </>
  );
}

function Tried({ payment }: { payment: View }): VNode {
  return (
    <section aria-labelledby="tried">
      <h2 id="tried">What was tried</h2>
      {payment.dispatches.length === 0 ? (
        <Empty>Nothing has been sent to a partner.</Empty>
      ) : (
        <Table
          name="Dispatches"
          rows={payment.dispatches}
          columns={[
            { name: 'Attempt', cell: ({ attempt, partnerId }) => `${attempt}, ${partnerId}` },
            { name: 'State', cell: ({ state }) => state.replaceAll('_', ' ') },
            { name: 'Calls', isNumber: true, cell: ({ calls }) => calls },
            { name: 'Fault', cell: ({ fault }) => fault ?? '' },
            { name: 'Began', isExtra: true, cell: ({ startedAt }) => <Moment at={new Date(startedAt)} precise /> },
          ]}
        />
      )}
      <ul>
        {payment.flags.map(({ id, kind, raisedAt }) => (
          <li key={id}>
            Flag: {kind.replaceAll('_', ' ')}, <Moment at={new Date(raisedAt)} />
          </li>
        ))}
        {payment.cases.map(({ id, kind, count, openedAt }) => (
          <li key={id}>
            Case <Id of={id} />: {kind.replaceAll('_', ' ')}, said {count} times, <Moment at={new Date(openedAt)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Acts({ payment }: { payment: View }): VNode {
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">What people did</h2>
      {payment.acts.length === 0 ? (
        <Empty>Nobody has decided anything about it.</Empty>
      ) : (
        <Table
          name="Acts"
          rows={payment.acts}
          columns={[
            { name: 'When', cell: ({ at }) => <Moment at={new Date(at)} /> },
            { name: 'Act', cell: ({ act }) => act },
            { name: 'Who', isExtra: true, cell: ({ actor }) => actor },
            { name: 'Why', cell: ({ detail }) => (typeof detail['reason'] === 'string' ? detail['reason'] : '') },
          ]}
        />
      )}
    </section>
  );
}

export function OperatorPayment(page: OperatorPaymentPage): VNode {
  const { payment, isHeld, done, faults } = page;
  const { waiting } = payment;
  return (
    <>
      {done && (
        <Notice tone="good">
          <p>Your decision is kept; the payment goes on by it.</p>
        </Notice>
      )}
      <FaultSummary faults={faults} />
      {waiting !== null && (
        <Notice tone="wait">
          <p>
            <strong>Why it waits:</strong> {waiting.message}, since <Moment at={new Date(waiting.since)} />.
          </p>
        </Notice>
      )}
      <Resubmissions {...payment} to={(id) => `/console/operator/payments/${id}`} />
      <Summary {...page} />
      <Outcome payment={payment} reader="operator" />
      <RecallRefusal {...page} />
      {isHeld && <Hold {...page} />}
      <Decide {...page} />
      <Tried payment={payment} />
      <Acts payment={payment} />
    </>
  );
}
