import { continueAsNew, proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { MaintenanceActivities, Reconciled } from '../../activities/maintenance';

/** A call works for ten seconds and the page that it has begun then; a Temporal that is away is waited for. */
const { repairPage } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** What is looked at, in this order: money first. */
const STEPS: readonly Reconciled[] = [
  'payment',
  'cancellation',
  'report',
  'delivery',
  'document',
  'recovery',
  'batch',
  'question',
];
/** Between two calls about the same, so that very many open payments leave Temporal time for others. */
const PACE_MS = 1_000;
/** Calls of one run; the next run goes on where it ended. */
const PAGES_PER_RUN = 200;

/** How many of each were begun again, signalled or shown; `outcome`: running payments that were told their status. */
export type Repairs = Record<Reconciled | 'outcome', number>;

export interface ReconciliationInput {
  /** What is looked at; everything by default. */
  steps?: readonly Reconciled[];
  /** Index into the steps; the first by default. */
  step?: number;
  /** Where the page before ended; null, as by default, at the beginning of a step. */
  token?: string | null;
  /** Of the runs before; none by default. */
  repairs?: Repairs;
  /** Pages after which a new run begins; a sensible number by default. */
  pagesPerRun?: number;
}

const NONE: Repairs = {
  payment: 0,
  cancellation: 0,
  outcome: 0,
  report: 0,
  delivery: 0,
  document: 0,
  recovery: 0,
  batch: 0,
  bulkDecision: 0,
  question: 0,
};

/**
 * The workflow that compares Postgres with Temporal and repairs payments, deliveries and documents whose workflow was
 * terminated or lost, lost signals, and reports that were never flagged. Two Schedules start it, so that the long pass
 * over all open payments delays nothing else.
 * @returns how much there was to do
 * Source: docs/ARCHITECTURE.md, "Who dies when"
 */
export async function reconciliation(input: ReconciliationInput = {}): Promise<Repairs> {
  const { steps = STEPS, step: firstStep = 0, pagesPerRun = PAGES_PER_RUN } = input;
  const repairs = { ...NONE, ...input.repairs };
  let { token = null } = input;
  let pages = 0;
  for (const [step, name] of steps.entries()) {
    if (step < firstStep) continue;
    setCurrentDetails(`**${name}**: compared with Temporal, page by page.`);
    do {
      if (pages >= pagesPerRun) await continueAsNew<typeof reconciliation>({ ...input, step, token, repairs });
      if (token !== null) await sleep(PACE_MS);
      pages += 1;
      const page = await repairPage(name, token);
      repairs[name] += page.repaired;
      repairs.outcome += page.informed ?? 0;
      token = page.next;
    } while (token !== null);
  }
  setCurrentDetails('nothing is left to do.');
  return repairs;
}
