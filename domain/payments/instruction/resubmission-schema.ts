import { z } from 'zod';
import { optional } from '../../schema-tools';
import { BankAccount, Beneficiary, CreateInstruction, Purpose } from './instruction-schema';

const { shape } = z.object(CreateInstruction.shape).omit({ quoteId: true });

/**
 * Body of a resubmission: what is put right, everything optional. It has no quote: its terms are new.
 * Source: docs/GAPS.md#resubmission
 */
export const Corrections = z
  .object({
    ...shape,
    amount: optional(shape.amount),
    currency: optional(shape.currency),
    beneficiary: optional(
      z.object({
        name: optional(Beneficiary.shape.name),
        type: Beneficiary.shape.type,
        country: optional(Beneficiary.shape.country),
        bankAccount: optional(
          z.object({
            accountNumber: optional(BankAccount.shape.accountNumber),
            bankName: BankAccount.shape.bankName,
            swiftBic: BankAccount.shape.swiftBic,
            clearing: BankAccount.shape.clearing,
            country: optional(BankAccount.shape.country),
          }),
        ),
        address: Beneficiary.shape.address,
      }),
    ),
    purpose: optional(
      z.object({
        code: optional(Purpose.shape.code),
        description: Purpose.shape.description,
        nationalCode: Purpose.shape.nationalCode,
      }),
    ),
    settlementRoute: optional(shape.settlementRoute),
  })
  .meta({ id: 'PaymentCorrections' });
