import { holdContradicted } from '../../db/payments/review/contradiction';
import { LISTED, type World } from './judges';
import { actor } from './operation';
import { proveAndSend } from './sending';

const IMPORT_SQL = `
  with edition as (
    insert into reference_editions (id, subject, kind, title, publisher, licence, edition, content_hash, rows_in, rows_rejected)
    values ('${LISTED}', 'watch-list:listed', 'watch-list', 'Listed', 'publisher', 'none', '1', 'hash', 1, 0)
    on conflict do nothing returning id)
  insert into watch_list_entries (edition_id, entry_id, kind, names, countries, birth_dates, identifiers, programme)
  select id, 'S-1', 'organisation', '[{"name": "Example Trading Ltd", "isWeak": false}]', '{}', '{}', '{}', 'T' from edition`;

/** Takes the list out of force again, for the next world. */
export async function removeList({ database }: Pick<World, 'database'>): Promise<void> {
  await database.query('delete from watch_list_entries where edition_id = $1', [LISTED]);
  await database.query('delete from reference_editions where id = $1', [LISTED]);
}

/** Whether no partner has it, and no call is under way that might bring it there. */
async function isUnsent({ database, instructionId, partner, second }: World): Promise<boolean> {
  const calls = await database.query(
    `select from dispatches where instruction_id = $1 and state in ('sending', 'unknown')`,
    [instructionId],
  );
  return calls.length === 0 && !partner.hasIt && !second.hasIt;
}

/** A list that names the payee comes into force. */
export const importList = actor('import-list', async ({ database }, world) => {
  await database.query(IMPORT_SQL);
  world.isListedUnsent ||= await isUnsent(world);
});

/** The reconciler finds a run that has ended as cancelled. */
export const contradict = actor('contradict', async ({ database }, world) => {
  const found = { run: 'run-1', status: 'cancelled', says: 'its workflow ended as cancelled' } as const;
  const standing = await holdContradicted(database, world.instructionId, found);
  if (standing === 'open') world.isContradictedUnsent ||= await isUnsent(world);
});

/** Temporal has forgotten the run, and another one begins. */
export const resume = actor('resume', (steps, world) => proveAndSend(world).run(steps));
