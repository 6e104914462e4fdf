import { changeManaged } from '../../db/administration/change';
import { actor } from './operation';

/** An operator gives the first partner another address, although payments may be in doubt at the present one. */
export const movePartner = actor('partner-moves', async ({ step }, { database }) => {
  await step('write');
  const change = { kind: 'partner', id: 'ptn_1', changes: { url: 'https://ptn-1-moved' } } as const;
  await changeManaged(database, { ...change, actor: 'operator', despiteDoubt: true, reason: 'a new data centre' });
});
