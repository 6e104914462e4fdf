import type { Queryable } from '../database';

/** What an eraser found and did; `removed` counts rows by what they held. */
export interface Erasure {
  accountId: string | null;
  removed: Record<string, number>;
  /** Ids of what names the same people perhaps, and is erased by a command of its own. */
  related: string[];
}

/**
 * Erases the personal data of one row and what repeats them, in the caller's transaction.
 * @returns null when there is no such row; `refused` when they must stay, with the reason
 */
export type Eraser = (client: Queryable, id: string) => Promise<Erasure | { refused: string } | null>;

/** Documents that are named with one subject; beyond them the operator looks for a cause, not for ids. */
export const MAX_RELATED = 100;

/** What receivers answered to deliveries about `$1`: up to 1 KiB of headers and of body each, which may repeat anything. */
export const RECEIVERS_ANSWERS_SQL = `
  answers as (
    update delivery_attempts a set response_excerpt = null, response_headers = null from deliveries d join events e on e.id = d.event_id
    where e.subject = $1 and a.delivery_id = d.id and num_nonnulls(a.response_excerpt, a.response_headers) > 0 returning 1
  )`;
