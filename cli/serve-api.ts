import { setFlagsFromString } from 'node:v8';
import { consolePages } from '../console/console-pages';
import { startApi } from '../process/api';
import { followMark } from '../process/database-mark';
import type { Front } from '../process/front';
import { createLogger } from '../process/logger';
import type { Settings } from '../process/settings';
import type { Tracing } from '../process/tracing';
import { endBehindMark } from './stand-by';

/**
 * How far the old generation grows beyond what is alive before it is collected again, in percent. By itself V8 lets a
 * heap of 60 MB grow to some 240 MB, most of it garbage of requests that outlived the young generation; this costs an
 * API process about a tenth of its computing time under full load.
 */
const HEAP_GROWING_PERCENT = 50;

/**
 * Runs the API with the pages of the console.
 * @param front its port
 * @returns how to end it
 */
export async function startApiProcess(
  settings: Settings,
  front: Front | null,
  tracing: Tracing | null,
): Promise<() => Promise<void>> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const log = createLogger(settings.logLevel, settings.instance);
  const api = await startApi(settings, log, { pages: consolePages, tracing, front });
  const endFollowing = followMark(api.services, false, endBehindMark(log));
  return () => {
    endFollowing();
    return api.stop();
  };
}
