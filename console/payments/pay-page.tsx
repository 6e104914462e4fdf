import type { VNode } from 'preact';
import type { output } from 'zod';
import type { PaymentPreview } from '../../domain/payments/instruction/answer-schema';
import { ActionBar, English, Facts, Field, Form, Hidden, Moment, Money, Select } from '../parts';
import { FORM_LANGUAGE, FormLanguage } from '../forms/form-language';
import { FaultList } from '../forms/schema/fault-list';
import { CodeLists } from '../forms/schema/code-lists';
import { ShapeFields } from '../forms/schema/fields';
import type { Faults } from '../forms/read-form';
import type { Shape } from '../forms/schema/shape';
import { labelOfPath } from '../forms/schema/words';
import { useWords } from '../words/use-words';

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
  const { pay: words, common, tariffs, fields } = useWords();
  const options = [['', words.newPayee], ...payees.map((payee) => [payee.id, nameOf(payee)] as const)] as const;
  return (
    <form class="panel" method="get" action={at('/payments/new')}>
      <Select
        name="beneficiary"
        label={words.payee}
        hint={payees.length === 0 ? words.noSavedPayees : undefined}
        value={entered.beneficiary}
        options={options}
        fault={faults['beneficiary']}
      />
      <Field
        name="currency"
        label={common.currency}
        hint={tariffs.consignment.currencyHint}
        maxlength={3}
        list="currencies"
        value={entered.currency}
        fault={faults['currency']}
      />
      <Field
        name="country"
        label={fields['bankAccount.country']}
        hint={words.countryHint}
        maxlength={2}
        list="countries"
        required={false}
        value={entered.country}
        fault={faults['country']}
      />
      <p class="actions">
        <button>{words.proceed}</button>
      </p>
      <CodeLists />
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
  const { pay: words, common, format } = useWords();
  const here = at('/payments/new');
  const preview = { action: `${here}/preview`, frame: FRAME };
  const again = new URLSearchParams({ beneficiary: payee?.id ?? '', currency: '', country });
  return (
    <>
      <FaultList faults={faults} />
      <p>
        {words.goesTo(payee === null ? words.accountIn(format.country(country)) : nameOf(payee), currency, (text) => (
          <a href={`${here}?${again.toString()}`}>{text}</a>
        ))}
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
          <FormLanguage sent={form.get(FORM_LANGUAGE)} />
          <Hidden name="to.currency" value={currency} />
          <Hidden name="to.country" value={country} />
          <Hidden name="to.beneficiary" value={payee?.id ?? ''} />
          <ShapeFields {...{ shape, form, faults }} path="" label="" isRequired rowsAction={here} />
          <ActionBar preview={preview}>
            <button>{words.send}</button>
          </ActionBar>
        </Form>
        <CodeLists />
        <section class="preview brief" aria-labelledby="preview-title">
          <h2 id="preview-title">{common.preview}</h2>
          <iframe name={FRAME} src={preview.action} title={words.preview} />
        </section>
      </div>
    </>
  );
}

/** Text in the frame until there is something to show. */
export function NoPayPreview(): VNode {
  return <p class="hint">{useWords().pay.noPreview}</p>;
}

type Preview = output<typeof PaymentPreview>;

/** What a payment would be told now. */
export function PayPreview({ preview }: { preview: Preview }): VNode {
  const words = useWords();
  const { pay, common, payment, format } = words;
  const { amount, currency, settlementDetails: details, fees, route, heldUntil, screening, requirements } = preview;
  return (
    <>
      <Facts
        rows={[
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
