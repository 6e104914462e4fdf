import { DomainError, invalidRequest } from '../../domain/errors';
import { isMove } from '../../domain/payments/dispatch/partner-move';
import type { Queryable } from '../database';
import { findPartner } from '../payments/dispatch/partners';
import type { Managed } from './nouns';
import type { Values } from './proposals';

/** What a person does without where a partner changes; each needs a reason. */
export interface Waivers {
  withoutCertificate?: boolean | undefined;
  despiteDoubt?: boolean | undefined;
}

type Despite = Pick<Waivers, 'despiteDoubt'> & { reason?: string | undefined };

/**
 * Refuses a move of a partner while calls there are under way or in doubt, unless the move is made despite them, with
 * a reason.
 * @returns what the audit log states about a move that is made despite them
 * @throws DomainError INVALID_TRANSITION; INVALID_REQUEST where the reason is missing
 * Source: docs/GAPS.md#P21
 */
export async function requireNoDoubt(
  client: Queryable,
  id: string,
  { despiteDoubt = false, reason = '' }: Despite,
): Promise<Values> {
  const [{ inDoubt } = { inDoubt: 0 }] = await client.query<{ inDoubt: number }>(
    `select count(*)::integer as "inDoubt" from dispatches where partner_id = $1 and state in ('sending', 'unknown')`,
    [id],
  );
  if (inDoubt === 0) return {};
  if (despiteDoubt && reason.trim() !== '') return { despiteDoubt, inDoubt };
  const field = despiteDoubt ? 'reason' : 'despiteDoubt';
  const what = inDoubt === 1 ? '1 payment is in doubt' : `${inDoubt} payments are in doubt`;
  const message =
    `${what} at the present address or directory of this partner, and another one proves nothing about them. The page ` +
    '"Payments that wait" and "corridor payments list --waiting in_doubt" show them. Wait for the partner, or let an operator ' +
    'decide about each; or move the partner despite the doubt (despiteDoubt, --despite-doubt), with a reason.';
  const details = [{ field, code: despiteDoubt ? 'required' : 'in_doubt', message }];
  if (despiteDoubt) throw invalidRequest(details);
  throw new DomainError('INVALID_TRANSITION', message, { details, extra: { current: 'in_doubt', allowed: [] } });
}

/** Refuses the move of a partner that could not be confirmed either. @throws DomainError as `requireNoDoubt` */
export async function refuseMove(
  client: Queryable,
  request: Despite & { kind: Managed; id: string; changes: Values },
): Promise<void> {
  const partner = request.kind === 'partner' ? await findPartner(client, request.id) : null;
  if (partner !== null && isMove(partner, request.changes)) await requireNoDoubt(client, request.id, request);
}
