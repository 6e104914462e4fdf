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
import { AnswerForm, Questions } from './information';
import { PublicLink } from './payment-acts';
import { OtherAccountNotice } from './another-account';
import { Conditions } from './conditions';
import { PayeeCheck } from './payee-check';
import { Outcome, RecallState, Resubmissions } from './outcome';
import { PaymentHead } from './payment-head';
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

/** Why the payment waits, its cancellation, and buttons for what can be done with it now. */
function StateSection({ payment, mayChange, at }: PaymentPage): VNode {
  const { status, waitingReason, cancellation, recall, beneficiary, instructionId: id } = payment;
  const { common, payment: words, payments } = useWords();
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
      {status === 'settled' && mayChange && (
        <p class="actions">
          {beneficiary !== null && (
            <a class="button quiet" href={at(`/payments/new?like=${id}`)}>
              {payments.payAgain}
            </a>
          )}
          {recall === null && (
            <a class="button quiet" href={at(`/payments/${id}/recall`)}>
              {words.askBack}
            </a>
          )}
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

function OpenQuestions({ payment, mayChange, entered, faults, formToken, at }: PaymentPage): VNode {
  const here = at(`/payments/${payment.instructionId}`);
  const parts = { payment: here, entered, faults, formToken };
  return (
    <Questions
      requests={payment.informationRequests}
      form={(one) => (mayChange ? <AnswerForm one={one} {...parts} /> : null)}
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

function PaymentFacts({ payment }: { payment: View }): VNode {
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
      <RouteReasons payment={payment} />
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

/** Why this route and this date, by the API's codes; a code without words is shown as its sentence. */
function RouteReasons({ payment }: { payment: View }): VNode {
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

/** Documents and requests of the payment. */
function LinkedThings({ payment, documents, at }: Pick<PaymentPage, 'payment' | 'documents' | 'at'>): VNode {
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

/** Links to correct a failed payment and pay again; null if that is not possible. */
function CorrectionLinks({ payment, mayChange, at }: PaymentPage): VNode | null {
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

/** A payment: status and next act, then its history with the facts beside it. */
export function Payment(page: PaymentPage): VNode {
  const { payment } = page;
  const correct = <CorrectionLinks {...page} />;
  return (
    <>
      <FaultSummary faults={page.faults} />
      <PaymentHead payment={payment} />
      <Outcome payment={payment} reader="account" act={correct} />
      {payment.status === 'cancelled' && correct}
      <StateSection {...page} />
      {page.otherAccount !== null && <OtherAccountNotice of={page.otherAccount} />}
      <PaymentApproval {...page} />
      <Conditions {...page} />
      <PayeeCheck {...page} />
      <OpenQuestions {...page} />
      <Resubmissions {...payment} to={(id) => page.at(`/payments/${id}`)} />
      <div class="thing">
        <div>
          <Story {...page} />
          <RecallState recall={payment.recall} />
          <Settlement payment={payment} />
          <LinkedThings {...page} />
          <PublicLink instructionId={payment.instructionId} openedAt={page.linkOpenedAt} {...page} />
        </div>
        <PaymentFacts payment={payment} />
      </div>
    </>
  );
}
