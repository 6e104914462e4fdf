import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { FaultSummary, Form, Moment, Money, Notice, Select, TextArea } from '../parts';
import type { Faults } from '../forms/read-form';
import { Secret } from '../account/key-actions';
import { RECALL_WORDS } from './outcome';

export interface RecallPage {
  payment: ReturnType<typeof retrievedView>;
  entered: { reasonCode: string; reason: string };
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

export function RecallPayment({ payment, entered, faults, formToken, at }: RecallPage): VNode {
  const { instructionId: id, clientReference, amount, currency, route } = payment;
  const here = at(`/payments/${id}`);
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>
        <strong>{clientReference ?? id}</strong>, <Money amount={amount} currency={currency} />, has arrived.{' '}
        {route.partnerName} is asked to return it; the beneficiary or its bank may refuse. The payment stays settled
        until the money is returned.
      </p>
      <Form action={`${here}/recall`} formToken={formToken}>
        <Select
          name="reasonCode"
          label="Why"
          value={entered.reasonCode}
          options={Object.entries(RECALL_WORDS)}
          fault={faults['reasonCode']}
        />
        <TextArea
          name="reason"
          label="In words"
          hint="For staff of the partner; stored with the payment."
          value={entered.reason}
          required={false}
          maxlength={500}
          fault={faults['reason']}
        />
        <p class="actions">
          <button class="danger">Ask for the money back</button> <a href={here}>Leave it</a>
        </p>
      </Form>
    </div>
  );
}

/** The address of a payment's public page, to be copied. */
export function ShownLink({ url, back }: { url: string; back: string }): VNode {
  return (
    <>
      <Notice>
        <p>Anyone with this link sees status, date and reference of the payment, until you revoke it.</p>
      </Notice>
      <Secret id="link" name="Public link" secret={url} />
      <p>
        <a class="button" href={back}>
          Back to the payment
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

/** The public link of a payment: what it shows, and how it is made and ended. Source: docs/GAPS.md#tracking-link */
export function PublicLink({ instructionId: id, openedAt, mayChange, formToken, at }: PublicLinkParts): VNode {
  const here = at(`/payments/${id}/tracking-link`);
  return (
    <section aria-labelledby="link">
      <h2 id="link">Public link</h2>
      <p>
        {openedAt === null ? (
          'This payment is not public. Anyone with a link sees its status, date and reference, and nothing else.'
        ) : (
          <>
            Anyone with the link sees status, date and reference. It has been valid since <Moment at={openedAt} />.
          </>
        )}
      </p>
      {mayChange && (
        <div class="actions">
          <Form action={here} formToken={formToken}>
            <button class="quiet">{openedAt === null ? 'Make a public link' : 'Show the link'}</button>
          </Form>
          {openedAt !== null && (
            <Form action={`${here}/revoke`} formToken={formToken}>
              <button class="danger">Revoke the link</button>
            </Form>
          )}
        </div>
      )}
    </section>
  );
}
