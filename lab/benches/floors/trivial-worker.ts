import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { COMMON_WORKER_OPTIONS } from '../../../process/worker';

/** Queue of the floor's own worker. */
const QUEUE = 'bench-trivial';

/** Runs trivial workflows with the settings of our own workers, until SIGTERM. */
async function main(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
  const address = process.env['TEMPORAL_ADDRESS'] ?? '';
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...COMMON_WORKER_OPTIONS,
    connection,
    taskQueue: QUEUE,
    workflowsPath: require.resolve('./trivial-workflow'),
  });
  process.on('SIGTERM', () => worker.shutdown());
  process.send?.('ready');
  await worker.run();
  await connection.close();
  process.exit(0);
}

void main();
