import { setTimeout as delay } from 'node:timers/promises';
import { readOpenPayments } from '../../db/repairs/open-payments';
import { LIST_SIZE, listRunningPayments } from '../../workflows/client/payment-runs';
import { comparePayments, informPayments, type ComparisonContext } from './compare-payments';

/** A little less than a list holds: what has ended since the page was read must not cost a second one. */
const PAGE_SIZE = LIST_SIZE - 20;
/** Pages at a time, for a visibility store that takes longer than the pause. */
const CONCURRENCY = 3;
/** A namespace takes ten lists a second from all its callers together (`frontend.namespaceRPS.visibility`). */
const PAUSE_MS = 200;

/** How many payments were begun again, and how many were told where they stand. */
export interface Swept {
  repaired: number;
  informed: number;
}

/**
 * Compares open payments with the running workflows page by page, each with one statement and one list. A page that
 * fails is compared in the next pass and stops no other.
 * @param after id after which the pages begin; '' for all
 * @param isOver whether no further page may begin
 * @param pageSize payments of a page; as many as one list has, by default
 * @returns the id at which to continue, null after the last page
 * @throws the fault of a page when none was compared
 */
export async function sweepPayments(
  context: ComparisonContext,
  { after: first, isOver, pageSize = PAGE_SIZE }: { after: string; isOver: () => boolean; pageSize?: number },
): Promise<Swept & { next: string | null }> {
  const swept: Swept = { repaired: 0, informed: 0 };
  const underWay = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let compared = 0;
  let next: string | null = first;
  while (next !== null) {
    const after: string = next;
    const payments = await readOpenPayments(context.database, { after, limit: pageSize });
    const last = payments.length < pageSize ? null : (payments.at(-1)?.id ?? null);
    const compareAndInform = async (): Promise<void> => {
      const running = await listRunningPayments(context.workflows, { after, last });
      const due = payments.filter(({ isDue }) => isDue);
      const repaired = await comparePayments(context, due, running);
      const informed = await informPayments(context, payments, running);
      swept.repaired += repaired;
      swept.informed += informed;
      compared += 1;
    };
    const page: Promise<void> = compareAndInform()
      .catch((fault: unknown) => {
        faults.push(fault);
        context.log.warn({ after, last, fault }, 'a page of payments could not be compared with Temporal');
      })
      .finally(() => underWay.delete(page));
    underWay.add(page);
    next = last;
    if (next === null || isOver()) break;
    await delay(PAUSE_MS);
    if (underWay.size >= CONCURRENCY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (compared === 0) throw faults[0];
  return { ...swept, next };
}
