/** Whether a value of unknown shape may have members. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A node of JSON with members. */
export type Node = Record<string, unknown>;

/** Whether a value is an object of JSON, and no list. */
export function isNode(value: unknown): value is Node {
  return isObject(value) && !Array.isArray(value);
}

/** Members of `parent[name]` that are objects, by name; none where it is no object. */
export function nodesIn(parent: Node, name: string): [name: string, node: Node][] {
  const members = parent[name];
  return isNode(members) ? Object.entries(members).filter((entry): entry is [string, Node] => isNode(entry[1])) : [];
}

/**
 * A member of a value of unknown origin.
 * @param path names of members, each inside of the one before it
 * @returns undefined where there is no such member
 */
export function memberOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((found, name) => (isObject(found) ? Reflect.get(found, name) : undefined), value);
}

/** @returns the value where it is an object, else one without members */
export const membersOf = (value: unknown): object => (isObject(value) ? value : {});
