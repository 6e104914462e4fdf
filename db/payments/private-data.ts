import { z } from 'zod';
import type { Vault } from '../vault';

/** What of an instruction names people or accounts: encrypted at rest, never in a workflow history. */
const PrivateData = z.object({
  beneficiary: z.object({
    name: z.string(),
    country: z.string(),
    bankAccount: z.object({
      accountNumber: z.string(),
      bankName: z.string().optional(),
      swiftBic: z.string().optional(),
      country: z.string(),
    }),
    address: z
      .object({
        street: z.string().optional(),
        city: z.string().optional(),
        postalCode: z.string().optional(),
        country: z.string().optional(),
      })
      .optional(),
  }),
  purpose: z.object({ code: z.string(), description: z.string().optional() }),
});

export type PrivateData = z.output<typeof PrivateData>;

/** Binds the ciphertext to its row: it cannot be moved to another instruction. */
function purposeOf(instructionId: string): string {
  return `instruction:${instructionId}`;
}

export function sealPrivateData(vault: Vault, instructionId: string, data: object): Buffer {
  return vault.seal(JSON.stringify(data), purposeOf(instructionId));
}

export function openPrivateData(vault: Vault, instructionId: string, sealed: Buffer): PrivateData {
  return PrivateData.parse(JSON.parse(vault.open(sealed, purposeOf(instructionId))));
}
