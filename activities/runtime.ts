import type { MetricGauge } from '@temporalio/common';
import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';
import type { Logger } from 'pino';

/** What of a line of the SDK says where it comes from; whatever else it carries stays out of the log. */
const LOGGED = ['workflowId', 'workflowType', 'activityType', 'taskQueue', 'attempt'] as const;

/** Writes a line of the SDK into our log; of a fault in an activity without the values of its statement. */
function forwardLine(log: Logger, { level, message, meta }: LogEntry): void {
  const about = Object.fromEntries(LOGGED.flatMap((name) => (meta?.[name] === undefined ? [] : [[name, meta[name]]])));
  const fault: unknown = meta?.['error'];
  const line = { ...about, ...(fault === undefined ? {} : { fault }) };
  if (level === 'ERROR') log.error(line, message);
  else log.warn(line, message);
}

let isInstalled = false;

let clockOffset: MetricGauge | null = null;

/** Shows how many seconds the clock of the process is apart from Postgres', among the numbers of the SDK. */
export function showClockOffset(seconds: number): void {
  clockOffset ??= Runtime.instance().metricMeter.createGauge('corridor_clock_offset_seconds', 'float');
  clockOffset.set(Math.abs(seconds));
}

/**
 * Sets up the SDK's logging and metrics, once per process and before anything else.
 * @param metricsAddress `host:port` on which the SDK serves its metrics at `/metrics`; none by default
 */
export function installRuntime(log: Logger, metricsAddress: string | null = null): void {
  if (isInstalled) return;
  isInstalled = true;
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry) => forwardLine(log, entry)),
    telemetryOptions: {
      logging: { filter: 'ERROR', forward: {} },
      ...(metricsAddress === null ? {} : { metrics: { prometheus: { bindAddress: metricsAddress } } }),
    },
    shutdownSignals: [],
  });
}
