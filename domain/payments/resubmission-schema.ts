import { z } from 'zod';
import { optional } from '../schema-tools';
import { BankAccount, Beneficiary, CreateInstruction, Purpose } from './instruction-schema';

const { amount, currency, debtor, settlementRoute, valueDate, clientReference, uetr, metadata } =
  CreateInstruction.shape;

/**
 * Body of a resubmission: what is put right, everything optional.
 * Source: docs/GAPS.md#resubmission
 */
export const Corrections = z
  .object({
    amount: optional(amount),
    currency: optional(currency),
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
            country: optional(BankAccount.shape.country),
          }),
        ),
        address: Beneficiary.shape.address,
      }),
    ),
    debtor,
    purpose: optional(
      z.object({
        code: optional(Purpose.shape.code),
        description: Purpose.shape.description,
        nationalCode: Purpose.shape.nationalCode,
      }),
    ),
    settlementRoute: optional(settlementRoute),
    valueDate,
    clientReference,
    uetr,
    metadata,
  })
  .meta({ id: 'PaymentCorrections' });
