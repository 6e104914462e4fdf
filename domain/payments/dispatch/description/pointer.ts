import { isObject } from '../../../unknown-value';

/** A JSON Pointer as a text; the whole document is not among them. Source: RFC 6901, section 3 */
export const POINTER_PATTERN = /^(\/([^/~]|~[01])*)+$/;

/** @returns the names that a pointer leads through, unescaped. Source: RFC 6901, section 4 */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A place in a list; without leading zeros. */
const INDEX = /^(0|[1-9]\d{0,5})$/;

/** @returns whether a pointer ends at a list of several, none of which it names: what it means stands there several times */
export function leadsToSeveral(document: unknown, pointer: string): boolean {
  let found = document;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(found) && !INDEX.test(token)) return found.length > 1;
    if (!isObject(found) || !Object.hasOwn(found, token)) return false;
    found = Reflect.get(found, token);
  }
  return Array.isArray(found) && found.length > 1;
}

/** @returns the value that a pointer leads to; undefined where there is none */
export function valueAt(document: unknown, pointer: string): unknown {
  let found = document;
  for (const token of tokensOf(pointer)) {
    if (!isObject(found) || !Object.hasOwn(found, token)) return undefined;
    if (Array.isArray(found) && !INDEX.test(token)) return undefined;
    found = Reflect.get(found, token);
  }
  return found;
}
