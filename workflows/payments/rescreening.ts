import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../../activities/maintenance';

/** A page has 100 payments; the first one may have to index all lists, which takes seconds. */
const { rescreenPage } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Pages of one run; the next run goes on where it ended. */
const PAGES_PER_RUN = 200;

/** What came of it so far, in payments. */
export interface RescreeningCounts {
  screened: number;
  held: number;
  alerted: number;
}

export interface RescreeningInput {
  /** Id of the payment at which the page before ended; null at the beginning. */
  after: string | null;
  counts: RescreeningCounts;
  /** Pages after which a new run begins; a sensible number by default. */
  pagesPerRun?: number;
}

function beginning(): RescreeningInput {
  return { after: null, counts: { screened: 0, held: 0, alerted: 0 } };
}

/**
 * The workflow that screens open payments against the lists in force, each once, page by page: a screened one has a
 * receipt, so an interrupted run leaves the rest to the next. Started when a list changes, and by a Schedule.
 * Source: docs/GAPS.md#P13
 */
export async function rescreening(input: RescreeningInput = beginning()): Promise<RescreeningCounts> {
  const { counts, pagesPerRun = PAGES_PER_RUN } = input;
  let { after } = input;
  for (let pages = 1; ; pages += 1) {
    setCurrentDetails(`**screening again**: ${counts.screened} payments so far, ${counts.held} held.`);
    const page = await rescreenPage(after);
    counts.screened += page.screened;
    counts.held += page.held;
    counts.alerted += page.alerted;
    after = page.next;
    if (after === null) break;
    if (pages >= pagesPerRun) await continueAsNew<typeof rescreening>({ ...input, after, counts });
  }
  setCurrentDetails('nothing is left to screen.');
  return counts;
}
