import type { ComponentChildren, VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import type { DocumentFacts } from '../../db/documents/documents';
import type { OtherAccount } from '../../db/payments/instruction/other-account';
import type { StoredReport } from '../../db/payments/reports/list-reports';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { English, Facts, FaultSummary, Id, Moment, Money, Notice } from '../parts';
import { LinkedDocuments } from '../documents/linked-documents';
import type { Faults } from '../forms/read-form';
import { PaymentApproval } from './approval';
import { Answer, Questions } from './information';
import { PublicLink } from './payment-acts';
import { AnotherAccount } from './another-account';
import { Conditions } from './conditions';
import { PayeeCheck } from './payee-check';
import { Outcome, RecallState, Resubmissions } from './outcome';
import { Head } from './payment-head';
import { Settlement } from './settlement';
import { Story } from './story';
import { useWords, wordFor, type Words } from '../words/use-words';
import { CANCELLABLE_STATUSES, FINAL_STATUSES } from '../../domain/payments/instruction/status';

type View = ReturnType<typeof retrievedView>;

export interface PaymentPage {
  payment: View;
  reports: readonly StoredReport[];
  deliveries: readonly DeliveryRow[];
  documents: readonly DocumentFacts[];
  mayChange: boolean;
  /** When its public link was made; null where none works. */
  linkOpenedAt: Date | null;
  /** Where a payee of its name was paid before, if that is another account and it is not sent yet. */
  otherAccount: OtherAccount | null;
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
  const { status, waitingReason, cancellation, recall, beneficiary, instructionId: id } = payment;
  const { common, payment: words, payments } = useWords();
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
          <p>
            {words.cancellation({
              status: common.statuses[cancellation.status],
              hasReason: cancellation.reason !== null,
              reason: cancellation.reason ?? '',
            })}
          </p>
        </Notice>
      )}
      {status === 'settled' && beneficiary !== null && mayChange && (
        <p class="actions">
          <a class="button quiet" href={at(`/payments/new?like=${id}`)}>
            {payments.payAgain}
          </a>
        </p>
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

const idOrNull = (text: string | null | undefined): VNode | null =>
  text === null || text === undefined ? null : <Id of={text} />;

function Summary({ payment }: { payment: View }): VNode {
  const { settlementDetails: details, beneficiary, purpose, remittance, chargeBearer, clientReference } = payment;
  const { common, forms, payment: words } = useWords();
  const { facts: names } = words;
  return (
    <section class="facts-column" aria-labelledby="facts">
      <h2 id="facts">{words.factsTitle}</h2>
      <Facts
        rows={[
          [names.beneficiary, beneficiary === null ? common.erased : `${beneficiary.name}, ${beneficiary.country}`],
          [
            names.account,
            beneficiary && `${beneficiary.bankAccount.accountNumber}, ${beneficiary.bankAccount.country}`,
          ],
          [names.bank, beneficiary && bankText(beneficiary.bankAccount, words)],
          [names.yourReference, idOrNull(clientReference)],
          [names.purpose, wordFor(forms.purposes, purpose.code) ?? purpose.code],
          [names.text, remittance?.text ?? null],
          [names.payeesReference, idOrNull(remittance?.reference)],
          [names.charges, chargeBearer && words.charges[chargeBearer]],
          [common.submitted, <Moment at={new Date(payment.submittedAt)} precise />],
          [names.partnersReference, idOrNull(details.partnerReference)],
          [names.banksReference, idOrNull(details.bankReference)],
          [names.id, <Id of={payment.instructionId} />],
          ...routeFacts(payment, words),
        ]}
      />
      <Why payment={payment} />
    </section>
  );
}

function routeFacts(payment: View, { route: text, timelines }: Words['payment']): [string, ComponentChildren][] {
  const { route, settlementDetails: details, fees, valueDate } = payment;
  return [
    [text.partner, route.partnerName],
    [text.timeline, timelines[details.settlementTimeline]],
    [
      details.settledAt === undefined ? text.expected : text.wasExpected,
      <CalendarDay of={details.expectedSettlementDate} />,
    ],
    [text.valueDate, valueDate && <CalendarDay of={valueDate} />],
    [text.fee, <Money amount={fees.estimated} currency={fees.currency} />],
  ];
}

function CalendarDay({ of: date }: { of: string }): VNode {
  return <>{useWords().format.date(date)}</>;
}

/** Why this way and why this day, by the codes that the API gives; what has no word is its sentence. */
function Why({ payment }: { payment: View }): VNode {
  const { route, settlementDetails: details } = payment;
  const { format, payment: words } = useWords();
  return (
    <ul class="hint" aria-label={words.route.title}>
      {route.reasons.map(({ code, message }) => (
        <li key={message}>{wordFor(words.routeReasons, code) ?? <English>{message}</English>}</li>
      ))}
      {details.dateExplanation.map(({ reason, date, message }) => (
        <li key={message}>{words.dateReasons[reason]({ date: format.date(date) })}</li>
      ))}
    </ul>
  );
}

/** What hangs on the payment. */
function Linked({ payment, documents, at }: Pick<PaymentPage, 'payment' | 'documents' | 'at'>): VNode {
  const { payment: words } = useWords();
  return (
    <section aria-label={words.requests}>
      {documents.length > 0 && <h2>{words.documents}</h2>}
      {documents.length > 0 && <LinkedDocuments {...{ documents, at }} />}
      <p>
        <a href={at(`/requests?about=${payment.instructionId}`)}>{words.requests}</a>
      </p>
    </section>
  );
}

/** What puts a failed payment right. */
function Correct({ payment, mayChange, at }: PaymentPage): VNode | null {
  const { payments: words } = useWords();
  const isOver = FINAL_STATUSES.includes(payment.status) && payment.resubmittedAs === null;
  if (!isOver || !mayChange || payment.erasedAt !== null) return null;
  return (
    <p class="actions">
      <a class="button" href={at(`/payments/${payment.instructionId}/correct`)}>
        {words.correctAndPay}
      </a>
    </p>
  );
}

/** Status and next act first; then what happened, with the facts beside it. */
export function Payment(page: PaymentPage): VNode {
  const { payment } = page;
  const correct = <Correct {...page} />;
  return (
    <>
      <FaultSummary faults={page.faults} />
      <Head payment={payment} />
      <Outcome payment={payment} reader="account" act={correct} />
      {payment.status === 'cancelled' && correct}
      <State {...page} />
      {page.otherAccount !== null && <AnotherAccount of={page.otherAccount} />}
      <PaymentApproval {...page} />
      <Conditions {...page} />
      <PayeeCheck {...page} />
      <Asked {...page} />
      <Resubmissions {...payment} to={(id) => page.at(`/payments/${id}`)} />
      <div class="thing">
        <div>
          <Story {...page} />
          <RecallState recall={payment.recall} />
          <Settlement payment={payment} />
          <Linked {...page} />
          <PublicLink instructionId={payment.instructionId} openedAt={page.linkOpenedAt} {...page} />
        </div>
        <Summary payment={payment} />
      </div>
    </>
  );
}
