import path from 'node:path';
import { existsSync } from 'node:fs';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { Middleware } from 'koa';
import { operationOf } from '../api/middleware/log-requests';
import { optional, type Environment } from './environment';

/** What a traced process puts into its requests, calls to Temporal, workflows and activities. */
export interface Tracing {
  /** A span for each request, with its Request-Id. */
  requests: Middleware;
  /** Carries the trace into workflows. */
  clients: WorkflowClientInterceptor[];
  /** Options of every worker, which go before its own; the bundle of workflows is made again, which takes seconds. */
  workers(): Promise<Pick<WorkerOptions, 'workflowBundle' | 'interceptors' | 'sinks'>>;
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}

/** Whether traces are wanted: an address to send them to is enough, as in the standard of OpenTelemetry. */
export function isTraced(environment: Environment): boolean {
  const exporter = optional(environment, 'OTEL_TRACES_EXPORTER') ?? 'otlp';
  const addresses = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const isAddressed = addresses.some((name) => optional(environment, name) !== null);
  return environment['OTEL_SDK_DISABLED'] !== 'true' && exporter === 'otlp' && isAddressed;
}

/** Traces requests, without path and query: a path may be a tracking link, and a reference may contain a name. */
function traceRequests(): Middleware {
  const tracer = trace.getTracer('corridor');
  return (context, next) =>
    tracer.startActiveSpan('request', { kind: SpanKind.SERVER, root: true }, async (span) => {
      try {
        await next();
      } finally {
        const { method, status } = context;
        const requestId: unknown = context.state['requestId'];
        span.updateName(`${method} ${operationOf(context.state) ?? 'unknown'}`);
        span.setAttributes({
          'http.request.method': method,
          'http.response.status_code': status,
          'corridor.request_id': String(requestId),
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      }
    });
}

/** The compiled workflows: also for a process that runs from its sources. */
function workflowsPath(): string {
  const beside = path.join(__dirname, '..', 'workflows', 'index.js');
  return existsSync(beside) ? beside : path.join(__dirname, '..', 'dist', 'workflows', 'index.js');
}

const INTERCEPTORS = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

/** Options that trace workers: interceptors, and a bundle of workflows with them. */
async function traceWorkers(
  sinks: NonNullable<WorkerOptions['sinks']>,
): Promise<Awaited<ReturnType<Tracing['workers']>>> {
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { OpenTelemetryActivityInboundInterceptor } = await import('@temporalio/interceptors-opentelemetry');
  const workflows = workflowsPath();
  const workflowInterceptorModules = [require.resolve(INTERCEPTORS)];
  const { code } = await bundleWorkflowCode({
    workflowsPath: workflows,
    preloadModules: [workflows],
    workflowInterceptorModules,
    logger: new DefaultLogger('WARN'),
  });
  return {
    workflowBundle: { code },
    interceptors: {
      workflowModules: workflowInterceptorModules,
      activity: [(context) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(context) })],
    },
    sinks,
  };
}

/**
 * Starts tracing this process by the standard variables of OpenTelemetry (`OTEL_EXPORTER_OTLP_ENDPOINT`,
 * `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` …). Without them nothing is loaded.
 * @returns null where nothing is traced
 * Source: docs/OPERATIONS.md, "Traces"
 */
export async function startTracing(environment: Environment): Promise<Tracing | null> {
  if (!isTraced(environment)) return null;
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { detectResourcesSync, envDetectorSync, Resource } = await import('@opentelemetry/resources');
  const { makeWorkflowExporter, OpenTelemetryWorkflowClientInterceptor } =
    await import('@temporalio/interceptors-opentelemetry');
  const named = new Resource({ 'service.name': 'corridor' });
  const resource = named.merge(detectResourcesSync({ detectors: [envDetectorSync] }));
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  return {
    requests: traceRequests(),
    clients: [new OpenTelemetryWorkflowClientInterceptor()],
    workers: () => traceWorkers({ exporter: makeWorkflowExporter(processor, resource) }),
    stop: () => provider.shutdown(),
  };
}
