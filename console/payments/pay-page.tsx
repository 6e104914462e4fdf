import type { VNode } from 'preact';
import type { output } from 'zod';
import type { PaymentPreview } from '../../domain/payments/instruction/answer-schema';
import { ActionBar, Facts, Field, Form, Hidden, Money, Select } from '../parts';
import { FaultList } from '../forms/schema/fault-list';
import { CodeLists } from '../forms/schema/code-lists';
import { ShapeFields } from '../forms/schema/fields';
import type { Faults } from '../forms/read-form';
import type { Shape } from '../forms/schema/shape';

const FRAME = 'preview';

/** A saved payee as the form names it. */
export interface Payee {
  id: string;
  name: string;
  label: string | null;
  /** Country of the account, and its number, masked. */
  country: string;
  accountNumber: string;
}

const nameOf = ({ name, label, accountNumber }: Payee): string => `${label ?? name}, ${accountNumber}`;

export interface PayeeChoice {
  payees: readonly Payee[];
  entered: { beneficiary: string; currency: string; country: string };
  faults: Faults;
  at: (path: string) => string;
}

/** The first step: whom, and in which currency. */
export function ChoosePayee({ payees, entered, faults, at }: PayeeChoice): VNode {
  const options = [['', 'Somebody new'], ...payees.map((payee) => [payee.id, nameOf(payee)] as const)] as const;
  return (
    <form class="panel" method="get" action={at('/payments/new')}>
      <Select
        name="beneficiary"
        label="Payee"
        hint={payees.length === 0 ? 'Payees that you have saved can be chosen here.' : undefined}
        value={entered.beneficiary}
        options={options}
        fault={faults['beneficiary']}
      />
      <Field
        name="currency"
        label="Currency"
        hint="Such as USD."
        maxlength={3}
        value={entered.currency}
        fault={faults['currency']}
      />
      <Field
        name="country"
        label="Country of the account"
        hint="Two letters, such as US. Only for somebody new."
        maxlength={2}
        required={false}
        value={entered.country}
        fault={faults['country']}
      />
      <p class="actions">
        <button>Continue</button>
      </p>
    </form>
  );
}

export interface PayFormPage {
  currency: string;
  country: string;
  payee: Payee | null;
  shape: Shape;
  form: URLSearchParams;
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

/** The second step: what this corridor asks for, with a preview beside it. */
export function PayForm({ currency, country, payee, shape, form, faults, formToken, at }: PayFormPage): VNode {
  const here = at('/payments/new');
  const preview = { action: `${here}/preview`, frame: FRAME };
  const again = new URLSearchParams({ beneficiary: payee?.id ?? '', currency: '', country });
  return (
    <>
      <FaultList faults={faults} />
      <p>
        {payee === null ? `To an account in ${country}` : nameOf(payee)}, in {currency}.{' '}
        <a href={`${here}?${again.toString()}`}>Pay somebody else, or in another currency</a>
      </p>
      <div class="beside">
        <Form
          className="panel"
          action={here}
          formToken={formToken}
          preview={preview}
          isCheckedByServer
          // What was answered with a fault may have been made: sent once more as it is, it is the same payment.
          id={form.get('form_id') ?? undefined}
        >
          <Hidden name="to.currency" value={currency} />
          <Hidden name="to.country" value={country} />
          <Hidden name="to.beneficiary" value={payee?.id ?? ''} />
          <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={here} />
          <ActionBar preview={preview}>
            <button>Pay</button>
          </ActionBar>
        </Form>
        <CodeLists />
        <section class="preview brief" aria-labelledby="preview-title">
          <h2 id="preview-title">Preview</h2>
          <iframe name={FRAME} src={preview.action} title="Preview of the payment" />
        </section>
      </div>
    </>
  );
}

/** Text in the frame until there is something to show. */
export function NoPayPreview(): VNode {
  return <p class="hint">Fill in the form and press Preview: route, fee, date and screening appear here.</p>;
}

type Preview = output<typeof PaymentPreview>;

const SCREENED: Readonly<Record<string, string>> = {
  clear: 'No match: it is sent without a review.',
  review: 'It is held until a person has reviewed it.',
  blocked: 'It would be refused.',
};

/** What a payment would be told now. */
export function PayPreview({ preview }: { preview: Preview }): VNode {
  const { amount, currency, settlementDetails: details, fees, route, heldUntil, screening, requirements } = preview;
  return (
    <>
      <Facts
        rows={[
          ['Amount', <Money {...{ amount, currency }} />],
          ['Fee, estimated', <Money amount={fees.estimated} currency={fees.currency} />],
          ['Expected', details.expectedSettlementDate],
          ['Route', `${route.partnerName}, ${route.channel}`],
          ['Screening', SCREENED[screening.class] ?? screening.class],
          ...(heldUntil === null ? [] : ([['Held until', heldUntil]] satisfies [string, string][])),
        ]}
      />
      <p class="hint">{details.dateExplanation}</p>
      {requirements.unmet.length > 0 && (
        <>
          <p>Banks of this corridor also ask for:</p>
          <ul>
            {requirements.unmet.map(({ rule, field, message }) => (
              <li key={`${rule}${field}`}>
                {field} {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** What has to be corrected before there is a preview. */
export function UnfitPayment({ faults, page }: { faults: Faults; page: string }): VNode {
  return (
    <>
      <p>For a preview, complete or correct:</p>
      <FaultList faults={faults} page={page} />
    </>
  );
}
