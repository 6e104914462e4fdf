import type { z } from 'zod';
import { defaultChargeBearer, type ChargeBearer } from './charge-bearer';
import type { CreateInstructionBody } from './instruction-schema';
import type { Corrections } from './resubmission-schema';

/** The body of a stored payment, with personal data opened. */
export type InstructedBody = Pick<
  CreateInstructionBody,
  'amount' | 'currency' | 'beneficiary' | 'debtor' | 'purpose' | 'remittance'
> & {
  settlementRoute: object;
  /** Calendar date. */
  valueDate: string | null;
  chargeBearer: ChargeBearer | null;
};

/**
 * The body of the new payment: the original with the corrections, member by member; an address, a debtor and the
 * preferences for a route are replaced as a whole. A past value date is dropped, and so is the used reference. What was
 * the default for who bears the charges is decided anew. It is validated like any other body.
 * @param today calendar date in UTC
 * Source: docs/GAPS.md#resubmission
 */
export function correctedBody(
  instructed: InstructedBody,
  corrections: z.output<typeof Corrections>,
  today: string,
): object {
  const { valueDate, chargeBearer, ...before } = instructed;
  const usual = defaultChargeBearer(before.currency, before.beneficiary.bankAccount.country);
  const { beneficiary = {}, purpose = {}, ...rest } = withoutAbsent(corrections);
  return {
    ...before,
    ...(valueDate === null || valueDate < today ? {} : { valueDate }),
    ...(chargeBearer === null || chargeBearer === usual ? {} : { chargeBearer }),
    ...rest,
    beneficiary: {
      ...before.beneficiary,
      ...withoutAbsent(beneficiary),
      bankAccount: { ...before.beneficiary.bankAccount, ...withoutAbsent(beneficiary.bankAccount ?? {}) },
    },
    purpose: { ...before.purpose, ...withoutAbsent(purpose) },
  };
}

/** A member that says nothing corrects nothing. */
function withoutAbsent<Members extends object>(members: Members): Partial<Members> {
  const present = { ...members };
  for (const name of Object.keys(present)) {
    if (Reflect.get(present, name) === undefined) Reflect.deleteProperty(present, name);
  }
  return present;
}
