import { run, Logger } from 'graphile-worker';
import { Pool } from 'undici';
import { z } from 'zod';
import { signDelivery } from '../../../domain/webhooks/signature';

/** As many attempts at a time as a batch of ours makes. */
const CONCURRENCY = 25;

const Job = z.object({ path: z.string(), id: z.string(), object: z.record(z.string(), z.unknown()) });

/** The peer: each delivery is a job of graphile-worker that signs the event and posts it, until SIGTERM. */
async function main(): Promise<void> {
  const secret = process.env['PEER_SECRET'] ?? '';
  const pool = new Pool(process.env['PEER_RECEIVER'] ?? '', { connections: CONCURRENCY });
  const runner = await run({
    connectionString: process.env['DATABASE_URL'] ?? '',
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      async deliver(payload) {
        const { path, id, object } = Job.parse(payload);
        const event = { id, type: 'buyer.matched', createdAt: new Date(), object };
        const { body, headers } = signDelivery(event, [secret], new Date());
        const { statusCode, body: answer } = await pool.request({
          method: 'POST',
          path,
          headers: { ...headers },
          body,
        });
        await answer.dump();
        if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
      },
    },
  });
  process.on('SIGTERM', () => {
    void runner
      .stop()
      .then(() => pool.close())
      .then(() => process.exit(0));
  });
  process.send?.('ready');
  await runner.promise;
}

void main();
