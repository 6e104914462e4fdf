import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import type { DocumentFacts } from '../../db/documents/documents';
import type { StoredReport } from '../../db/payments/reports/list-reports';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { English, Facts, FaultSummary, Id, Moment, Money, Notice, StatusBadge, Table } from '../parts';
import { LinkedDocuments } from '../documents/linked-documents';
import type { Faults } from '../forms/read-form';
import { LinkedDeliveries } from '../webhooks/linked-deliveries';
import { PaymentApproval } from './approval';
import { Answer, Questions } from './information';
import { PublicLink } from './payment-acts';
import { PayeeCheck } from './payee-check';
import { Outcome, RecallState, Resubmissions } from './outcome';
import { Head } from './payment-head';
import { Settlement } from './settlement';
import { StatusTimes } from './status-times';
import { useWords, wordFor, type Words } from '../words/use-words';
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
  at: (path: string) => string;
}

function State({ payment, mayChange, at }: PaymentPage): VNode {
  const { status, waitingReason, cancellation, recall, instructionId: id } = payment;
  const { common, payment: words } = useWords();
  const isRecallable = status === 'settled' && recall === null;
  const isOpen = cancellation === null && CANCELLABLE_STATUSES.includes(status);
  return (
    <>
      {waitingReason !== null && (
        <Notice tone="wait">
          <p>
            <strong>{words.whyItWaits}</strong> {wordFor(words.waiting, waitingReason) ?? waitingReason}
            {words.sentenceEnd}
          </p>
        </Notice>
      )}
      {cancellation !== null && (
        <Notice tone={cancellation.status === 'refused' ? 'wait' : 'info'}>
          <p>{words.cancellation(common.statuses[cancellation.status], cancellation.reason)}</p>
        </Notice>
      )}
      {isRecallable && mayChange && (
        <p class="actions">
          <a class="button quiet" href={at(`/payments/${id}/recall`)}>
            {words.askBack}
          </a>
        </p>
      )}
      {isOpen && mayChange && (
        <p class="actions">
          <a class="button danger" href={at(`/payments/${id}/cancel`)}>
            {common.cancel}
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

type BankAccountView = NonNullable<View['beneficiary']>['bankAccount'];

/** By what the bank is known; an IBAN alone names it, too. */
function bankText({ bankName, swiftBic, clearing }: BankAccountView, words: Words['payment']): string {
  const code = clearing === undefined ? undefined : `${clearing.scheme} ${clearing.code}`;
  const known = [bankName, swiftBic, code].filter((text) => text !== undefined);
  return known.length === 0 ? words.namedByAccount : known.join(', ');
}

function Summary({ payment }: { payment: View }): VNode {
  const { settlementDetails: details, beneficiary, purpose, remittance, chargeBearer } = payment;
  const { common, payment: words } = useWords();
  const { facts: names } = words;
  return (
    <Facts
      rows={[
        [common.columns.amount, <Money amount={payment.amount} currency={payment.currency} />],
        [names.id, <Id of={payment.instructionId} />],
        [names.yourReference, <Id of={payment.clientReference} />],
        [names.partnersReference, <Id of={details.partnerReference} />],
        [names.banksReference, <Id of={details.bankReference} />],
        [common.submitted, <Moment at={new Date(payment.submittedAt)} precise />],
        [names.beneficiary, beneficiary === null ? common.erased : `${beneficiary.name}, ${beneficiary.country}`],
        [
          names.account,
          beneficiary === null
            ? common.erased
            : `${beneficiary.bankAccount.accountNumber}, ${beneficiary.bankAccount.country}`,
        ],
        [names.bank, beneficiary === null ? common.erased : bankText(beneficiary.bankAccount, words)],
        [names.purpose, purpose.code],
        [names.text, remittance?.text ?? <Id of={null} />],
        [names.payeesReference, <Id of={remittance?.reference ?? null} />],
        [names.charges, chargeBearer === null ? <Id of={null} /> : `${chargeBearer}: ${words.charges[chargeBearer]}`],
      ]}
    />
  );
}

function History({ payment, now }: { payment: View; now: Date }): VNode {
  const { payment: words } = useWords();
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol class="timeline">
        {payment.statusHistory.map(({ status, timestamp, message }, index) => (
          <li key={index}>
            <p>
              <StatusBadge status={status} /> <Moment at={new Date(timestamp)} precise />
            </p>
            {message !== undefined && (
              <p class="hint">
                <English>{message}</English>
              </p>
            )}
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
  const { format, payment: words } = useWords();
  const { route: text } = words;
  const isSettled = details.settledAt !== undefined;
  return (
    <section aria-labelledby="why">
      <h2 id="why">{text.title}</h2>
      <Facts
        rows={[
          [text.partner, `${route.partnerName}, ${route.channel}`],
          [text.timeline, details.settlementTimeline],
          [isSettled ? text.wasExpected : text.expected, format.date(details.expectedSettlementDate)],
          [text.valueDate, valueDate === null ? text.soonest : format.date(valueDate)],
          [text.fee, <Money amount={fees.estimated} currency={fees.currency} />],
        ]}
      />
      <ul>
        {[...route.reasons, ...details.dateExplanation].map(({ message }) => (
          <li key={message}>
            <English>{message}</English>
          </li>
        ))}
        {details.dateExplanation.length === 0 && <li>{text.notMoved}</li>}
      </ul>
    </section>
  );
}

function Reports({ reports }: { reports: readonly StoredReport[] }): VNode {
  const { reports: text } = useWords().payment;
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">{text.title}</h2>
      <Table
        name={text.name}
        rows={reports}
        empty={text.none}
        columns={[
          { name: text.received, cell: ({ recordedAt }) => <Moment at={recordedAt} precise /> },
          { name: text.said, cell: ({ status }) => <StatusBadge status={status} /> },
          { name: text.outcome, cell: ({ disposition }) => disposition },
          { name: text.kind, isExtra: true, cell: ({ kind }) => kind },
          {
            name: text.message,
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
  const { payment: words } = useWords();
  const { deliveries: text } = words;
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{text.title}</h2>
      <LinkedDeliveries {...{ deliveries, at }} empty={text.none} />
      {documents.length > 0 && (
        <>
          <h2>{words.documents}</h2>
          <LinkedDocuments {...{ documents, at }} />
        </>
      )}
      <p>
        <a href={at(`/requests?about=${payment.instructionId}`)}>{words.requests}</a>
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
      <PayeeCheck {...page} />
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
