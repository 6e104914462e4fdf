import fc from 'fast-check';

type Path = readonly (string | number)[];

/** A body with one member changed. */
export interface Mutation {
  /** Such as `beneficiary.bankAccount = null`. */
  what: string;
  body: unknown;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function membersOf(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    return [{ path: at, value: member }, ...membersOf(member, at)];
  });
}

function withMember(body: unknown, [name, ...below]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  const member: unknown = isObject(body) ? Reflect.get(body, name) : undefined;
  const changed = withMember(member, below, value);
  if (!Array.isArray(body)) return { ...(isObject(body) ? body : {}), [name]: changed };
  return body.map((item: unknown, index) => (index === name ? changed : item));
}

function doubled(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), ...(value as unknown[])];
  return typeof value === 'string' ? value + value : typeof value === 'number' ? value * 2 : [value, value];
}

function ofOtherType(value: unknown): unknown {
  if (typeof value === 'string') return 7;
  return typeof value === 'number' ? String(value) : isObject(value) ? 'text' : { value };
}

/** @returns the body with each of its members, at any depth, null, emptied, doubled or of another type */
export function mutationsOf(body: unknown): Mutation[] {
  return membersOf(body).flatMap(({ path, value }) =>
    [null, '', [], {}, 0, doubled(value), ofOtherType(value)].map((changed) => ({
      what: `${path.join('.')} = ${JSON.stringify(changed)}`,
      body: withMember(body, path, changed),
    })),
  );
}

const SHAPES = fc.jsonValue({ maxDepth: 4 });

/** Any JSON, and a valid body of which members are replaced, and others added, at random. */
export function jsonLike(body: Record<string, unknown>): fc.Arbitrary<unknown> {
  const names = Object.keys(body);
  const member = names.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...names), fc.string());
  const changed = fc.array(fc.tuple(member, SHAPES), { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy = structuredClone(body);
    for (const [name, value] of changes) {
      // Not what every object has under `__proto__`.
      const inner = Object.hasOwn(copy, name) ? copy[name] : undefined;
      if (isObject(inner) && !Array.isArray(inner) && typeof value === 'object') Object.assign(inner, value);
      else Reflect.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  });
  return fc.oneof(SHAPES, changed);
}
