import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { createImportActivities, type ImportRequest } from '../../activities/importers/activities';
import { orderImports } from '../../db/imports/import-orders';
import pino from 'pino';
import { installRuntime } from '../../activities/runtime';
import { startReferenceImport } from '../../workflows/client/imports';
import type { referenceImport } from '../../workflows/reference-import';
import { QUEUES } from '../../workflows/contract';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, openForOperator, urlFor, type TestDatabase } from '../support/database';
import { FIXTURES } from '../support/reference-data';
import { createNamespace, temporalAddress, workflowsOver } from '../support/temporal';

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
      activities: createImportActivities(openForOperator({ ...database, url: urlFor('worker', database.url) })),
    });
    const running = worker.run();
    closeAtEnd(() => {
      worker.shutdown();
      return running;
    });
  });

  const resultOf = async (name: string, files: ImportRequest[]) => {
    const workflowId = await startReferenceImport(workflowsOver(client), name, files);
    return client.workflow.getHandle<typeof referenceImport>(workflowId).result();
  };

  const start = async (name: string, files: ImportRequest[]) => {
    await orderImports(database, files);
    return resultOf(name, files);
  };

  it('imports files in turn and rebuilds the search index once', async () => {
    const files = [request('hs-nomenclature', 'harmonized-system.csv'), request('usitc-csv', 'schedule-us.csv')];
    const summaries = await start('two files', files);
    expect(summaries).toMatchObject([
      { file: 'harmonized-system.csv', status: 'imported', rowsIn: 20 },
      { file: 'schedule-us.csv', status: 'imported', rowsIn: 23 },
    ]);
    expect(await database.query('select 1 from search_terms limit 1')).toHaveLength(1);
  });

  it('finds what is in place already and goes on from there', async () => {
    const files = [request('hs-nomenclature', 'harmonized-system.csv'), request('vat', 'vat.json')];
    const summaries = await start('again', files);
    expect(summaries.map(({ status }) => status)).toEqual(['unchanged', 'imported']);
  });

  it('gives up at once on a file that is refused', async () => {
    await expect(start('refused', [request('ukgt-json', 'vat.json')])).rejects.toMatchObject({
      cause: { cause: { type: 'refused' } },
    });
  });

  it('reads no file that was not ordered, or whose order has lapsed', async () => {
    const refused = (files: ImportRequest[], name: string) =>
      expect(resultOf(name, files)).rejects.toMatchObject({
        cause: { cause: { type: 'refused' } },
      });
    // In place already, so that nothing else is wrong with it.
    const file = { ...request('vat', 'vat.json'), name: 'named otherwise' };
    await orderImports(database, [
      { ...file, path: '/elsewhere' },
      { ...file, options: { replace: true } },
    ]);
    await refused([file], 'not ordered');
    await orderImports(database, [file]);
    await database.query(`update import_orders set ordered_at = now() - interval '25 hours'`);
    await refused([file], 'lapsed');
    await orderImports(database, []);
    expect(await database.query('select from import_orders')).toEqual([]);
  });
});
