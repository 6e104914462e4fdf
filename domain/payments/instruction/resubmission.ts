import type { z } from 'zod';
import { bicCountry } from './bank-account';
import { defaultChargeBearer, type ChargeBearer } from './charge-bearer';
import { clearingFaults } from './clearing';
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
 * preferences for a route are replaced as a whole, and what is corrected to null is left out. A past value date is dropped, and so are the used reference, and codes
 * of a bank in another country than the corrected one. What was the default for who bears the charges is decided anew. It is validated like any other body.
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
      bankAccount: correctedAccount(before.beneficiary.bankAccount, withoutAbsent(beneficiary.bankAccount ?? {})),
    },
    purpose: { ...before.purpose, ...withoutAbsent(purpose) },
  };
}

type Account = CreateInstructionBody['beneficiary']['bankAccount'];

/**
 * The bank account with what corrects it, member by member: a code of a bank that cannot be right in the corrected country
 * is dropped.
 */
export function correctedAccount(
  { swiftBic, clearing, ...before }: Account,
  corrections: { country?: string | undefined },
): object {
  const { country = before.country } = corrections;
  const isClearing = clearing !== undefined && clearingFaults(clearing.scheme, null, country).length === 0;
  return {
    ...before,
    ...(swiftBic !== undefined && bicCountry(swiftBic) === country ? { swiftBic } : {}),
    ...(isClearing ? { clearing } : {}),
    ...corrections,
  };
}

/** A member that says nothing corrects nothing. */
export function withoutAbsent<Members extends object>(members: Members): Partial<Members> {
  const present = { ...members };
  for (const name of Object.keys(present)) {
    if (Reflect.get(present, name) === undefined) Reflect.deleteProperty(present, name);
  }
  return present;
}
