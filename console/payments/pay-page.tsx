import type { VNode } from 'preact';
import type { output } from 'zod';
import type { PaymentPreview } from '../../domain/payments/instruction/answer-schema';
import { English, Facts, Field, Form, Hidden, Moment, Money, ResentForm, Select } from '../parts';
import { OtherAccountNotice } from './another-account';
import { FORM_LANGUAGE, FormLanguage } from '../forms/form-language';
import { FaultList } from '../forms/schema/fault-list';
import { CodeLists } from '../forms/schema/code-lists';
import { ShapeFields } from '../forms/schema/fields';
import type { Faults } from '../forms/read-form';
import type { Shape } from '../forms/schema/shape';
import { labelOfPath } from '../forms/schema/words';
import { useWords } from '../words/use-words';

/** A payee as the form names it, saved or typed. */
export interface Payee {
  id: string;
  name: string;
  label: string | null;
  livesIn: string;
  /** Country of the account, and its number, masked. */
  country: string;
  accountNumber: string;
  swiftBic: string | undefined;
}

/** @returns a payee as people know it */
const nameOf = ({ name, label, accountNumber }: Payee): string => `${label ?? name}, ${accountNumber}`;

/** Whom, in which currency, and the country of the account, as they were typed. */
export interface Choice {
  beneficiary: string;
  currency: string;
  country: string;
}

export interface PayFormPage {
  choice: Choice;
  payees: readonly Payee[];
  /** What the corridor asks for; null until the choice says which one it is. */
  shape: Shape | null;
  form: URLSearchParams;
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

/** Fields for payee, currency and country, which determine the other fields. */
function PayeeFields({ choice, payees, faults }: PayFormPage): VNode {
  const { pay: words, common, tariffs, fields } = useWords();
  const options = [['', words.newPayee], ...payees.map((payee) => [payee.id, nameOf(payee)] as const)] as const;
  return (
    <div class="row">
      <Select
        name="to.beneficiary"
        id="beneficiary"
        label={words.payee}
        hint={payees.length === 0 ? words.noSavedPayees : undefined}
        value={choice.beneficiary}
        options={options}
        fault={faults['beneficiary']}
      />
      <Field
        name="to.currency"
        id="currency"
        label={common.currency}
        hint={tariffs.consignment.currencyHint}
        maxlength={3}
        list="currencies"
        value={choice.currency}
        fault={faults['currency']}
      />
      <Field
        name="to.country"
        id="country"
        label={fields['bankAccount.country']}
        hint={words.countryHint}
        maxlength={2}
        list="countries"
        required={false}
        value={choice.country}
        fault={faults['country']}
      />
      <Hidden name="to.shown" value={choice.country} />
    </div>
  );
}

/** The whole form of a payment; a preview follows before it is paid. */
export function PayForm(page: PayFormPage): VNode {
  const { shape, form, faults, formToken, at } = page;
  const { pay: words } = useWords();
  const here = at('/payments/new');
  // What was answered with a fault may have been made: sent once more as it is, it is the same payment.
  const id = form.get('form_id') ?? undefined;
  return (
    <>
      <FaultList faults={faults} />
      <Form className="panel" action={`${here}/review`} formToken={formToken} isCheckedByServer id={id}>
        <FormLanguage sent={form.get(FORM_LANGUAGE)} />
        <PayeeFields {...page} />
        <p>
          <button class={shape === null ? undefined : 'quiet'} formaction={`${here}/fields`}>
            {words.fieldsOfIt}
          </button>
        </p>
        {shape === null &&
          [...form].flatMap(([name, text]) =>
            /^(to\.|form_)/.test(name) ? [] : [<Hidden {...{ name }} value={text} />],
          )}
        {shape !== null && (
          <>
            <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={`${here}/fields`} />
            <p class="actions">
              <button>{words.review}</button>
            </p>
          </>
        )}
      </Form>
      <CodeLists />
    </>
  );
}

export interface PayReviewPage {
  preview: Preview;
  payee: Payee;
  form: URLSearchParams;
  formToken: string;
  at: (path: string) => string;
}

/** Preview of a payment, with the button that pays it. */
export function PayReview({ preview, payee, form, formToken, at }: PayReviewPage): VNode {
  const { pay: words, format } = useWords();
  const here = at('/payments/new');
  return (
    <>
      <PayPreview preview={preview} payee={payee} />
      <ResentForm action={here} fields={[...form]} formToken={formToken}>
        <p class="actions">
          <button>{words.send({ amount: format.moneyText(preview.amount, preview.currency) })}</button>{' '}
          <button class="quiet" formaction={`${here}/fields`}>
            {words.changeIt}
          </button>
        </p>
      </ResentForm>
    </>
  );
}

type Preview = output<typeof PaymentPreview>;

function PayPreview({ preview, payee }: Pick<PayReviewPage, 'preview' | 'payee'>): VNode {
  const words = useWords();
  const { pay, common, fields, payment, format } = words;
  const { amount, currency, settlementDetails: details, fees, route, heldUntil, screening, requirements } = preview;
  return (
    <>
      <Facts
        rows={[
          [pay.payee, nameOf(payee)],
          [fields.country, payee.livesIn],
          [fields['bankAccount.country'], payee.country],
          [fields.swiftBic, payee.swiftBic ?? null],
          [common.columns.amount, <Money {...{ amount, currency }} />],
          [payment.route.fee, <Money amount={fees.estimated} currency={fees.currency} />],
          [common.expected, format.date(details.expectedSettlementDate)],
          [pay.route, `${route.partnerName}, ${route.channel}`],
          [pay.screening, pay.screened[screening.class]],
          ...(heldUntil === null
            ? []
            : ([[pay.heldUntil, <Moment at={new Date(heldUntil)} />]] satisfies [string, VNode][])),
        ]}
      />
      {preview.otherAccount !== null && <OtherAccountNotice of={preview.otherAccount} />}
      <p class="hint">
        <English>{details.dateExplanation}</English>
      </p>
      {requirements.unmet.length > 0 && (
        <>
          <p>{pay.alsoAsked}</p>
          <ul>
            {requirements.unmet.map(({ rule, field, message }) => (
              <li key={`${rule}${field}`}>
                {labelOfPath(words, field)} <English>{message}</English>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
