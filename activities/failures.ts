function property(fault: unknown, name: string): unknown {
  return typeof fault === 'object' && fault !== null ? Reflect.get(fault, name) : undefined;
}

/**
 * The short name of a network fault: its code (`ECONNREFUSED`), else its name (`TimeoutError`).
 * DOMExceptions have a number for a code, which says nothing.
 */
export function faultCode(fault: unknown): string {
  const code = property(fault, 'code');
  if (typeof code === 'string') return code;
  const name = property(fault, 'name');
  return typeof name === 'string' ? name : 'UNKNOWN';
}
