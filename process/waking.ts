import type { Wake } from '../db/wake';

type Activity = (...input: never[]) => Promise<unknown>;

/**
 * Activities that cause events, for which subscribers wait: the relays are told after each, also after one that
 * failed, since it may have written what led to it.
 */
export function waking(activities: object, wake: Wake): Record<string, Activity> {
  const all = Object.entries(activities) as [string, Activity][];
  return Object.fromEntries(all.map(([name, run]) => [name, (...input) => run(...input).finally(wake)]));
}
