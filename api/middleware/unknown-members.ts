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

/** What is asked of a form again with every request. */
interface Form {
  /** Whether it is an object that names its members, or one that takes any. */
  isNamed: boolean;
  isOpen: boolean;
  /** Members that choose it, such as `type`, with their values. */
  chosenBy: readonly (readonly [string, unknown])[];
  /** Forms of each member that it names. */
  members: ReadonlyMap<string, readonly Node[]>;
  /** Forms of the items of a list. */
  items: readonly Node[];
}

const forms = new WeakMap<Node, Form>();

function formOf(node: Node, root: Node): Form {
  const known = forms.get(node);
  if (known !== undefined) return known;
  const { properties, items, type } = node;
  const named = Object.entries(isNode(properties) ? properties : {});
  const form = {
    isNamed: isNode(properties),
    isOpen: type === 'object' && !isNode(properties),
    chosenBy: named.flatMap(([name, member]) =>
      isNode(member) && 'const' in member ? [[name, member['const']] as const] : [],
    ),
    members: new Map(named.map(([name, member]) => [name, formsOf(member, root)])),
    items: formsOf(items, root),
  };
  forms.set(node, form);
  return form;
}

/** Whether a form that is chosen by a member is the one of this value. */
function isMeant({ isNamed, chosenBy }: Form, value: Node): boolean {
  return isNamed && chosenBy.every(([name, chosen]) => chosen === value[name]);
}

/** @returns each member of the value that no form of the schema has, at most 50, in the order of the request */
export function unknownMembers(schema: ZodType, value: unknown): UnknownMember[] {
  const root = shapeOf(schema);
  const found: UnknownMember[] = [];
  const path: (string | number)[] = [];
  const lookAt = (at: unknown, nodes: readonly Node[], place: string | number): void => {
    path.push(place);
    look(at, nodes);
    path.pop();
  };
  const look = (at: unknown, nodes: readonly Node[]): void => {
    if (found.length >= MAX_FAULTS || typeof at !== 'object' || at === null) return;
    const all = nodes.map((node) => formOf(node, root));
    if (Array.isArray(at)) {
      const items = all.flatMap((form) => form.items);
      at.forEach((item: unknown, index) => lookAt(item, items, index));
      return;
    }
    if (!isNode(at)) return;
    // What is inside an open form is the caller's own.
    const meant = all.some(({ isOpen }) => isOpen) ? [] : all.filter((form) => isMeant(form, at));
    if (meant.length === 0) return;
    for (const [name, member] of Object.entries(at)) {
      const below = meant.flatMap(({ members }) => members.get(name) ?? []);
      if (meant.some(({ members }) => members.has(name))) lookAt(member, below, name);
      else if (found.length < MAX_FAULTS) {
        const known = [...new Set(meant.flatMap(({ members }) => [...members.keys()]))];
        found.push({ path: [...path, name], known });
      }
    }
  };
  look(value, formsOf(root, root));
  return found;
}

/** The refusal of a member that is not known. Source: docs/GAPS.md#G4 */
export function unknownFault({ path, known }: UnknownMember): FieldFault {
  const near = nearestName(String(path.at(-1)), known);
  const list = known.length === 0 ? 'this operation has none' : `known here: ${known.join(', ')}`;
  const advice = near === null ? list : `did you mean ${near}?`;
  return { field: fieldPath(path), code: 'unknown_member', message: `is not known; ${advice}` };
}

/** If a member is missing and an unknown one has nearly its name, the fault names that one. */
export function withSuggestions(faults: readonly FieldFault[], unknown: readonly UnknownMember[]): FieldFault[] {
  return faults.map((fault) => {
    if (!fault.message.startsWith(REQUIRED_MESSAGE)) return fault;
    const near = unknown.find(({ path, known }) => {
      const meant = nearestName(String(path.at(-1)), known);
      return meant !== null && fieldPath([...path.slice(0, -1), meant]) === fault.field;
    });
    if (near === undefined) return fault;
    return {
      ...fault,
      message: `${fault.message}; did you mean this by the unknown member "${fieldPath(near.path)}"?`,
    };
  });
}

/** @returns whether `Prefer` asks for the refusal of what would be ignored. Source: RFC 7240, 4.4 */
export function prefersStrict(header: string): boolean {
  return header.split(/[,;]/).some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
}
