import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import pino from 'pino';
import { createDocumentActivities, type DocumentActivities } from '../../../activities/documents/activities';
import type { BrowserPool } from '../../../activities/documents/browser-pool';
import type { Database } from '../../../db/database';
import type { Vault } from '../../../lib/vault';
import { QUEUES } from '../../../workflows/contract';
import { closeAtEnd } from '../../support/closing';

function address(): string {
  const value = process.env['CORRIDOR_TEST_TEMPORAL_ADDRESS'];
  if (value === undefined) throw new Error('Run the tests with "npm test": it starts Temporal.');
  return value;
}

/** A namespace of its own, so that workers of other test files never take this file's documents. */
async function createNamespace(connection: Connection): Promise<string> {
  const namespace = `documents-${randomBytes(4).toString('hex')}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  return namespace;
}

/** The server tells its parts of a new namespace after a moment; calls fail until then. */
async function untilKnown(client: Client): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await client.workflow.getHandle('none').describe();
    } catch (fault) {
      if (fault instanceof Error && fault.name === 'WorkflowNotFoundError') return;
      if (attempt > 100) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A worker on the `documents` queue with the given browser, until the file's tests are over. @returns its client */
export async function startDocumentWorker(work: {
  database: Database;
  vault: Vault;
  pool: BrowserPool;
  override?: Partial<DocumentActivities>;
}): Promise<Client> {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const connection = await Connection.connect({ address: address() });
  const namespace = await createNamespace(connection);
  closeAtEnd(() => connection.close());
  const client = new Client({ connection, namespace });
  await untilKnown(client);
  const native = await NativeConnection.connect({ address: address() });
  closeAtEnd(() => native.close());
  const { database, vault, pool } = work;
  const activities = createDocumentActivities({
    database,
    vault,
    pool,
    publicUrl: 'https://trade.example.com',
    log: pino({ enabled: false }),
  });
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue: QUEUES.documents,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: require.resolve('../../../workflows/document-generation'),
      logger: new DefaultLogger('ERROR'),
    }),
    activities: { ...activities, ...work.override },
    shutdownGraceTime: '1 s',
    shutdownForceTime: '3 s',
  });
  const run = worker.run();
  closeAtEnd(() => {
    worker.shutdown();
    return run;
  });
  return client;
}
