import type { Middleware } from 'koa';

/** With fewer requests than this under way nobody waits: what they need of a turn of the event loop is short. */
const CROWD = 64;

/**
 * In a crowd, begins one request in each turn of the event loop, in the order in which they came.
 *
 * Node accepts one new connection in a turn. Where every request that has come is begun at once, turns are long, and
 * of hundreds of clients that connect together the last ones wait for seconds before anything of them is read, while
 * the first ones are served again and again.
 *
 * Notes on the context when the request came: waiting counts as part of answering.
 */
export function beginInTurn(now: () => Date): Middleware {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  const beginNext = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  };
  const turn = (): Promise<void> =>
    new Promise((begin) => {
      waiting.push(begin);
      if (waiting.length === 1) setImmediate(beginNext);
    });

  return async (context, next) => {
    context.state['receivedAt'] = now();
    if (underWay >= CROWD || waiting.length > 0) await turn();
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}

/** When a request came; null where this layer is not in use and every request begins as it comes. */
export function receivedAt(state: Record<string, unknown>): Date | null {
  const moment = state['receivedAt'];
  return moment instanceof Date ? moment : null;
}
