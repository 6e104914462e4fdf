import { z } from 'zod';
import { parseWhole } from '../../api/field-faults';
import { approvePayment } from '../../api/payments/review/approve-payment';
import { clearApprovalRules, listApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import { ApprovalRuleInput } from '../../domain/payments/review/approval-schema';
import { Currency } from '../../domain/schema-tools';
import { FORM_LANGUAGE, typedNumber } from '../forms/form-language';
import { checkForm, faultsOf, numberIn, textOf, type Faults } from '../forms/read-form';
import { DECISIONS } from '../navigation';
import { submitOperation } from '../operation';
import type { SideRoute, SideVisit } from '../sides';
import { actorOf, userOf } from '../user-of';
import type { Answer } from '../visit';
import { Approvals } from './approvals-page';
import { showPayment } from './payment-routes';

/** A rule as the page wrote it into the form of its button. */
const ClearForm = z.object({ amount: z.number(), currency: Currency });

async function approvalsPage(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const { parts, tenant, form, formToken, at } = visit;
  const rules = await listApprovalRules(parts.database, tenant);
  const entered = {
    amount: form.get('amount') ?? '',
    currency: form.get('currency') ?? '',
    approvals: form.get('approvals') ?? '2',
    language: form.get(FORM_LANGUAGE),
  };
  const mayManage = userOf(visit).role === 'owner';
  const body = <Approvals {...{ rules, mayManage, entered, faults, formToken, at }} />;
  return { kind: 'page', title: visit.words.approvals.rulesName, body, status };
}

/** The rule as typed; fields left empty are absent. */
function typedRule({ form }: SideVisit): object {
  const [amount, currency, approvals] = ['amount', 'currency', 'approvals'].map((name) => form.get(name)?.trim() ?? '');
  return {
    ...(amount ? { amount: typedNumber(amount, form.get(FORM_LANGUAGE)) } : {}),
    ...(currency ? { currency: currency.toUpperCase() } : {}),
    ...(approvals ? { approvals: numberIn(approvals) } : {}),
  };
}

async function saveRule(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, at } = visit;
  try {
    const rule = parseWhole(ApprovalRuleInput, typedRule(visit));
    await setApprovalRule(parts.database, { tenant, rule, actor: actorOf(visit) });
  } catch (fault) {
    return approvalsPage(visit, faultsOf(fault), 400);
  }
  return { kind: 'done', notice: { name: 'rule-set' }, location: at('/approvals') };
}

async function clearRule(visit: SideVisit): Promise<Answer> {
  const { parts, tenant, form, at } = visit;
  const checked = checkForm(ClearForm, {
    amount: numberIn(form.get('amount') ?? ''),
    currency: form.get('currency') ?? '',
  });
  if (!checked.ok) return approvalsPage(visit, checked.faults, 400);
  await clearApprovalRules(parts.database, { tenant, ...checked.value, actor: actorOf(visit) });
  return { kind: 'done', notice: { name: 'rule-removed' }, location: at('/approvals') };
}

function decidePayment(visit: SideVisit): Promise<Answer> {
  const { form, at } = visit;
  const decision = form.get('decision') ?? '';
  const comment = textOf(form, 'comment');
  return submitOperation(visit, approvePayment, {
    body: { hash: form.get('hash') ?? '', decision, ...(comment === '' ? {} : { comment }) },
    done: () => ({
      kind: 'done',
      notice: { name: decision === 'reject' ? 'payment-rejected' : 'payment-approved' },
      location: at(DECISIONS),
    }),
    refused: (faults, status) => showPayment(visit, faults, status),
  });
}

/** Source: docs/GAPS.md#P17 */
export const APPROVAL_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/approvals', access: 'account', handle: (visit) => approvalsPage(visit) },
  { method: 'post', path: '/approvals', access: 'owner', handle: saveRule },
  { method: 'post', path: '/approvals/clear', access: 'owner', handle: clearRule },
  {
    method: 'post',
    path: '/payments/:instructionId/approvals',
    access: 'account',
    countsOnce: true,
    handle: decidePayment,
  },
];
