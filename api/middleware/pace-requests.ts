import type { Middleware } from 'koa';

/** With fewer requests than this under way none is delayed: an iteration of the event loop is short. */
const PACED_FROM = 64;

/**
 * Under load, begins one request in each iteration of the event loop, in the order of arrival. Node accepts one new
 * connection in an iteration. If all waiting requests began at once, iterations would be long, and of hundreds of
 * clients that connect together the last would wait for seconds, while the first are served again and again. It
 * records the time of arrival, because waiting counts as part of answering.
 */
export function paceRequests(now: () => Date): Middleware {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  const beginNext = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  };
  const nextTurnOfLoop = (): Promise<void> =>
    new Promise((begin) => {
      waiting.push(begin);
      if (waiting.length === 1) setImmediate(beginNext);
    });

  return async (context, next) => {
    context.state['receivedAt'] = now();
    if (underWay >= PACED_FROM || waiting.length > 0) await nextTurnOfLoop();
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}

/** When a request came; null where this layer is not in use and every request begins as it comes. */
export function arrivalOf(state: Record<string, unknown>): Date | null {
  const moment = state['receivedAt'];
  return moment instanceof Date ? moment : null;
}
