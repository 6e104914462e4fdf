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

/** Follows a JSON pointer to a value. `isSeveral`: it ends at a list of several entries without choosing one. */
function followPointer(document: unknown, pointer: string): { value?: unknown; isSeveral: boolean } {
  let value = document;
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(value) && !INDEX.test(token)) return { isSeveral: value.length > 1 };
    if (!isObject(value) || !Object.hasOwn(value, token)) return { isSeveral: false };
    value = Reflect.get(value, token);
  }
  return { value, isSeveral: Array.isArray(value) && value.length > 1 };
}

/** @returns whether what a pointer means stands there several times */
export function leadsToSeveral(document: unknown, pointer: string): boolean {
  return followPointer(document, pointer).isSeveral;
}

/** @returns the value that a pointer leads to; undefined where there is none */
export function valueAt(document: unknown, pointer: string): unknown {
  return followPointer(document, pointer).value;
}
