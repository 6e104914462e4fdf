import type { PaymentStatus } from '../instruction/status';

/** What a workflow, or what is known of a restore, says of a payment against its row. */
export interface FoundContradiction {
  /** Id of the workflow's run; null where none is meant. */
  run: string | null;
  /** Status that the run has; null where that is not known. */
  status: PaymentStatus | null;
}

/**
 * A contradiction about a pending payment. While it is `open` no dispatch begins; a person alone makes it `decided`,
 * whatever Temporal still keeps. One that was decided is not opened again by the same run.
 * Source: docs/GAPS.md#P21
 */
export interface Contradiction extends FoundContradiction {
  state: 'open' | 'decided';
  /** When it was found, ISO 8601. */
  at: string;
}

/** @returns whether a person has to decide before anything is sent */
export function isContradicted({ contradiction }: { contradiction: Contradiction | null }): boolean {
  return contradiction?.state === 'open';
}
