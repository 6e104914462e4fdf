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
