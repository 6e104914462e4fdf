import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import type { Vault } from '../../lib/vault';
import { createDocumentActivities, RENDER_CONCURRENCY, type DocumentActivities } from './activities';
import { launchBrowser } from './browser';
import { BrowserPool } from './browser-pool';

/** Documents that wait inside a worker; more stay on the task queue, where another worker may take them. */
const QUEUE_LIMIT = 16;

/** Options of the worker on the `documents` queue beside the common ones: it takes no more than it can render. */
export const DOCUMENT_WORKER_OPTIONS = { maxConcurrentActivityTaskExecutions: RENDER_CONCURRENCY + 2 };

export interface DocumentWork {
  activities: DocumentActivities;
  /** Starts the browser ahead of the first document; a failure shows again with that document. */
  warm(): Promise<void>;
  /** Ends the browser; call it after the worker has stopped. */
  close(): Promise<void>;
}

/** Everything that the `documents` queue needs in a worker process. */
export function createDocumentWork(context: {
  database: Database;
  vault: Vault;
  publicUrl: string;
  log: Logger;
}): DocumentWork {
  const launch = async () => {
    const running = await launchBrowser();
    const { sandbox, account } = running.confinement;
    const user = account?.name ?? 'the worker itself';
    if (sandbox) context.log.info({ user }, 'the browser runs in its sandbox');
    else context.log.warn({ user }, 'the browser runs without its sandbox: this machine allows none');
    return running;
  };
  const pool = new BrowserPool({ launch, concurrency: RENDER_CONCURRENCY, queueLimit: QUEUE_LIMIT });
  return {
    activities: createDocumentActivities({ ...context, pool }),
    warm: () => pool.warm().catch((fault: unknown) => context.log.warn({ fault }, 'the browser does not start')),
    close: () => pool.close(),
  };
}
