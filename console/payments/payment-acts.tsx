import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { FaultSummary, Form, Moment, Money, Notice, Select, TextArea } from '../parts';
import type { Faults } from '../forms/read-form';
import { Secret } from '../account/key-actions';
import { useWords } from '../words/use-words';

export interface RecallPage {
  payment: ReturnType<typeof retrievedView>;
  entered: { reasonCode: string; reason: string };
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

export function RecallPayment({ payment, entered, faults, formToken, at }: RecallPage): VNode {
  const { instructionId: id, clientReference, amount, currency, route } = payment;
  const { common, payment: words, payments } = useWords();
  const here = at(`/payments/${id}`);
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>
        <strong>{clientReference ?? id}</strong>
        {common.comma}
        <Money amount={amount} currency={currency} />
        {common.comma}
        {payments.hasArrived} {payments.recallMeans({ partner: route.partnerName })}
      </p>
      <Form action={`${here}/recall`} formToken={formToken}>
        <Select
          name="reasonCode"
          label={common.columns.why}
          value={entered.reasonCode}
          options={Object.entries(words.recall.reasons)}
          fault={faults['reasonCode']}
        />
        <TextArea
          name="reason"
          label={payments.inWords}
          hint={payments.recallHint}
          value={entered.reason}
          required={false}
          maxlength={500}
          fault={faults['reason']}
        />
        <p class="actions">
          <button class="danger">{words.askBack}</button> <a href={here}>{payments.leaveIt}</a>
        </p>
      </Form>
    </div>
  );
}

/** The address of a payment's public page, to be copied. */
export function ShownLink({ url, back }: { url: string; back: string }): VNode {
  const { link } = useWords().payments;
  return (
    <>
      <Notice>
        <p>{link.anyoneSees}</p>
      </Notice>
      <Secret id="link" name={link.title} secret={url} />
      <p>
        <a class="button" href={back}>
          {link.back}
        </a>
      </p>
    </>
  );
}

export interface PublicLinkParts {
  instructionId: string;
  /** When the link that works was made; null where none works. */
  openedAt: Date | null;
  mayChange: boolean;
  formToken: string;
  at: (path: string) => string;
}

/**
 * The public link of a payment: what it shows, and buttons to create and revoke it.
 * Source: docs/GAPS.md#tracking-link
 */
export function PublicLink({ instructionId: id, openedAt, mayChange, formToken, at }: PublicLinkParts): VNode {
  const { link } = useWords().payments;
  const here = at(`/payments/${id}/tracking-link`);
  return (
    <section aria-labelledby="link">
      <h2 id="link">{link.title}</h2>
      <p>{openedAt === null ? link.notPublic : link.validSince({ since: <Moment at={openedAt} /> })}</p>
      {mayChange && (
        <div class="actions">
          <Form action={here} formToken={formToken}>
            <button class="quiet">{openedAt === null ? link.make : link.show}</button>
          </Form>
          {openedAt !== null && (
            <Form action={`${here}/revoke`} formToken={formToken}>
              <button class="danger">{link.revoke}</button>
            </Form>
          )}
        </div>
      )}
    </section>
  );
}
