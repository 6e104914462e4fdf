import { context, propagation, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

/** Does nothing until a process registers a provider (process/tracing.ts). */
const tracer = trace.getTracer('corridor');

export interface TracedCall {
  /** Headers that carry the trace on (W3C Trace Context); none while nothing is traced. */
  headers: Record<string, string>;
  /** Says how it went. */
  note: (attributes: Attributes) => void;
}

/**
 * Makes a call to another system inside a trace span.
 * @param attributes never names of people, accounts or secrets
 * Source: docs/OPERATIONS.md, "Traces"
 */
export function traceCall<Result>(
  name: string,
  attributes: Attributes,
  call: (traced: TracedCall) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const headers: Record<string, string> = {};
    propagation.inject(context.active(), headers);
    try {
      return await call({ headers, note: (said) => span.setAttributes(said) });
    } catch (fault) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw fault;
    } finally {
      span.end();
    }
  });
}
