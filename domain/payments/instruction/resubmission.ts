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
 * The body of a resubmission: the original with the corrections, member by member. Address, debtor and preferences for
 * a route are replaced as a whole; null removes a member. A past value date and the used reference are dropped, and so
 * are bank codes that do not fit a corrected country. A default charge bearer is chosen again. The caller validates
 * the body.
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
 * The bank account with its corrections, member by member; a bank code that cannot be right in the corrected country
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

/** A copy without the members that are undefined. */
export function withoutAbsent<Members extends object>(members: Members): Partial<Members> {
  const present = { ...members };
  for (const name of Object.keys(present)) {
    if (Reflect.get(present, name) === undefined) Reflect.deleteProperty(present, name);
  }
  return present;
}
