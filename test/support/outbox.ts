import { broadcastPage } from '../../db/broadcast';
import type { Database } from '../../db/database';
import { BEFORE_ALL_ACCOUNTS, takeOutboxItems, TOPICS, type OutboxItem } from '../../db/outbox';

const LEASE_SECONDS = 60;

/** Takes what is due in the lane of deliveries, as a relay would. */
export function takeDeliveryLane(database: Database): Promise<OutboxItem[]> {
  const lane = 'deliveries';
  return takeOutboxItems(database, {
    lane,
    after: BEFORE_ALL_ACCOUNTS,
    limit: 64,
    ofOneAccount: 16,
    leaseSeconds: LEASE_SECONDS,
  });
}

/** Gives every account the events that it is to get, as a relay would; nothing else may be due in that lane. */
export async function carryBroadcasts(database: Database): Promise<void> {
  for (;;) {
    const items = (await takeDeliveryLane(database)).filter(({ topic }) => topic === TOPICS.broadcastEvent);
    if (items.length === 0) return;
    items.sort((one, other) => Number(one.id) - Number(other.id));
    for (const item of items) await broadcastPage(database, item);
  }
}
