import { setTimeout as delay } from 'node:timers/promises';

/** A restart of Temporal takes some seconds; a worker that exits would only be restarted into the same fault. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;

/**
 * Opens a connection to a server that may be restarting.
 * @param connect one attempt, which fails when the server is away
 * @param onFirstFault gets the first fault, once
 * @throws the fault of the first attempt that fails after `patienceMs`
 */
export async function connectPatiently<Connected>(
  connect: () => Promise<Connected>,
  onFirstFault: (fault: unknown) => void,
  { patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS } = {},
): Promise<Connected> {
  const limit = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect();
    } catch (fault) {
      if (performance.now() >= limit) throw fault;
      if (attempt === 1) onFirstFault(fault);
    }
    await delay(pauseMs);
  }
}
