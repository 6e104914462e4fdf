import { LOCK_OUT } from '../../domain/limits/lock-out';
import type { Database } from '../database';
import { BatchedCounts } from './batched-counts';
import { lockOut } from './lock-outs';
import { rowsOf } from '../parameters';

/** Refusals are added up in this process and written so much later: a refusal itself writes nothing. */
const WRITE_AFTER_MS = 200;

/** Adds to the current minute of each key and tells who is over the threshold within the window. */
const COUNT_SQL = `
  with counted as (
    insert into rate_refusals as r (subject, minute, refusals)
    select subject, date_trunc('minute', clock_timestamp()), refusals
    from ${rowsOf('text', 'integer')} as c (subject, refusals) order by subject
    on conflict (subject, minute) do update set refusals = r.refusals + excluded.refusals
    returning subject, minute, refusals
  )
  select c.subject
  from counted c
  left join rate_refusals earlier on earlier.subject = c.subject and earlier.minute < c.minute
    and earlier.minute > clock_timestamp() - make_interval(mins => $3)
  group by c.subject, c.refusals
  having c.refusals + coalesce(sum(earlier.refusals), 0) > $4`;

/** Counts refusals per key over all processes and locks out who goes on and on. Source: docs/GAPS.md#L2 */
export class RefusalCounter {
  private readonly counts: BatchedCounts<number>;

  constructor(
    private readonly database: Database,
    onFault: (fault: unknown) => void,
  ) {
    this.counts = new BatchedCounts({
      writeAfterMs: WRITE_AFTER_MS,
      sum: (one, other) => one + other,
      write: (counts) => this.writeCounts(counts),
      onFault,
    });
  }

  /** @param keyId key that was refused just now */
  count(keyId: string): void {
    this.counts.add(keyId, 1);
  }

  /** Writes what was counted; done by itself shortly after a refusal. */
  write(): Promise<void> {
    return this.counts.write();
  }

  private async writeCounts(counts: ReadonlyMap<string, number>): Promise<void> {
    const rows = await this.database.query<{ subject: string }>(COUNT_SQL, [
      [...counts.keys()],
      [...counts.values()],
      LOCK_OUT.windowMinutes,
      LOCK_OUT.refusals,
    ]);
    for (const { subject } of rows) await lockOut(this.database, subject);
  }
}
