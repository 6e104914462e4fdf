import { PERIOD_MS, type Period } from '../../limits/bucket';

/** Requests a period, or levels of buckets (tokens times the period's milliseconds); null where there is no such bucket. */
export interface PaceOf<Value = number | null> {
  minute: Value;
  hour: Value;
  day: Value;
  endpoint: Value;
}

/** What of each bucket stays for the other requests of the key that sent the batch. */
const LEFT_TO_OTHERS = 1 / 4;
/** Payments are made in groups: one after the other would be an activity for each. */
const GROUP_MS = 6_000;
/** Limits may change meanwhile. */
const LONGEST_WAIT_MS = 60_000;

const PERIODS: Record<keyof PaceOf, Period> = { minute: 'minute', hour: 'hour', day: 'day', endpoint: 'minute' };

/** The tokens that a batch may take from one bucket now, and the milliseconds until a group can be taken. */
function bucketAllowance(
  limit: number,
  level: number,
  period: Period,
  wanted: number,
): { tokens: number; waitMs: number } {
  const token = PERIOD_MS[period];
  const kept = Math.floor(limit * LEFT_TO_OTHERS);
  const tokens = Math.max(0, Math.floor(level / token) - kept);
  const group = Math.min(wanted, Math.max(1, Math.floor((limit * GROUP_MS) / token)));
  const missing = (kept + group) * token - level;
  return { tokens, waitMs: missing <= 0 ? 0 : Math.ceil(missing / limit) };
}

/**
 * How many payments of a batch may be made now. They take from the buckets of the key that sent the batch, as its own
 * requests do, and leave a quarter of each bucket to those.
 * @param wanted payments to be made, at least 1
 * @param levels of the buckets at this moment
 * @returns `tokens` to take; if 0, `waitMs` until there are enough for a group
 * Source: docs/GAPS.md#P18
 */
export function paceOf(limits: PaceOf, levels: PaceOf, wanted: number): { tokens: number; waitMs: number } {
  let tokens = wanted;
  let waitMs = 0;
  for (const name of ['minute', 'hour', 'day', 'endpoint'] as const) {
    const [limit, level] = [limits[name], levels[name]];
    if (limit === null || level === null) continue;
    const allowed = bucketAllowance(limit, level, PERIODS[name], wanted);
    tokens = Math.min(tokens, allowed.tokens);
    waitMs = Math.max(waitMs, allowed.waitMs);
  }
  if (waitMs === 0 && tokens > 0) return { tokens, waitMs: 0 };
  return { tokens: 0, waitMs: Math.min(LONGEST_WAIT_MS, Math.max(1, waitMs)) };
}
