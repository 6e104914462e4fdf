import { previewDocument } from '../activities/documents/preview';
import { consolePages } from '../console/console-pages';
import { startApi } from '../process/api';
import { createLogger } from '../process/logger';
import type { Settings } from '../process/settings';
import type { Tracing } from '../process/tracing';

/**
 * Runs the API with the pages of the console.
 * @returns how to end it
 */
export async function startApiProcess(settings: Settings, tracing: Tracing | null): Promise<() => Promise<void>> {
  const log = createLogger(settings.logLevel, settings.instance);
  const api = await startApi(settings, log, consolePages({ previewDocument }), tracing);
  return () => api.stop();
}
