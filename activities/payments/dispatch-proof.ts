import { createHmac } from 'node:crypto';
import type { Call, DispatchProof } from '../../domain/payments/decisions/dispatch';
import type { Dispatch } from '../../domain/payments/instruction/state';
import { isSameCode } from '../../lib/same-code';
import type { Vault } from '../../lib/vault';

function macOf(vault: Vault, instructionId: string, { attempt, sends, isTaken }: Omit<DispatchProof, 'mac'>): string {
  const said = JSON.stringify([instructionId, attempt, sends, isTaken]);
  return createHmac('sha256', vault.derive('dispatch-proof')).update(said).digest('base64url');
}

/**
 * Makes a proof that Postgres had this call on record, for the history of the payment's workflow. A workflow can pass
 * it on; only a process with the data key can make it.
 * @param isTaken whether the partner accepted the payment
 */
export function proveDispatch(
  vault: Vault,
  instructionId: string,
  { attempt, sends }: Call,
  isTaken: boolean,
): DispatchProof {
  const said = { attempt, sends, isTaken };
  return { ...said, mac: macOf(vault, instructionId, said) };
}

/** @returns the proof of what is on record, as a member of an outcome; nothing where no partner can have the payment */
export function recordedOf(
  vault: Vault,
  instructionId: string,
  dispatch: Pick<Dispatch, 'attempt' | 'sends' | 'state'> | null,
): { recorded?: DispatchProof } {
  if (dispatch === null || dispatch.state === 'not_delivered') return {};
  return { recorded: proveDispatch(vault, instructionId, dispatch, dispatch.state === 'delivered') };
}

/** @returns whether Corridor made it, about this payment; one of a data key that is gone proves nothing */
export function isProven(vault: Vault, instructionId: string, proof: DispatchProof): boolean {
  return isSameCode(macOf(vault, instructionId, proof), proof.mac);
}
