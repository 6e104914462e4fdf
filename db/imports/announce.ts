import type { Queryable } from '../database';
import { broadcastEvent } from '../broadcast';
import type { EditionDraft } from '../../domain/imports/drafts';

/** Lines of a schedule that an import added, changed or removed. */
export interface RateChanges {
  added: number;
  changed: number;
  removed: number;
}

export interface TariffUpdate {
  schedule: string;
  id: string;
  draft: EditionDraft;
  changes: RateChanges;
  previous: { id: string; edition: string } | undefined;
}

/**
 * Orders an event for every account that the rates of a schedule have changed; the relay writes them once the import
 * is committed. Source: specification, "General events"
 */
export async function announceTariffUpdate(client: Queryable, update: TariffUpdate): Promise<void> {
  const { schedule, id, draft, changes, previous } = update;
  await broadcastEvent(client, {
    type: 'tariff.updated',
    subject: id,
    object: {
      schedule,
      edition: draft.edition,
      previous_edition: previous?.edition ?? null,
      valid_from: draft.validFrom,
      lines_added: changes.added,
      lines_changed: changes.changed,
      lines_removed: changes.removed,
    },
  });
}
