import type { Database } from '../../db/database';
import { recoverPage, type RecoveryProgress } from '../../db/webhooks/recover';

export interface RecoveryActivities {
  /** Sends the next events of a recovery again; `pace`: as many as the page before had at most, null for the first. */
  recoverNextPage(recoveryId: string, pace: number | null): Promise<RecoveryProgress>;
}

/** Side effects of a recovery's workflow. Source: docs/GAPS.md#W14 */
export function createRecoveryActivities({ database }: { database: Database }): RecoveryActivities {
  return { recoverNextPage: (recoveryId, pace) => recoverPage(database, recoveryId, pace) };
}
