import { z, type ZodType } from 'zod';
import type { FieldFault } from '../../domain/errors';
import { nearestName } from '../../domain/near-names';
import { REQUIRED_MESSAGE } from '../../domain/schema-words';
import { fieldPath, MAX_FAULTS } from '../json-body';

/** A member that a request has and its operation does not know. */
export interface UnknownMember {
  path: readonly (string | number)[];
  /** Names that stand there and are known. */
  known: readonly string[];
}

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const shapes = new WeakMap<ZodType, Node>();

/** What the schema takes, as JSON Schema: all forms of a request in one plain tree. */
function shapeOf(schema: ZodType): Node {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape: Node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  shapes.set(schema, shape);
  return shape;
}

/** The plain forms behind references and alternatives. */
function formsOf(node: unknown, root: Node): Node[] {
  if (!isNode(node)) return [];
  const reference = node['$ref'];
  if (typeof reference === 'string') {
    const named = isNode(root['$defs']) ? root['$defs'][reference.replace('#/$defs/', '')] : undefined;
    return formsOf(reference === '#' ? root : named, root);
  }
  const lists: unknown[] = [node['anyOf'], node['oneOf'], node['allOf']].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return lists.length === 0 ? [node] : lists.flatMap((one) => formsOf(one, root));
}

/** Whether a form that is chosen by a member, such as `type`, is the one of this value. */
function isMeant(form: Node, value: Node): boolean {
  const { properties } = form;
  if (!isNode(properties)) return false;
  return Object.entries(properties).every(
    ([name, property]) => !isNode(property) || !('const' in property) || property['const'] === value[name],
  );
}

/** @returns each member of the value that no form of the schema has, at most 50, in the order of the request */
export function unknownMembers(schema: ZodType, value: unknown): UnknownMember[] {
  const root = shapeOf(schema);
  const found: UnknownMember[] = [];
  const look = (at: unknown, nodes: readonly Node[], path: readonly (string | number)[]): void => {
    if (found.length >= MAX_FAULTS) return;
    if (Array.isArray(at)) {
      const items = nodes.flatMap((node) => formsOf(node['items'], root));
      at.forEach((item: unknown, index) => look(item, items, [...path, index]));
      return;
    }
    if (!isNode(at)) return;
    // A form without named members takes any: what is inside is the caller's own.
    const isOpen = nodes.some((node) => node['type'] === 'object' && !isNode(node['properties']));
    const forms = nodes.filter((node) => isMeant(node, at));
    if (isOpen || forms.length === 0) return;
    const properties = forms.flatMap((form) => Object.entries(isNode(form['properties']) ? form['properties'] : {}));
    const known = [...new Set(properties.map(([name]) => name))];
    for (const [name, member] of Object.entries(at)) {
      const below = properties.filter(([property]) => property === name).flatMap(([, node]) => formsOf(node, root));
      if (known.includes(name)) look(member, below, [...path, name]);
      else if (found.length < MAX_FAULTS) found.push({ path: [...path, name], known });
    }
  };
  look(value, formsOf(root, root), []);
  return found;
}

/** The refusal of a member that is not known. Source: docs/GAPS.md#G4 */
export function unknownFault({ path, known }: UnknownMember): FieldFault {
  const near = nearestName(String(path.at(-1)), known);
  const advice = near === null ? `known here: ${known.join(', ')}` : `did you mean ${near}?`;
  return { field: fieldPath(path), code: 'unknown_member', message: `is not known; ${advice}` };
}

/** Where a member is missing and a stranger of nearly its name stands beside it, the fault names that one. */
export function withSuggestions(faults: readonly FieldFault[], unknown: readonly UnknownMember[]): FieldFault[] {
  return faults.map((fault) => {
    if (!fault.message.startsWith(REQUIRED_MESSAGE)) return fault;
    const near = unknown.find(({ path, known }) => {
      const meant = nearestName(String(path.at(-1)), known);
      return meant !== null && fieldPath([...path.slice(0, -1), meant]) === fault.field;
    });
    if (near === undefined) return fault;
    return { ...fault, message: `${fault.message}; did you mean it by "${fieldPath(near.path)}", which is not known?` };
  });
}

/** @returns whether `Prefer` asks for the refusal of what would be ignored. Source: RFC 7240, 4.4 */
export function prefersStrict(header: string): boolean {
  return header.split(/[,;]/).some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}
