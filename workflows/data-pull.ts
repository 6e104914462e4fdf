import { proxyActivities } from '@temporalio/workflow';
import type { ImportActivities, PulledFeed } from '../activities/importers/activities';

/** What was imported before a worker died is found unchanged when the pull begins again. */
const { pullFeeds, pullWatchLists } = proxyActivities<ImportActivities>({
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumAttempts: 3 },
});

/** Pulls the current schedules of customs offices; started by a Schedule, where the setting wants one. */
export function dataPull(): Promise<PulledFeed[]> {
  return pullFeeds();
}

/** Pulls the official watch lists; started by a Schedule every day, where the setting wants one. */
export function watchListPull(): Promise<PulledFeed[]> {
  return pullWatchLists();
}
