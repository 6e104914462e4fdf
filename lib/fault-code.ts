/**
 * The short name of a network fault: its code (`ECONNREFUSED`), else its name (`TimeoutError`).
 * DOMExceptions have a number for a code, which says nothing. A fault of Node may come from another realm, as in tests, and
 * is no instance of `Error` then.
 */
export function faultCode(fault: unknown): string {
  const { code, name } = (fault ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'UNKNOWN';
}
