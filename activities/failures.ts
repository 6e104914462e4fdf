import { memberOf } from '../domain/unknown-value';

/**
 * The short name of a network fault: its code (`ECONNREFUSED`), else its name (`TimeoutError`).
 * DOMExceptions have a number for a code, which says nothing.
 */
export function faultCode(fault: unknown): string {
  const code = memberOf(fault, 'code');
  if (typeof code === 'string') return code;
  const name = memberOf(fault, 'name');
  return typeof name === 'string' ? name : 'UNKNOWN';
}
