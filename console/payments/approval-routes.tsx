import { z } from 'zod';
import { parseWhole } from '../../api/field-faults';
import { approvePayment } from '../../api/payments/review/approve-payment';
import { clearApprovalRules, listApprovalRules, setApprovalRule } from '../../db/auth/approval-rules';
import { listBatchesInApproval } from '../../db/payments/batches/read-approval';
import type { InstructionSummary } from '../../db/payments/instruction/list-instructions';
import { readWithPayments, type PaymentRow } from '../../db/payments/instruction/payment-rows';
import { listPaymentsToApprove, type ApprovalListPage } from '../../db/payments/review/approval-list';
import { ApprovalRuleInput } from '../../domain/payments/review/approval-schema';
import { Currency, idOfCursor, pageOf } from '../../domain/schema-tools';
import { FORM_LANGUAGE, typedNumber } from '../forms/form-language';
import { checkForm, faultsOf, numberIn, textOf, type Faults } from '../forms/read-form';
import { fileRoute, type ListFile } from '../list';
import { submit } from '../operation';
import type { SideRoute, SideVisit } from '../sides';
import { actorOf, userOf } from '../user-of';
import type { Answer } from '../visit';
import { Approvals } from './approvals-page';
import { showPayment } from './payment-routes';

const PAGE = 25;
/** A rule as the page wrote it into the form of its button. */
const ClearForm = z.object({ amount: z.number(), currency: Currency });

type ToApprove = InstructionSummary & { payment: PaymentRow | null };

async function readToApprove(
  { parts: { database, vault }, tenant }: SideVisit,
  page: ApprovalListPage,
): Promise<ToApprove[]> {
  const rows = await listPaymentsToApprove(database, tenant, page);
  return readWithPayments(database, vault, { rows, idOf: ({ id }) => id });
}

async function approvalsPage(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const { parts, tenant, form, formToken, at, context } = visit;
  const { database } = parts;
  const { id: userId, role } = userOf(visit);
  const query = context.querystring;
  const asked = new URLSearchParams(query);
  const after = idOfCursor(asked.get('cursor'), 'instruction');
  const open = await listBatchesInApproval(database, tenant, userId);
  // Payments of batches that are approved as one thing are rows of those.
  const batchIds = open.map(({ id }) => id);
  const [rows, rules] = await Promise.all([
    readToApprove(visit, { userId, batchIds, after, limit: PAGE + 1 }),
    listApprovalRules(database, tenant),
  ]);
  const batches = after === undefined ? open.filter(({ isForMember }) => isForMember) : [];
  const entered = {
    amount: form.get('amount') ?? '',
    currency: form.get('currency') ?? '',
    approvals: form.get('approvals') ?? '2',
    language: form.get(FORM_LANGUAGE),
  };
  const page = pageOf(rows, PAGE);
  const mayManage = role === 'owner';
  const body = <Approvals {...{ page, batches, rules, mayManage, entered, faults, query, formToken, at }} />;
  return { kind: 'page', title: visit.words.approvals.title, body, status };
}

/** Payments of batches that are approved as one thing are rows of those. */
const FILE: ListFile<SideVisit, { userId: string; batchIds: string[] }, ToApprove> = {
  name: 'approvals',
  hasOrder: true,
  async asked(visit) {
    const { id: userId } = userOf(visit);
    const open = await listBatchesInApproval(visit.parts.database, visit.tenant, userId);
    return { ok: true, value: { userId, batchIds: open.map(({ id }) => id) } };
  },
  read: readToApprove,
  columns: {
    id: ({ id }) => id,
    reference: ({ clientReference }) => clientReference,
    payee: ({ payment }) => payment?.payee?.name,
    account: ({ payment }) => payment?.payee?.account,
    amount: ({ amount }) => Number(amount),
    currency: ({ currency }) => currency,
    submitted: ({ submittedAt }) => submittedAt,
  },
};

/** The rule as it was typed; a field left empty is absent. */
function typedRule({ form }: SideVisit): object {
  const [amount, currency, approvals] = ['amount', 'currency', 'approvals'].map((name) => form.get(name)?.trim() ?? '');
  return {
    ...(amount ? { amount: typedNumber(amount, form.get(FORM_LANGUAGE)) } : {}),
    ...(currency ? { currency: currency.toUpperCase() } : {}),
    ...(approvals ? { approvals: numberIn(approvals) } : {}),
  };
}

async function setRule(visit: SideVisit): Promise<Answer> {
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

function decide(visit: SideVisit): Promise<Answer> {
  const { form, at } = visit;
  const decision = form.get('decision') ?? '';
  const comment = textOf(form, 'comment');
  return submit(visit, approvePayment, {
    body: { hash: form.get('hash') ?? '', decision, ...(comment === '' ? {} : { comment }) },
    done: () => ({
      kind: 'done',
      notice: { name: decision === 'reject' ? 'payment-rejected' : 'payment-approved' },
      location: at('/approvals'),
    }),
    refused: (faults, status) => showPayment(visit, faults, status),
  });
}

/** Source: docs/GAPS.md#P17 */
export const APPROVAL_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/approvals', access: 'account', handle: (visit) => approvalsPage(visit) },
  fileRoute({ path: '/approvals/file', access: 'account' }, FILE),
  { method: 'post', path: '/approvals', access: 'owner', handle: setRule },
  { method: 'post', path: '/approvals/clear', access: 'owner', handle: clearRule },
  { method: 'post', path: '/payments/:instructionId/approvals', access: 'account', countsOnce: true, handle: decide },
];
