import type { AdapterConfig } from '../dispatch/adapters';
import type { UnmetMember } from '../instruction/account-faults';
import { defaultChargeBearer } from '../instruction/charge-bearer';
import type { CreateInstructionBody } from '../instruction/instruction-schema';
import { OrderWriter } from './order-writer';
import type { TextChange } from './profiled-message';

/** Any id and UETR: what names a payment has one form. */
const ANY_ID = `instr_${'0'.repeat(26)}`;
const ANY_UETR = '00000000-0000-4000-8000-000000000000';

/** What the bank of a route would make of a payment. */
export interface JudgedPayment {
  /** Members that break a rule of the bank. */
  unmet: UnmetMember[];
  /** Members that the bank gets in another form, or not. */
  changes: readonly TextChange[];
}

const writers = new WeakMap<AdapterConfig<'iso20022'>, OrderWriter>();

/**
 * Checks a payment against the rules of its bank by writing its order.
 * @param bank settings of the partner of the chosen route; null where it takes no files
 * @param at when it would leave
 * @returns rules that it does not meet, and changes that the bank's form makes
 * Source: docs/GAPS.md#P23
 */
export function judgePayment(
  body: CreateInstructionBody,
  bank: AdapterConfig<'iso20022'> | null,
  { timeline, at }: { timeline: string; at: Date },
): JudgedPayment {
  if (bank === null) return { unmet: [], changes: [] };
  const writer = writers.get(bank) ?? new OrderWriter(bank);
  writers.set(bank, writer);
  const { amount, currency, beneficiary, debtor, purpose, remittance, valueDate = null } = body;
  const chargeBearer = body.chargeBearer ?? defaultChargeBearer(currency, beneficiary.bankAccount.country);
  const named = { instructionId: ANY_ID, attempt: 1, uetr: body.uetr ?? ANY_UETR, createdAt: at };
  const paid = { amount, currency, timeline, valueDate, chargeBearer, beneficiary, debtor, purpose, remittance };
  const { faults, changes } = writer.order({ ...named, ...paid });
  return {
    unmet: faults.map(({ member, reason, rule }) => ({ field: member, reason: `${reason} (${rule})` })),
    changes,
  };
}
