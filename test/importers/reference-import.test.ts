import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createImportActivities, type ImportRequest } from '../../activities/importers/activities';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import { startReferenceImport } from '../../workflows/client/imports';
import { QUEUES } from '../../workflows/contract';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, openForOperator, type TestDatabase } from '../support/database';
import { FIXTURES } from '../support/reference-data';
import { createNamespace, temporalAddress } from '../support/temporal';

const request = (kind: string, name: string): ImportRequest => ({
  kind,
  name,
  path: path.join(FIXTURES, name),
  options: {},
});

describe('imports in the background', () => {
  let database: TestDatabase;
  let connection: Connection;
  let client: Client;
  beforeAll(async () => {
    installRuntime(pino({ enabled: false }));
    database = await createTestDatabase();
    const namespace = await createNamespace();
    connection = await Connection.connect({ address: temporalAddress() });
    closeAtEnd(() => connection.close());
    client = new Client({ connection, namespace });
    const native = await NativeConnection.connect({ address: temporalAddress() });
    closeAtEnd(() => native.close());
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue: QUEUES.imports,
      workflowsPath: require.resolve('../../workflows/reference-import'),
      activities: createImportActivities(openForOperator(database)),
    });
    const running = worker.run();
    closeAtEnd(() => {
      worker.shutdown();
      return running;
    });
  });

  it('imports files in turn and rebuilds the search index once', async () => {
    const files = [request('hs-nomenclature', 'harmonized-system.csv'), request('usitc-csv', 'schedule-us.csv')];
    const summaries = await (await startReferenceImport(client, 'two files', files)).result();
    expect(summaries).toMatchObject([
      { file: 'harmonized-system.csv', status: 'imported', rowsIn: 20 },
      { file: 'schedule-us.csv', status: 'imported', rowsIn: 23 },
    ]);
    expect(await database.query('select 1 from search_terms limit 1')).toHaveLength(1);
  });

  it('finds what is in place already and goes on from there', async () => {
    const files = [request('hs-nomenclature', 'harmonized-system.csv'), request('vat', 'vat.json')];
    const summaries = await (await startReferenceImport(client, 'again', files)).result();
    expect(summaries.map(({ status }) => status)).toEqual(['unchanged', 'imported']);
  });

  it('gives up at once on a file that is refused', async () => {
    const handle = await startReferenceImport(client, 'refused', [request('ukgt-json', 'vat.json')]);
    await expect(handle.result()).rejects.toMatchObject({ cause: { cause: { type: 'refused' } } });
  });
});
