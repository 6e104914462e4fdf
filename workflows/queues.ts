/** Task queues; workers are scaled by queue. */
export const QUEUES = {
  payments: 'payments',
  webhooks: 'webhooks',
  sandbox: 'sandbox',
  documents: 'documents',
  imports: 'imports',
  maintenance: 'maintenance',
} as const;

/** Queues that a worker process can be told to work on. */
export const WORKER_QUEUES = [
  'payments',
  'webhooks',
  'sandbox',
  'documents',
  'imports',
  'maintenance',
] as const satisfies readonly (keyof typeof QUEUES)[];
export type WorkerQueue = (typeof WORKER_QUEUES)[number];
