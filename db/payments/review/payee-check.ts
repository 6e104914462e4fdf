import {
  decideExpiredPayeeCheck,
  decidePayee,
  decidePayeeCheck,
  type PayeeDecision,
} from '../../../domain/payments/decisions/payee-check';
import {
  payeeCheckResult,
  type PayeeCheck,
  type PayeeRule,
  type SaidPayeeCheck,
} from '../../../domain/payments/review/payee-check';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { INFORMATION_QUESTION, openSealed } from '../../sealed-columns';
import { raiseFlag } from '../../operator-flags';
import { changePayment } from '../instruction/change-payment';

/** SQL of the name that the bank of instruction `i` suggests, sealed, in base64; null where it suggests none. */
export const SUGGESTED_NAME_SQL = `case when i.payee_check ->> 'nameId' is not null then (
  select encode(w.question_sealed, 'base64') from information_words w where w.id = i.payee_check ->> 'nameId') end`;

/** @returns the name that a bank suggests; null where it suggests none, or it was erased */
export function openSuggestedName(vault: Vault, check: PayeeCheck, sealed: string | null): string | null {
  if (check.nameId === null || sealed === null) return null;
  const value = Buffer.from(sealed, 'base64');
  return openSealed(vault, INFORMATION_QUESTION, { id: check.nameId, value }).toString('utf8');
}

/**
 * Records the payee check of a bank, with its event. Nothing changes for an unknown payment, or by a partner that does
 * not have it. An unknown result raises a flag.
 * @returns whether there is such a payment
 * Source: docs/GAPS.md#P24
 */
export async function recordPayeeCheck(
  database: Queryable,
  vault: Vault,
  about: { instructionId: string; partnerId: string; source: PayeeCheck['source']; isRepeat?: boolean },
  said: SaidPayeeCheck | undefined,
): Promise<boolean> {
  const { instructionId, partnerId, source, isRepeat = false } = about;
  if (said === undefined) return true;
  const { suggestedName } = said;
  const result = payeeCheckResult(said.result);
  if (result === null) {
    const says = `The bank has checked the payee and answered ${said.result}, which is not known.`;
    await raiseFlag(database, instructionId, 'payee_check_unread', { says });
    return true;
  }
  const [account] = await database.query<{ rule: PayeeRule }>(
    `select coalesce(a.payee_rules ->> $2, 'ask') as rule
     from payment_instructions i join accounts a on a.id = i.account_id where i.id = $1`,
    [instructionId, result],
  );
  if (account === undefined) return false;
  const id = newId('informationRequest');
  const name =
    suggestedName === undefined || suggestedName.trim() === ''
      ? null
      : { id, sealed: vault.seal(suggestedName, INFORMATION_QUESTION.purpose(id)) };
  const key = { partnerId, kind: 'status' as const, dedupeKey: 'payee-check' };
  await changePayment(database, { instructionId, report: key }, (state, at) =>
    decidePayeeCheck(state, { partnerId, source, result, name, rule: account.rule, isRepeat }, at),
  );
  return true;
}

/** @throws DomainError NOT_FOUND, INVALID_TRANSITION, CANCELLATION_NOT_ALLOWED. Source: docs/GAPS.md#P24 */
export async function decideOnPayee(
  database: Queryable,
  instructionId: string,
  decision: PayeeDecision,
): Promise<PayeeCheck | null> {
  const { state } = await changePayment(database, { instructionId }, (before, at) => decidePayee(before, decision, at));
  return state.payeeCheck;
}

/** Decisions that one pass ends; the next one is some seconds later. */
const PAGE = 100;

/**
 * Ends the decisions about payees that were not made in time, one page of them; their payments are withdrawn where
 * possible. Source: docs/GAPS.md#P24
 */
export async function expirePayeeChecks(database: Queryable): Promise<void> {
  const rows = await database.query<{ id: string }>(
    `select id from payment_instructions
     where payee_check ->> 'decision' = 'pending' and (payee_check ->> 'expiresAt')::timestamptz <= now() limit ${PAGE}`,
  );
  for (const { id } of rows) await changePayment(database, { instructionId: id }, decideExpiredPayeeCheck);
}
