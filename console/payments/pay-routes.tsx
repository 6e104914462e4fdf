import { z } from 'zod';
import { getBeneficiary, listBeneficiaries } from '../../api/beneficiaries/read';
import { listInstructions } from '../../db/payments/instruction/list-instructions';
import { readPaymentRows } from '../../db/payments/instruction/payment-rows';
import { DomainError } from '../../domain/errors';
import { retrievedView } from '../../api/payments/instruction/instruction-view';
import { createInstruction } from '../../api/payments/instruction/create-instruction';
import { previewPayment } from '../../api/payments/routing/preview-payment';
import { BeneficiaryPage, BeneficiaryRecord } from '../../domain/beneficiaries/beneficiary-schema';
import { CreatedInstruction, PaymentPreview } from '../../domain/payments/instruction/answer-schema';
import { BankingCountry, Currency } from '../../domain/schema-tools';
import { memberOf, membersOf } from '../../domain/unknown-value';
import { checkForm, type Faults } from '../forms/read-form';
import { faultsWithEmptyFields } from '../forms/schema/empty-fields';
import { readShape } from '../forms/schema/read-shape';
import type { Shape } from '../forms/schema/shape';
import { writeShape } from '../forms/schema/write-shape';
import { runOperation, submitOperation } from '../operation';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { PayForm, PayReview, type Choice, type Payee } from './pay-page';
import { payShapeOf } from './pay-shape';
import { paymentOf } from './payment-act-routes';

/** Saved payees that can be chosen; the page of any other one leads to the form, too. */
const MAX_PAYEES = '100';

const PAYEE_COUNTRY = 'beneficiary.country';

const code = z.string().trim().toUpperCase();
const ToSaved = z.object({ currency: code.pipe(Currency) });
const ToNew = z.object({ currency: code.pipe(Currency), country: code.pipe(BankingCountry) });

const payeeOf = ({ id, name, label, country: livesIn, bankAccount }: z.output<typeof BeneficiaryRecord>): Payee => ({
  ...{ id, name, label, livesIn, country: bankAccount.country, accountNumber: bankAccount.accountNumber },
  swiftBic: bankAccount.swiftBic,
});

/** @throws DomainError NOT_FOUND */
async function findPayee(visit: SideVisit, id: string): Promise<Payee | null> {
  if (id === '') return null;
  const { data } = await runOperation(visit, getBeneficiary, { params: { id } });
  return payeeOf(BeneficiaryRecord.parse(data));
}

/** A payee and a currency that were chosen. */
interface Chosen {
  payee: Payee | null;
  currency: string;
  country: string;
}

async function chosenBy(visit: SideVisit, { beneficiary, currency, country }: Choice): Promise<Chosen | Faults> {
  const payee = await findPayee(visit, beneficiary);
  const checked = payee === null ? checkForm(ToNew, { currency, country }) : checkForm(ToSaved, { currency });
  if (!checked.ok) return checked.faults;
  return { payee, country, ...(payee === null ? {} : { country: payee.country }), ...checked.value };
}

const isChosen = (made: Chosen | Faults): made is Chosen => 'payee' in made;

const shapeOfChosen = ({ payee, currency, country }: Chosen, form: URLSearchParams) =>
  payShapeOf({ currency, country, isSaved: payee !== null, purpose: form.get('purpose.code') || undefined });

/** What the form has beside the choice, by the shape of its corridor. */
type Filling = (shape: Shape) => URLSearchParams;

/** What the page shows of a choice that was made, or is only proposed: that one has no faults. */
interface Shown {
  choice: Choice;
  fill: Filling;
  faults?: Faults;
  isProposed?: boolean;
  status?: number;
}

async function payFormPage(visit: SideVisit, shown: Shown): Promise<Answer> {
  const { at, formToken, words } = visit;
  const { choice, fill, faults = {}, isProposed = false, status = 200 } = shown;
  const { data } = await runOperation(visit, listBeneficiaries, { query: { limit: MAX_PAYEES } });
  const payees = BeneficiaryPage.parse(data).items.map(payeeOf);
  const chosen = await chosenBy(visit, choice);
  const parts = { payees, formToken, at };
  const title = words.payments.pay;
  if (!isChosen(chosen)) {
    const form = fill({ kind: 'group', members: [] });
    const body = <PayForm {...{ ...parts, choice, form }} shape={null} faults={isProposed ? {} : chosen} />;
    return { kind: 'page', title, body, status: isProposed ? status : 400 };
  }
  const { payee, currency, country } = chosen;
  if (payee !== null && !payees.some(({ id }) => id === payee.id)) payees.unshift(payee);
  const form = fill(shapeOfChosen(chosen, new URLSearchParams()));
  const body = (
    <PayForm
      {...{ ...parts, form, faults }}
      choice={{ beneficiary: choice.beneficiary, currency, country }}
      shape={shapeOfChosen(chosen, form)}
    />
  );
  return { kind: 'page', title, body, status };
}

/** The currency and the country of the newest payment: most are like the one before. */
async function likeTheNewest({ parts: { database, vault }, tenant }: SideVisit): Promise<Choice> {
  const [newest] = await listInstructions(database, { tenant, limit: 1 });
  const found = newest && (await readPaymentRows(database, vault, [newest.id])).get(newest.id);
  return { beneficiary: '', currency: newest?.currency ?? '', country: found?.payee?.country ?? '' };
}

/** Of a payment that is made again its number of the account, which is masked, its date and its reference are left out. */
const NOT_AGAIN = ['beneficiary.bankAccount.accountNumber', 'valueDate', 'clientReference'];

/** The form, filled with the values of another payment. */
async function showPayAgain(visit: SideVisit, instructionId: string): Promise<Answer> {
  const payment = retrievedView(await paymentOf({ ...visit, params: { instructionId } }), visit.parts.vault);
  const { currency, beneficiary, beneficiaryId } = payment;
  const saved = beneficiaryId === null ? null : await findPayee(visit, beneficiaryId).catch(orNull);
  const country = beneficiary?.bankAccount.country ?? '';
  return payFormPage(visit, {
    choice: { beneficiary: saved?.id ?? '', currency, country },
    fill: (shape) => {
      const filled = writeShape(shape, payment, { language: visit.words.language });
      for (const name of NOT_AGAIN) filled.delete(name);
      return filled;
    },
    isProposed: true,
  });
}

/** A payee that was deleted is typed anew. */
function orNull(fault: unknown): null {
  if (fault instanceof DomainError && fault.code === 'NOT_FOUND') return null;
  throw fault;
}

async function showPayForm(visit: SideVisit): Promise<Answer> {
  const query = new URLSearchParams(visit.context.querystring);
  const like = query.get('like');
  if (like !== null) return showPayAgain(visit, like);
  const proposed = await likeTheNewest(visit);
  const choice = {
    beneficiary: query.get('beneficiary') ?? '',
    currency: query.get('currency') ?? proposed.currency,
    country: query.get('country') ?? proposed.country,
  };
  const fill = () => new URLSearchParams({ [PAYEE_COUNTRY]: choice.country.toUpperCase() });
  return payFormPage(visit, { choice, fill, isProposed: !query.has('currency') && !query.has('country') });
}

/** The submitted form; the country of the payee follows that of the account unless the person changed it. */
function sentForm({ form }: SideVisit): URLSearchParams {
  const [shown, country = ''] = ['to.shown', 'to.country'].map((name) => form.get(name)?.trim().toUpperCase());
  if (shown === undefined || (form.get(PAYEE_COUNTRY) ?? shown) !== shown) return form;
  const sent = new URLSearchParams(form);
  sent.set(PAYEE_COUNTRY, country);
  return sent;
}

/** @returns the payee that was typed */
function typedPayee(form: URLSearchParams, country: string): Payee {
  const typed = (name: string): string => form.get(`beneficiary.${name}`) ?? '';
  const [accountNumber, swiftBic] = [typed('bankAccount.accountNumber'), typed('bankAccount.swiftBic') || undefined];
  return { id: '', label: null, name: typed('name'), livesIn: typed('country'), country, accountNumber, swiftBic };
}

function sentChoice({ form }: SideVisit): Choice {
  const [beneficiary = '', currency = '', country = ''] = ['beneficiary', 'currency', 'country'].map(
    (name) => form.get(`to.${name}`) ?? '',
  );
  return { beneficiary, currency, country };
}

const sentPage = (visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> =>
  payFormPage(visit, { choice: sentChoice(visit), fill: () => sentForm(visit), faults, status });

/** Body of the operation that creates the payment. */
function creationBody(visit: SideVisit, chosen: Chosen): object {
  const form = sentForm(visit);
  const { payee, currency, country } = chosen;
  const read = membersOf(readShape(shapeOfChosen(chosen, form), form));
  const whole = { ...read, currency, settlementRoute: {} };
  if (payee !== null) return { ...whole, beneficiaryId: payee.id };
  const beneficiary = membersOf(memberOf(read, 'beneficiary'));
  const bankAccount = { ...membersOf(memberOf(beneficiary, 'bankAccount')), country };
  return { ...whole, beneficiary: { ...beneficiary, bankAccount } };
}

async function payFromForm(visit: SideVisit): Promise<Answer> {
  const chosen = await chosenBy(visit, sentChoice(visit));
  if (!isChosen(chosen)) return sentPage(visit);
  return submitOperation(visit, createInstruction, {
    body: creationBody(visit, chosen),
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: 'payment-created' },
      location: visit.at(`/payments/${CreatedInstruction.parse(data).instructionId}`),
    }),
    refused: (faults, status) => sentPage(visit, faultsWithEmptyFields(faults, visit.form), status),
  });
}

async function previewFromForm(visit: SideVisit): Promise<Answer> {
  const { at, formToken, words } = visit;
  const form = sentForm(visit);
  const chosen = await chosenBy(visit, sentChoice(visit));
  if (!isChosen(chosen)) return sentPage(visit);
  const payee = chosen.payee ?? typedPayee(form, chosen.country);
  return submitOperation(visit, previewPayment, {
    body: creationBody(visit, chosen),
    done: ({ data }) => {
      const preview = PaymentPreview.parse(data);
      return {
        kind: 'page',
        title: words.pay.review,
        body: <PayReview {...{ preview, payee, form, formToken, at }} />,
      };
    },
    refused: (faults, status) => sentPage(visit, faultsWithEmptyFields(faults, form), status),
  });
}

const HERE = '/payments/new';

/** Source: docs/GAPS.md#P2 */
export const PAY_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: HERE, access: 'developer', handle: showPayForm },
  { method: 'post', path: HERE, access: 'developer', countsOnce: true, handle: payFromForm },
  { method: 'post', path: `${HERE}/fields`, access: 'developer', handle: (visit) => sentPage(visit) },
  { method: 'post', path: `${HERE}/review`, access: 'developer', handle: previewFromForm },
];
