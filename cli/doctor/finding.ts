/** What a check found. A `fault` keeps the service from working, a `warning` may. */
export interface Finding {
  /** What was looked at, such as `postgres`. */
  name: string;
  status: 'ok' | 'warning' | 'fault';
  /** Versions, addresses, amounts; never a password. */
  found: string;
  /** What to do, as a person would type it; null where nothing is. */
  todo: string | null;
}

export function ok(name: string, found: string): Finding {
  return { name, status: 'ok', found, todo: null };
}

export function warning(name: string, found: string, todo: string): Finding {
  return { name, status: 'warning', found, todo };
}

export function fault(name: string, found: string, todo: string): Finding {
  return { name, status: 'fault', found, todo };
}

/** The words of a fault, on one line and without an address that may hold a password. */
export function wordsOf(error: unknown): string {
  const text = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);
  return (text.split('\n')[0] ?? '').replace(/:\/\/[^@\s]*@/g, '://');
}

/**
 * The result of work.
 * @throws Error when it takes longer than the limit
 */
export async function withTimeLimit<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
