import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isFetched, readManifest, type FetchedPublication } from '../../activities/importers/publications';
import { pullPublication } from '../../activities/importers/pull';
import { referenceData } from '../../db/tariffs/load-reference-data';
import { importerOf } from '../../importers';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { FIXTURES } from '../support/reference-data';
import { listenOn } from '../../lib/listen-on';

describe('pulling publications', () => {
  let database: TestDatabase;
  let server: Server;
  let base = '';
  let reply: { status: number; type: string; body: Buffer };
  beforeAll(async () => {
    database = await createTestDatabase();
    server = createServer((_request, response) => {
      response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body);
    });
    const port = await listenOn(server);
    closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
    base = `http://127.0.0.1:${port}`;
  });
  beforeEach(() => {
    reply = {
      status: 200,
      type: 'text/csv; charset=utf-8',
      body: readFileSync(path.join(FIXTURES, 'schedule-us.csv')),
    };
  });

  const publication = (): FetchedPublication => ({
    id: 'us',
    title: 'A schedule',
    kind: 'usitc-csv',
    url: `${base}/schedule.csv`,
    file: 'schedule.csv',
    publisher: 'The publisher',
    licence: 'free',
    subject: 'tariff:US',
    sizeBytes: 1000,
    edition: 'pulled',
    check: { contentTypes: ['text/csv'], hosts: [], minBytes: 100, contains: 'HTS Number' },
  });

  /** Of each edition: what is stored, and what a process that answers knows. */
  async function confirmations(): Promise<{ confirmedOn: string | null; shown: string | null | undefined }[]> {
    const rows = await database.query<{ confirmedOn: string | null }>(
      `select (confirmed_at at time zone 'UTC')::date::text as "confirmedOn" from reference_editions`,
    );
    const [schedule] = (await referenceData(database)).schedules.get('US') ?? [];
    return rows.map((row) => ({ ...row, shown: schedule?.confirmedOn }));
  }

  it('refuses what no importer reads before it fetches anything', async () => {
    reply = { status: 500, type: 'text/plain', body: Buffer.from('') };
    const unknown = { ...publication(), kind: 'papyrus' };
    await expect(pullPublication(database, unknown)).rejects.toThrow('us: no importer of kind papyrus.');
  });

  it('fetches, checks and imports, and does so once', async () => {
    expect(await pullPublication(database, publication())).toMatchObject({ status: 'imported', rowsIn: 23 });
    expect(await confirmations()).toEqual([{ confirmedOn: null, shown: null }]);
    expect(await pullPublication(database, publication())).toMatchObject({ status: 'unchanged' });
    const [edition] = await database.query('select publisher, licence, url, edition from reference_editions');
    expect(edition).toEqual({
      publisher: 'The publisher',
      licence: 'free',
      url: `${base}/schedule.csv`,
      edition: 'pulled',
    });
  });

  it('records that the publisher still publishes an edition, and that one of a known file is no news', async () => {
    const [before] = await confirmations();
    expect(before).toEqual({
      confirmedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      shown: before?.confirmedOn,
    });
    await database.query('update reference_editions set confirmed_at = null');
    const sha256 = createHash('sha256').update(reply.body).digest('hex');
    await pullPublication(database, { ...publication(), check: { ...publication().check, sha256 } });
    expect(await confirmations()).toMatchObject([{ confirmedOn: null }]);
  });

  it.each([
    [{ status: 503 }, /us: 127\.0\.0\.1:\d+ answered 503/],
    [{ type: 'text/html' }, /sent text\/html instead of text\/csv/],
    [{ body: Buffer.from('too short') }, /9 bytes are too few/],
    [{ body: Buffer.from('x'.repeat(500)) }, /does not hold "HTS Number"/],
  ])('refuses %j', async (change, message) => {
    reply = { ...reply, ...change };
    await expect(pullPublication(database, publication())).rejects.toThrow(message);
  });

  it('takes exactly the file that was looked at, where its hash is known', async () => {
    const sha256 = createHash('sha256').update(reply.body).digest('hex');
    const { check } = publication();
    const pinned = { ...publication(), check: { ...check, sha256 } };
    await expect(pullPublication(database, pinned)).resolves.toBeDefined();
    reply = { ...reply, body: Buffer.concat([reply.body, Buffer.from('\n')]) };
    await expect(pullPublication(database, pinned)).rejects.toThrow(/another one than was looked at/);
  });

  it('names no address whose contents may change unseen on a site that keeps every state', () => {
    for (const { id, url, check } of readManifest().filter(isFetched)) {
      if (!url.includes('githubusercontent.com')) continue;
      expect([id, url]).toEqual([id, expect.stringMatching(/\/[0-9a-f]{40}\//)]);
      expect(check.sha256).toBeDefined();
    }
  });

  it('says of each publication that is no file at an address how to get it', () => {
    const byHand = readManifest().filter((listed) => 'byHand' in listed);
    expect(byHand.map(({ id }) => id)).toEqual(['baci']);
    for (const listed of byHand) expect(listed).toMatchObject({ byHand: expect.stringMatching(/\w+/) as string });
  });

  it('has an importer for each publication of the manifest', () => {
    for (const { kind } of readManifest()) expect(importerOf(kind)).not.toBeNull();
  });
});
