import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities/maintenance';

/** It deletes page by page, each for itself: one that was ended in the middle goes on where it was. */
const { deleteExpired } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Deletes expired rows; started by a Schedule. Source: docs/GAPS.md#retention */
export function retention(): ReturnType<MaintenanceActivities['deleteExpired']> {
  return deleteExpired();
}
