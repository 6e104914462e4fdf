import { z, type output } from 'zod';
import { CHANGE_PLACE } from '../../db/payments/instruction/list-instructions';
import { payeeNameHashes } from '../../db/payments/instruction/payee-names';
import { invalidRequest } from '../../domain/errors';
import { alsoTaken } from '../../domain/other-forms';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../domain/payments/instruction/status';
import { CalendarDate, cursorSchema, ListLimit, pathId, Timestamp } from '../../domain/schema-tools';
import type { Vault } from '../../lib/vault';

/** Path parameter of an instruction; an id of another shape is simply unknown. */
export const InstructionParams = z.object({ instructionId: pathId('instruction') });

function isStatus(text: string): text is PaymentStatus {
  return PAYMENT_STATUSES.some((status) => status === text);
}

/** The statuses that a list is narrowed to. Source: docs/GAPS.md#P9 */
const StatusFilter = z
  .string()
  .optional()
  .transform((text, context): PaymentStatus[] | undefined => {
    if (text === undefined) return undefined;
    const names = [...new Set(text.split(',').map((name) => name.trim()))];
    if (names.every(isStatus)) return names;
    const message = `must be one of ${PAYMENT_STATUSES.join(', ')}`;
    context.addIssue({ code: 'custom', message, params: { code: 'invalid_value' } });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', enum: [...PAYMENT_STATUSES] }, ...alsoTaken('several') });

const Amount = z
  .string()
  .optional()
  .transform((text, context): number | undefined => {
    if (text === undefined) return undefined;
    if (/^[0-9]{1,15}(\.[0-9]{1,6})?$/.test(text)) return Number(text);
    context.addIssue({ code: 'custom', message: 'must be an amount, such as 1250.50', params: { code: 'amount' } });
    return z.NEVER;
  })
  .meta({ override: { type: 'number', minimum: 0 } });

const Place = cursorSchema(/^(instr_[0-9a-z]{26}|[0-9]{16}:instr_[0-9a-z]{26})$/);

/** By what lists of payments and tracking are narrowed, and where they go on. Source: docs/GAPS.md#P26 */
export const PAYMENT_FILTERS = {
  status: StatusFilter,
  fromDate: CalendarDate.optional(),
  updatedSince: Timestamp.optional().meta({
    description: 'Those that changed then or later, in the order of their changes; nothing is missed by who goes on',
  }),
  minAmount: Amount.meta({ description: 'In the major unit of the currency' }),
  maxAmount: Amount.meta({ description: 'In the major unit of the currency' }),
  beneficiaryName: z.string().trim().min(1).max(140).optional().meta({ description: 'Whole name, in any case' }),
  beneficiaryId: z.string().max(64).optional(),
  limit: ListLimit,
  cursor: Place,
};

type PaymentQuery = output<z.ZodObject<typeof PAYMENT_FILTERS>>;

/**
 * Converts the query of a list of payments into a filter.
 * @param after the cursor
 * @throws DomainError INVALID_REQUEST for a cursor of the other order
 */
export function paymentFilter({ cursor: after, ...query }: PaymentQuery, vault: Vault) {
  const { status: statuses, fromDate, updatedSince: changedSince, minAmount, maxAmount, beneficiaryId } = query;
  if (after !== undefined && CHANGE_PLACE.test(after) !== (changedSince !== undefined)) {
    throw invalidRequest([{ field: 'cursor', code: 'cursor', message: 'is of a list in another order' }]);
  }
  const { beneficiaryName: name } = query;
  const payeeNames = name === undefined ? undefined : payeeNameHashes(vault, name);
  return { statuses, fromDate, changedSince, minAmount, maxAmount, beneficiaryId, payeeNames, after };
}
