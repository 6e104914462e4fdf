import { MockActivityEnvironment } from '@temporalio/testing';
import pino from 'pino';
import { createDocumentActivities } from '../../activities/documents/activities';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { announceDocument } from '../../db/documents/outcome';
import { DataKeyMissing, openVault } from '../../lib/vault';
import { createTestDatabase } from '../support/database';
import { testVault } from './support/app';
import { openPool } from './support/render';
import { orderDocument, storeDocument } from './support/stored';

it('has one event, however often it is announced', async () => {
  const database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const stored = { database, vault: testVault() };
  const ids = [await storeDocument(stored, accountId), await storeDocument(stored, accountId)];
  for (const id of [...ids, ...ids]) await announceDocument(database, id);
  const events = await database.query<{ subject: string }>('select subject from events order by id', []);
  expect(events.map(({ subject }) => subject)).toEqual(ids);
});

it('is not given up for a key that its worker has not: it waits until it is sealed with one that is there', async () => {
  const database = await createTestDatabase();
  const { id: accountId } = await findOrCreateAccount(database, 'acme');
  const id = await orderDocument({ database, vault: testVault() }, accountId);
  const own = openVault(null, Buffer.alloc(32, 9).toString('base64'));
  const pool = openPool();
  const work = { database, vault: own, pool, publicUrl: 'https://trade.example.com', log: pino({ enabled: false }) };
  const { generateDocument } = createDocumentActivities(work);
  // Later than any attempt at a document that is at fault itself.
  const made = new MockActivityEnvironment({ attempt: 9 }).run(generateDocument, id);
  await expect(made).rejects.toThrow(DataKeyMissing);
});
