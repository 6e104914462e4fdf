import { retrievedView } from '../../api/payments/instruction/instruction-view';
import { resubmitInstruction } from '../../api/payments/instruction/resubmit-instruction';
import { Corrections } from '../../domain/payments/instruction/resubmission-schema';
import { CreatedInstruction } from '../../domain/payments/instruction/answer-schema';
import { memberOf, membersOf } from '../../domain/unknown-value';
import { FORM_LANGUAGE } from '../forms/form-language';
import { NOT_FILLED_IN, type Faults } from '../forms/read-form';
import { faultsWithEmptyFields } from '../forms/schema/empty-fields';
import { readShape } from '../forms/schema/read-shape';
import type { Shape } from '../forms/schema/shape';
import { ShapeForm } from '../forms/schema/shape-form';
import { writeShape } from '../forms/schema/write-shape';
import { submitOperation } from '../operation';
import { Notice } from '../parts';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { wordFor, WORDS, type Words } from '../words/use-words';
import { payShapeOf } from './pay-shape';
import { paymentTitle } from './payment-head';
import { paymentOf } from './payment-act-routes';

type View = ReturnType<typeof retrievedView>;

/** Shown masked, so it is typed anew, or left empty and stays. Source: docs/GAPS.md#P8 */
const ACCOUNT_NUMBER = 'beneficiary.bankAccount.accountNumber';

/** A payment, the fields that its corridor asks for, and what they say of it. */
interface Correctable {
  payment: View;
  shape: Shape;
  filled: URLSearchParams;
}

/** A field that the form does not have stays as it was: none is required. */
function withNoneRequired(shape: Shape): Shape {
  if (shape.kind !== 'group') return shape;
  const members = shape.members.map((one) => ({ ...one, isRequired: false, shape: withNoneRequired(one.shape) }));
  return { ...shape, members };
}

async function correctable(visit: SideVisit): Promise<Correctable> {
  const { form, parts, words } = visit;
  const payment = retrievedView(await paymentOf(visit), parts.vault);
  const { currency, beneficiary } = payment;
  const country = beneficiary?.bankAccount.country ?? '';
  const shape = withNoneRequired(payShapeOf({ currency, country, isSaved: false, purpose: payment.purpose?.code }));
  const sent = form.get(FORM_LANGUAGE) ?? '';
  const { language } = Object.values(WORDS).find((one) => one.language === sent) ?? words;
  const filled = writeShape(shape, payment, { language });
  filled.delete(ACCOUNT_NUMBER);
  return { payment, shape, filled };
}

/** The fields that are likely to be wrong, with what the partner said of them. */
function suspected({ failure, return: cameBack }: View, { payment: { outcome } }: Words): Faults {
  const reason = failure ?? cameBack;
  const text = wordFor(outcome.reasons, reason?.code ?? null) ?? reason?.text ?? '';
  return Object.fromEntries((reason?.correct ?? []).map((path) => [path, text]));
}

function correctionPage(
  visit: SideVisit,
  { payment, shape, filled }: Correctable,
  faults: Faults,
  status = 200,
): Answer {
  const { at, form, formToken, words } = visit;
  const { correctAdvice, correctAndPay: save, leaveIt: leave, correctWithoutConditions } = words.payments;
  const account = payment.beneficiary?.bankAccount.accountNumber ?? words.common.erased;
  const back = at(`/payments/${payment.instructionId}`);
  const body = (
    <ShapeForm
      {...{ shape, faults, formToken, back }}
      form={form.has('form_id') ? form : filled}
      action={`${back}/correct`}
      words={{ advice: correctAdvice({ payment: paymentTitle(payment, words), account }), save, leave }}
      warning={
        payment.conditionsExpireAt !== null && (
          <Notice tone="wait">
            <p>{correctWithoutConditions}</p>
          </Notice>
        )
      }
    />
  );
  return { kind: 'page', title: save, body, status };
}

/** Groups that a correction replaces as a whole. */
const GROUPS = /^(remittance|debtor|beneficiary\.address|beneficiary\.bankAccount\.clearing)\./;

/** @returns the corrections with one that leaves out the member at a path */
const leavingOut = (body: object, [name = '', ...rest]: readonly string[]): object => ({
  ...body,
  [name]: rest.length === 0 ? null : leavingOut(membersOf(memberOf(body, name)), rest),
});

/** Whether a correction may leave out a member. Whether its corridor does without it the operation says. */
function isOptional(path: readonly string[]): boolean {
  return memberOf(Corrections.safeParse(leavingOut({}, path)).data, ...path) === null;
}

/**
 * @returns the fields whose values differ from the payment's, each with the others of its group; an emptied field is left out,
 *   and is a fault where every payment has it
 */
function changesIn(form: URLSearchParams, { shape, filled }: Correctable): { body: object; missing: Faults } {
  const unitOf = (name: string): string => GROUPS.exec(name)?.[1] ?? name;
  const isOther = ([name, text]: [string, string]): boolean => (filled.get(name) ?? '') !== text;
  const changed = new Set([...form].filter(isOther).map(([name]) => unitOf(name)));
  const sent = [...form].filter(([name]) => name === FORM_LANGUAGE || changed.has(unitOf(name)));
  const entered = new Set(sent.filter(([, text]) => text.trim() !== '').map(([name]) => unitOf(name)));
  const emptied = [...filled.keys()].filter((name) => changed.has(unitOf(name)) && !entered.has(unitOf(name)));
  const missing = emptied.filter((name) => !isOptional(unitOf(name).split('.')));
  const body = emptied
    .filter((name) => !missing.includes(name))
    .reduce(
      (members, name) => leavingOut(members, unitOf(name).split('.')),
      membersOf(readShape(shape, new URLSearchParams(sent))),
    );
  return { body, missing: Object.fromEntries(missing.map((name) => [name, NOT_FILLED_IN])) };
}

async function correct(visit: SideVisit): Promise<Answer> {
  const found = await correctable(visit);
  const { body, missing } = changesIn(visit.form, found);
  if (Object.keys(missing).length > 0) return correctionPage(visit, found, missing, 400);
  return submitOperation(visit, resubmitInstruction, {
    body,
    done: ({ data }) => ({
      kind: 'done',
      notice: { name: 'payment-created' },
      location: visit.at(`/payments/${CreatedInstruction.parse(data).instructionId}`),
    }),
    refused: (faults, status) => correctionPage(visit, found, faultsWithEmptyFields(faults, visit.form), status),
  });
}

async function begin(visit: SideVisit): Promise<Answer> {
  const found = await correctable(visit);
  return correctionPage(visit, found, suspected(found.payment, visit.words));
}

const HERE = '/payments/:instructionId/correct';

/** A payment that has ended without success is corrected and paid again. Source: docs/GAPS.md#resubmission */
export const CORRECTION_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: HERE, access: 'developer', handle: begin },
  { method: 'post', path: HERE, access: 'developer', countsOnce: true, handle: correct },
];
