import { z } from 'zod';
import { clearable, optional } from '../../schema-tools';
import { BankAccount, Beneficiary, CreateInstruction, Purpose } from './instruction-schema';

const { shape } = z.object(CreateInstruction.shape).omit({ quoteId: true });

/**
 * Body of a resubmission: what is put right, everything optional; `null` leaves out an optional member that the original
 * has. It has no quote: its terms are new.
 * Source: docs/GAPS.md#resubmission
 */
export const Corrections = z
  .object({
    ...shape,
    amount: optional(shape.amount),
    currency: optional(shape.currency),
    valueDate: clearable(shape.valueDate),
    clientReference: clearable(shape.clientReference),
    remittance: clearable(shape.remittance),
    debtor: clearable(shape.debtor),
    beneficiary: optional(
      z.object({
        name: optional(Beneficiary.shape.name),
        type: clearable(Beneficiary.shape.type),
        country: optional(Beneficiary.shape.country),
        bankAccount: optional(
          z.object({
            accountNumber: optional(BankAccount.shape.accountNumber),
            bankName: clearable(BankAccount.shape.bankName),
            swiftBic: clearable(BankAccount.shape.swiftBic),
            clearing: clearable(BankAccount.shape.clearing),
            country: optional(BankAccount.shape.country),
          }),
        ),
        address: clearable(Beneficiary.shape.address),
      }),
    ),
    purpose: optional(
      z.object({
        code: optional(Purpose.shape.code),
        description: clearable(Purpose.shape.description),
        nationalCode: clearable(Purpose.shape.nationalCode),
      }),
    ),
    settlementRoute: optional(shape.settlementRoute),
  })
  .meta({ id: 'PaymentCorrections' });
