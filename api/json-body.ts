import { visit, type JSONPath } from 'jsonc-parser';
import { DomainError, invalidField, type FieldFault } from '../domain/errors';

/** Deeper bodies are refused: no shape of ours needs more, and recursion must stay bounded. Source: docs/GAPS.md#G4 */
const MAX_DEPTH = 20;
/** A literal with more significant digits would be changed by the reading. */
const MAX_DIGITS = 17;
/** Faults beyond this many add nothing for the reader. */
export const MAX_FAULTS = 50;

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Writes `items.0.price` for `['items', 0, 'price']`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function textFault(field: string, text: string): FieldFault | null {
  if (text.includes('\u0000')) return { field, code: 'nul', message: 'must not contain the NUL character' };
  if (LONE_SURROGATE.test(text)) return { field, code: 'surrogate', message: 'must not contain half a surrogate pair' };
  return null;
}

function significantDigits(literal: string): number {
  const mantissa = literal.replace(/[eE].*$/, '').replace(/[-.]/g, '');
  return mantissa.replace(/^0+/, '').replace(/0+$/, '').length;
}

/**
 * The depth of nesting in a JSON text. It is counted on the text before any recursion, because a body of a few
 * kilobytes can be nested deeply enough to overflow the stack.
 * @param text valid JSON
 */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '"') inString = !inString;
    else if (inString) index += char === '\\' ? 1 : 0;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

class BodyScanner {
  readonly faults: FieldFault[] = [];
  /** Where numbers stand that reading has changed. */
  readonly changedNumbers: JSONPath[] = [];
  private readonly seen: Set<string>[] = [];

  note(fault: FieldFault | null): void {
    if (fault !== null && this.faults.length < MAX_FAULTS) this.faults.push(fault);
  }

  visitMembers(text: string): void {
    visit(text, {
      onObjectBegin: () => {
        this.seen.push(new Set());
      },
      onObjectEnd: () => {
        this.seen.pop();
      },
      onObjectProperty: (...[name, , , , , path]) => this.checkProperty(name, path()),
      onLiteralValue: (...[value, offset, length, , , path]) => {
        this.checkLiteral(value, text.slice(offset, offset + length), path);
      },
    });
  }

  private checkProperty(name: string, parent: JSONPath): void {
    const names = this.seen.at(-1);
    if (names === undefined) return;
    const field = fieldPath([...parent, name]);
    if (names.has(name)) this.note({ field, code: 'duplicate_key', message: 'is given more than once' });
    names.add(name);
    this.note(textFault(field, name));
  }

  private checkLiteral(value: unknown, source: string, path: () => JSONPath): void {
    if (typeof value === 'string') {
      if (value.includes('\u0000') || LONE_SURROGATE.test(value)) this.note(textFault(fieldPath(path()), value));
      return;
    }
    if (typeof value !== 'number') return;
    if (!Number.isFinite(value) || significantDigits(source) > MAX_DIGITS) this.changedNumbers.push(path());
  }
}

/** @throws DomainError INVALID_REQUEST for bytes that are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DomainError('INVALID_REQUEST', 'The body is not valid UTF-8.', {
      details: [{ field: '', code: 'encoding', message: 'must be UTF-8' }],
      cause,
    });
  }
}

/** An escape that the scan must look at: NUL, or half of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(0000|d[89a-f])/i;

/**
 * Whether writing the value again gives the very same text: then no key stood there twice and no number lost a digit,
 * and the scan, which costs more than the rest of the reading, finds nothing.
 */
function isWrittenByUs(text: string, value: unknown): boolean {
  return JSON.stringify(value) === text && !SUSPECT_ESCAPE.test(text);
}

/**
 * Replaces the number at a path by NaN, which no schema accepts. It uses `defineProperty`, because a member may be
 * named `__proto__`.
 */
function spoilNumber(value: unknown, path: JSONPath): void {
  let parent = value;
  for (const name of path.slice(0, -1)) parent = ownMember(parent, name);
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  Object.defineProperty(parent, last, { value: NaN, enumerable: true, configurable: true, writable: true });
}

function ownMember(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

export interface JsonBody {
  value: unknown;
  /** Fields whose numbers have more digits than a number can hold; they read as NaN, which no schema takes. */
  imprecise: ReadonlySet<string>;
  /** What no body may have, whatever its schema: keys that stand there twice, NUL, halves of surrogate pairs. */
  faults: readonly FieldFault[];
}

/**
 * Parses a JSON body strictly: UTF-8, at most 20 levels, an object; duplicate keys, NUL and half surrogate pairs are
 * faults. `__proto__` becomes an ordinary own member. A number that cannot be represented is a fault only if its
 * member is read, so that a 64-bit id in an unknown member does no harm.
 * @throws DomainError INVALID_REQUEST for bytes without a value that a schema could check
 * Source: docs/GAPS.md#G4
 */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeUtf8(bytes);
  const scanner = new BodyScanner();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DomainError('INVALID_REQUEST', 'The body is not valid JSON.', {
      details: [{ field: '', code: 'json', message: 'must be valid JSON' }],
      cause,
    });
  }
  if (nestingOf(text) > MAX_DEPTH)
    throw invalidField('', 'too_deep', `must not be nested deeper than ${MAX_DEPTH} levels`);
  if (!isWrittenByUs(text, value)) scanner.visitMembers(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField('', 'type', 'must be a JSON object');
  }
  for (const path of scanner.changedNumbers) spoilNumber(value, path);
  return { value, imprecise: new Set(scanner.changedNumbers.map(fieldPath)), faults: scanner.faults };
}
