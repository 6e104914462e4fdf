import { z } from 'zod';
import {
  BeneficiaryShape,
  DebtorShape,
  PurposeShape,
  RemittanceShape,
} from '../../../domain/payments/instruction/answer-schema';
import { maskAccountNumber } from '../../../domain/payments/instruction/bank-account';
import type { Vault } from '../../../lib/vault';

/** What of an instruction names people or accounts: encrypted at rest, never in a workflow history. */
const PrivateData = z.object({
  beneficiary: BeneficiaryShape,
  debtor: DebtorShape.optional(),
  purpose: PurposeShape,
  remittance: RemittanceShape.optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});

export type PrivateData = z.output<typeof PrivateData>;

/** Binds the ciphertext to its row: it cannot be moved to another instruction. */
function purposeOf(instructionId: string): string {
  return `instruction:${instructionId}`;
}

export function sealPrivateData(vault: Vault, instructionId: string, data: object): Buffer {
  return vault.seal(JSON.stringify(data), purposeOf(instructionId));
}

/** @throws Error when it was erased, or does not open */
export function openPrivateData(vault: Vault, instructionId: string, sealed: Buffer | null): PrivateData {
  if (sealed === null) throw new Error('the personal data of this payment were erased');
  return PrivateData.parse(JSON.parse(vault.open(sealed, purposeOf(instructionId))));
}

/** Who is paid, as a list shows it. */
export interface Payee {
  name: string;
  /** The number of the account, masked to its last four characters. Source: docs/GAPS.md#P8 */
  account: string;
  /** Of the account. */
  country: string;
}

/**
 * The payee as lists show it, with a masked account; null where it was erased or cannot be opened, so that the rest of
 * the row is shown.
 */
export function payeeOf(vault: Vault, instructionId: string, sealed: Buffer | null): Payee | null {
  try {
    const { name, bankAccount } = openPrivateData(vault, instructionId, sealed).beneficiary;
    return { name, account: maskAccountNumber(bankAccount.accountNumber), country: bankAccount.country };
  } catch {
    return null;
  }
}

/** What a partner sent, word for word: its body in base64, and the headers that it signed with. */
const Evidence = z.object({ body: z.string(), timestamp: z.string(), signature: z.string() });

export type Evidence = z.output<typeof Evidence>;

/** Seals a partner's request as evidence of its report. Source: docs/GAPS.md#P3 */
export function sealEvidence(vault: Vault, reportId: string, evidence: Evidence): Buffer {
  return vault.seal(JSON.stringify(evidence), `report:${reportId}`);
}

/** @throws Error when it does not open */
export function openEvidence(vault: Vault, reportId: string, sealed: Buffer): Evidence {
  return Evidence.parse(JSON.parse(vault.open(sealed, `report:${reportId}`)));
}
