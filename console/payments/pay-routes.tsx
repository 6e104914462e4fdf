import { z } from 'zod';
import { getBeneficiary, listBeneficiaries } from '../../api/beneficiaries/read';
import { createInstruction } from '../../api/payments/instruction/create-instruction';
import { previewPayment } from '../../api/payments/routing/preview-payment';
import { BeneficiaryPage, BeneficiaryRecord } from '../../domain/beneficiaries/beneficiary-schema';
import { CreatedInstruction, PaymentPreview } from '../../domain/payments/instruction/answer-schema';
import { BankingCountry, Currency } from '../../domain/schema-tools';
import { memberOf, membersOf } from '../../domain/unknown-value';
import { checkForm, faultsOf, type Faults } from '../forms/read-form';
import { withEmptyFields } from '../forms/schema/empty-fields';
import { UnfitForm } from '../forms/schema/fault-list';
import { readShape } from '../forms/schema/read-shape';
import { runOperation, submit } from '../operation';
import { pageBefore } from '../return-path';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { ChoosePayee, NoPayPreview, PayForm, PayPreview, type Payee } from './pay-page';
import { payShapeOf } from './pay-shape';

/** Saved payees that can be chosen; the page of any other one leads to the form, too. */
const MAX_PAYEES = '100';

const code = z.string().trim().toUpperCase();
const ToSaved = z.object({ currency: code.pipe(Currency) });
const ToNew = z.object({ currency: code.pipe(Currency), country: code.pipe(BankingCountry) });

const payeeOf = ({ id, name, label, bankAccount }: z.output<typeof BeneficiaryRecord>): Payee => ({
  ...{ id, name, label, country: bankAccount.country, accountNumber: bankAccount.accountNumber },
});

/** @throws DomainError NOT_FOUND */
async function findPayee(visit: SideVisit, id: string): Promise<Payee | null> {
  if (id === '') return null;
  const { data } = await runOperation(visit, getBeneficiary, { params: { id } });
  return payeeOf(BeneficiaryRecord.parse(data));
}

interface Choice {
  beneficiary: string;
  currency: string;
  country: string;
}

async function choosePage(visit: SideVisit, entered: Choice, faults: Faults, status = 200): Promise<Answer> {
  const { data } = await runOperation(visit, listBeneficiaries, { query: { limit: MAX_PAYEES } });
  const payees = BeneficiaryPage.parse(data).items.map(payeeOf);
  const chosen = await findPayee(visit, entered.beneficiary);
  if (chosen !== null && !payees.some(({ id }) => id === chosen.id)) payees.unshift(chosen);
  const body = <ChoosePayee {...{ payees, entered, faults }} at={visit.at} />;
  return { kind: 'page', title: visit.words.payments.pay, body, status };
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

const shapeOfChosen = ({ payee, currency, country }: Chosen) =>
  payShapeOf({ currency, country, isSaved: payee !== null });

function formPage(visit: SideVisit, chosen: Chosen, faults: Faults = {}, status = 200): Answer {
  const { at, formToken, form, words } = visit;
  const { country } = chosen;
  const entered = form.has('form_id') ? form : new URLSearchParams({ 'beneficiary.country': country });
  const body = <PayForm {...{ ...chosen, faults, formToken, at }} form={entered} shape={shapeOfChosen(chosen)} />;
  return { kind: 'page', title: words.payments.pay, body, status };
}

async function begin(visit: SideVisit): Promise<Answer> {
  const query = new URLSearchParams(visit.context.querystring);
  const [beneficiary, currency, country] = ['beneficiary', 'currency', 'country'].map((name) => query.get(name) ?? '');
  const entered = { beneficiary: beneficiary ?? '', currency: currency ?? '', country: country ?? '' };
  if (entered.currency === '') return choosePage(visit, entered, {});
  const chosen = await chosenBy(visit, entered);
  return isChosen(chosen) ? formPage(visit, chosen) : choosePage(visit, entered, chosen, 400);
}

function sentChoice({ form }: SideVisit): Choice {
  const [beneficiary = '', currency = '', country = ''] = ['beneficiary', 'currency', 'country'].map(
    (name) => form.get(`to.${name}`) ?? '',
  );
  return { beneficiary, currency, country };
}

/** @returns the body of a creation, as the form says it */
function bodyOf({ form }: SideVisit, chosen: Chosen): object {
  const { payee, currency, country } = chosen;
  const read = membersOf(readShape(shapeOfChosen(chosen), form));
  const whole = { ...read, currency, settlementRoute: {} };
  if (payee !== null) return { ...whole, beneficiaryId: payee.id };
  const beneficiary = membersOf(memberOf(read, 'beneficiary'));
  const bankAccount = { ...membersOf(memberOf(beneficiary, 'bankAccount')), country };
  return { ...whole, beneficiary: { ...beneficiary, bankAccount } };
}

async function pay(visit: SideVisit): Promise<Answer> {
  const entered = sentChoice(visit);
  const chosen = await chosenBy(visit, entered);
  if (!isChosen(chosen)) return choosePage(visit, entered, chosen, 400);
  return submit(visit, createInstruction, {
    body: bodyOf(visit, chosen),
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: 'payment-created' },
      location: visit.at(`/payments/${CreatedInstruction.parse(data).instructionId}`),
    }),
    refused: (faults, status) => formPage(visit, chosen, withEmptyFields(faults, visit.form), status),
  });
}

async function preview(visit: SideVisit): Promise<Answer> {
  const { context, parts, at, words } = visit;
  const chosen = await chosenBy(visit, sentChoice(visit));
  const page = pageBefore(context, parts.publicUrl) ?? at('/payments/new');
  const unfit = (faults: Faults): Answer => ({
    ...{ kind: 'framed', title: words.forms.notYet, body: <UnfitForm {...{ faults, page }} />, status: 400 },
  });
  if (!isChosen(chosen)) return unfit(chosen);
  try {
    const { data } = await runOperation(visit, previewPayment, { body: bodyOf(visit, chosen) });
    return { kind: 'framed', title: words.common.preview, body: <PayPreview preview={PaymentPreview.parse(data)} /> };
  } catch (fault) {
    return unfit(withEmptyFields(faultsOf(fault), visit.form));
  }
}

/** Source: docs/GAPS.md#P2 */
export const PAY_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/payments/new', access: 'developer', handle: begin },
  { method: 'post', path: '/payments/new', access: 'developer', countsOnce: true, handle: pay },
  {
    method: 'get',
    path: '/payments/new/preview',
    access: 'developer',
    isFramed: true,
    handle: ({ words }) => Promise.resolve({ kind: 'framed', title: words.common.preview, body: <NoPayPreview /> }),
  },
  { method: 'post', path: '/payments/new/preview', access: 'developer', isFramed: true, handle: preview },
];
