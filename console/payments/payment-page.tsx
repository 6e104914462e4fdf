import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import type { DocumentFacts } from '../../db/documents/documents';
import type { StoredReport } from '../../db/payments/reports/list-reports';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import type { ChargeBearer } from '../../domain/payments/instruction/charge-bearer';
import { waitingMessage } from '../../domain/payments/dispatch/waiting';
import { Facts, FaultSummary, Id, Moment, Money, Notice, StatusBadge, Table } from '../parts';
import type { Faults } from '../forms/read-form';
import { PaymentApproval } from './approval';
import { Answer, Questions } from './information';
import { PublicLink } from './payment-acts';
import { Outcome, RecallState, Resubmissions } from './outcome';
import { Head } from './payment-head';
import { Settlement } from './settlement';
import { StatusTimes } from './status-times';
import { CANCELLABLE_STATUSES } from '../../domain/payments/instruction/status';

type View = ReturnType<typeof retrievedView>;

export interface PaymentPage {
  payment: View;
  reports: readonly StoredReport[];
  deliveries: readonly DeliveryRow[];
  documents: readonly DocumentFacts[];
  mayChange: boolean;
  /** When its public link was made; null where none works. */
  linkOpenedAt: Date | null;
  formToken: string;
  /** An answer that was not taken. */
  entered: string;
  faults: Faults;
  /** Who looks at it, and a comment of an approval that was not taken. */
  viewer: { email: string; isCreator: boolean };
  comment: string;
  /** The moment at which it is shown. */
  now: Date;
  /** What was done just now. */
  done: string | null;
  at: (path: string) => string;
}

function State({ payment, mayChange, done, at }: PaymentPage): VNode {
  const { status, waitingReason, cancellation, recall, instructionId: id } = payment;
  const isRecallable = status === 'settled' && recall === null;
  const isOpen = cancellation === null && CANCELLABLE_STATUSES.includes(status);
  return (
    <>
      {done === 'cancel' && (
        <Notice>
          <p>{status === 'cancelled' ? 'The payment was cancelled.' : 'The partner is asked to cancel the payment.'}</p>
        </Notice>
      )}
      {waitingReason !== null && (
        <Notice tone="wait">
          <p>
            <strong>Why it waits:</strong> {waitingMessage(waitingReason)}.
          </p>
        </Notice>
      )}
      {cancellation !== null && (
        <Notice tone={cancellation.status === 'refused' ? 'wait' : 'info'}>
          <p>
            Cancellation {cancellation.status}
            {cancellation.reason === null ? '' : `: ${cancellation.reason}`}.
          </p>
        </Notice>
      )}
      {done === 'answered' && (
        <Notice tone="good">
          <p>Answer recorded. The payment waits until it has been reviewed.</p>
        </Notice>
      )}
      {done === 'recall' && (
        <Notice>
          <p>The partner is asked to return the money.</p>
        </Notice>
      )}
      {done === 'revoked' && (
        <Notice tone="good">
          <p>The public link was revoked.</p>
        </Notice>
      )}
      {isRecallable && mayChange && (
        <p class="actions">
          <a class="button quiet" href={at(`/payments/${id}/recall`)}>
            Ask for the money back
          </a>
        </p>
      )}
      {isOpen && mayChange && (
        <p class="actions">
          <a class="button danger" href={at(`/payments/${id}/cancel`)}>
            Cancel
          </a>
        </p>
      )}
    </>
  );
}

function Asked({ payment, mayChange, entered, faults, formToken, at }: PaymentPage): VNode {
  const here = at(`/payments/${payment.instructionId}`);
  const parts = { payment: here, entered, faults, formToken };
  return (
    <Questions
      requests={payment.informationRequests}
      form={(one) => (mayChange ? <Answer one={one} {...parts} /> : null)}
    />
  );
}

const CHARGES: Record<ChargeBearer, string> = {
  SHAR: 'each side bears its own',
  DEBT: 'the payer bears them',
  CRED: 'the payee bears them',
  SLEV: 'each side bears its own, by the rules of SEPA',
};

type BankAccountView = NonNullable<View['beneficiary']>['bankAccount'];

/** By what the bank is known; an IBAN alone names it, too. */
function bankText({ bankName, swiftBic, clearing }: BankAccountView): string {
  const code = clearing === undefined ? undefined : `${clearing.scheme} ${clearing.code}`;
  const known = [bankName, swiftBic, code].filter((text) => text !== undefined);
  return known.length === 0 ? 'named by the account number' : known.join(', ');
}

function Summary({ payment }: { payment: View }): VNode {
  const { settlementDetails: details, beneficiary, purpose, remittance, chargeBearer } = payment;
  return (
    <Facts
      rows={[
        ['Amount', <Money amount={payment.amount} currency={payment.currency} />],
        ['Id', <Id of={payment.instructionId} />],
        ['Your reference', <Id of={payment.clientReference} />],
        ["Partner's reference", <Id of={details.partnerReference} />],
        ["Bank's reference", <Id of={details.bankReference} />],
        ['Submitted', <Moment at={new Date(payment.submittedAt)} precise />],
        ['Beneficiary', beneficiary === null ? 'erased' : `${beneficiary.name}, ${beneficiary.country}`],
        [
          'Account',
          beneficiary === null
            ? 'erased'
            : `${beneficiary.bankAccount.accountNumber}, ${beneficiary.bankAccount.country}`,
        ],
        ['Bank', beneficiary === null ? 'erased' : bankText(beneficiary.bankAccount)],
        ['Purpose', purpose.code],
        ['Text for the payee', remittance?.text ?? <Id of={null} />],
        ["Payee's reference", <Id of={remittance?.reference ?? null} />],
        ['Charges', chargeBearer === null ? <Id of={null} /> : `${chargeBearer}: ${CHARGES[chargeBearer]}`],
      ]}
    />
  );
}

function History({ payment, now }: { payment: View; now: Date }): VNode {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <ol class="timeline">
        {payment.statusHistory.map(({ status, timestamp, message }, index) => (
          <li key={index}>
            <p>
              <StatusBadge status={status} /> <Moment at={new Date(timestamp)} precise />
            </p>
            {message !== undefined && <p class="hint">{message}</p>}
          </li>
        ))}
      </ol>
      <StatusTimes history={payment.statusHistory} now={now} />
    </section>
  );
}

/** Why this way and why this day: the sentences that the API gives. */
function Why({ payment }: { payment: View }): VNode {
  const { route, settlementDetails: details, fees, valueDate } = payment;
  const isSettled = details.settledAt !== undefined;
  return (
    <section aria-labelledby="why">
      <h2 id="why">Route and date</h2>
      <Facts
        rows={[
          ['Partner', `${route.partnerName}, ${route.channel}`],
          ['Timeline', details.settlementTimeline],
          [isSettled ? 'Was expected' : 'Expected', details.expectedSettlementDate],
          ['Value date', valueDate ?? 'as soon as possible'],
          ['Fee, estimated', <Money amount={fees.estimated} currency={fees.currency} />],
        ]}
      />
      <ul>
        {[...route.reasons, ...details.dateExplanation].map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {details.dateExplanation.length === 0 && <li>Nothing moved the date.</li>}
      </ul>
    </section>
  );
}

function Reports({ reports }: { reports: readonly StoredReport[] }): VNode {
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">Reports of the partner</h2>
      <Table
        name="Reports"
        rows={reports}
        empty="The partner has reported nothing yet."
        columns={[
          { name: 'Received', cell: ({ recordedAt }) => <Moment at={recordedAt} precise /> },
          { name: 'Said', cell: ({ status }) => <StatusBadge status={status} /> },
          { name: 'Outcome', cell: ({ disposition }) => disposition },
          { name: 'Kind', isExtra: true, cell: ({ kind }) => kind },
          {
            name: 'Message and references',
            isExtra: true,
            cell: (one) =>
              [one.message, one.partnerReference, one.bankReference].filter((text) => text !== null).join('; '),
          },
        ]}
      />
    </section>
  );
}

type ConsequencesParts = Pick<PaymentPage, 'payment' | 'deliveries' | 'documents' | 'at'>;

function Consequences({ payment, deliveries, documents, at }: ConsequencesParts): VNode {
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Webhook deliveries</h2>
      <Table
        name="Webhook deliveries"
        rows={deliveries}
        empty="No endpoint listens to this payment's events."
        columns={[
          { name: 'Event', cell: ({ id, event }) => <a href={at(`/deliveries/${id}`)}>{event}</a> },
          { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts.length },
          {
            name: 'Next attempt',
            isExtra: true,
            cell: ({ next_attempt_at: next }) => (next === null ? '' : <Moment at={next} />),
          },
        ]}
      />
      {documents.length > 0 && (
        <>
          <h2>Documents</h2>
          <ul>
            {documents.map(({ id, type, number, status }) => (
              <li key={id}>
                <a href={at(`/documents/${id}`)}>{`${type.replaceAll('_', ' ')} ${number}`}</a>{' '}
                <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <a href={at(`/requests?about=${payment.instructionId}`)}>API requests about this payment</a>
      </p>
    </section>
  );
}

export function Payment(page: PaymentPage): VNode {
  const { payment, reports } = page;
  return (
    <>
      <FaultSummary faults={page.faults} />
      <Head payment={payment} />
      <State {...page} />
      <PaymentApproval {...page} />
      <Asked {...page} />
      <Resubmissions {...payment} to={(id) => page.at(`/payments/${id}`)} />
      <Summary payment={payment} />
      <Outcome payment={payment} reader="account" />
      <RecallState recall={payment.recall} />
      <div class="columns">
        <History payment={payment} now={page.now} />
        <Why payment={payment} />
      </div>
      <Settlement payment={payment} />
      <Reports reports={reports} />
      <Consequences {...page} />
      <PublicLink instructionId={payment.instructionId} openedAt={page.linkOpenedAt} {...page} />
    </>
  );
}
