import path from 'node:path';

/** Flags of Node for a process that runs workflows; docker/Dockerfile gives the same. */
export const WORKER_FLAGS: readonly string[] = [
  '--require',
  path.join(__dirname, '..', 'activities', 'workflow-threads.js'),
];
