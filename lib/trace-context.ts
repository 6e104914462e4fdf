import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * The trace that the caller is in, to be written down with work that another process does later.
 * @returns `traceparent` of W3C Trace Context, or null while nothing is traced
 * Source: docs/OPERATIONS.md, "Traces"
 */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier['traceparent'] ?? null;
}

/** Works in the trace that was written down; null: in none. */
export function inTraceOf<Result>(traceparent: string | null, work: () => Result): Result {
  if (traceparent === null) return work();
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), work);
}
