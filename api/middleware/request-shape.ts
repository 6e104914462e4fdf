import { z, type ZodType } from 'zod';
import { ALSO_TAKEN, ASSUMED_FROM, otherForm } from '../../domain/other-forms';
import { isNode, type Node } from '../../domain/unknown-value';

/** A place of a shape: a member of an object, or the items of a list. */
export interface Slot {
  forms: readonly Form[];
  other: ReturnType<typeof otherForm>;
  isOptional: boolean;
  /** Whether null is a value of its own, and does not count as absence. */
  takesNull: boolean;
  /** Path of the member whose value it has where it is absent, `^` for the object around; null for none. */
  assumedFrom: readonly string[] | null;
}

/** One plain form of a value. */
export interface Form {
  /** Whether it is an object that names its members, or one that takes any. */
  isNamed: boolean;
  isOpen: boolean;
  /** Members that choose it, such as `type`, with their values. */
  chosenBy: readonly (readonly [string, unknown])[];
  members: ReadonlyMap<string, Slot>;
  items: Slot | null;
}

/** Resolves references and alternatives of a schema into plain nodes. */
function plainNodes(node: unknown, root: Node): Node[] {
  if (!isNode(node)) return [];
  const reference = node['$ref'];
  if (typeof reference === 'string') {
    const named = isNode(root['$defs']) ? root['$defs'][reference.replace('#/$defs/', '')] : undefined;
    return plainNodes(reference === '#' ? root : named, root);
  }
  const lists: unknown[] = [node['anyOf'], node['oneOf'], node['allOf']].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  );
  return lists.length === 0 ? [node] : lists.flatMap((one) => plainNodes(one, root));
}

/** Reads JSON Schema once; schemas that refer to themselves have forms that do, so members are read when they are asked for. */
class ShapeReader {
  private readonly known = new Map<Node, Form>();

  constructor(private readonly root: Node) {}

  readSlot(node: unknown, isOptional: boolean): Slot {
    const plain = plainNodes(node, this.root);
    const outer = isNode(node) ? node : {};
    const declared = [outer, ...plain].map((one) => one[ALSO_TAKEN]).find((name) => name !== undefined);
    const from = [outer, ...plain].map((one) => one[ASSUMED_FROM]).find((path) => typeof path === 'string');
    const isAny = plain.some((one) => !('type' in one) && !('enum' in one) && !('const' in one));
    const takesNull = isAny || (outer['x-null-is-absent'] !== true && plain.some(({ type }) => type === 'null'));
    const other = otherForm(declared);
    const assumedFrom = typeof from === 'string' ? from.split('.') : null;
    return { forms: plain.map((one) => this.readForm(one)), other, isOptional, takesNull, assumedFrom };
  }

  /** The form of a node, made once for each node, so that a schema may contain itself. */
  private readForm(node: Node): Form {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const { properties, items, type, required } = node;
    const named = Object.entries(isNode(properties) ? properties : {});
    const members = new Map<string, Slot>();
    const form = {
      isNamed: isNode(properties),
      isOpen: type === 'object' && !isNode(properties),
      chosenBy: named.flatMap(([name, member]) =>
        isNode(member) && 'const' in member ? [[name, member['const']] as const] : [],
      ),
      members,
      items: null as Slot | null,
    };
    this.known.set(node, form);
    const needed = new Set(Array.isArray(required) ? required : []);
    for (const [name, member] of named) members.set(name, this.readSlot(member, !needed.has(name)));
    if (items !== undefined) form.items = this.readSlot(items, false);
    return form;
  }
}

const shapes = new WeakMap<ZodType, Slot>();

/** The shape of all requests that a schema accepts, as one plain tree, cached. */
export function shapeOf(schema: ZodType): Slot {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const root: Node = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const shape = new ShapeReader(root).readSlot(root, false);
  shapes.set(schema, shape);
  return shape;
}

/** The forms that a value can have: of forms told apart by a member, such as `type`, only those with its value. */
export function possibleForms(forms: readonly Form[], value: Node): readonly Form[] {
  // What is inside an open form is the caller's own.
  if (forms.some(({ isOpen }) => isOpen)) return [];
  return forms.filter(({ isNamed, chosenBy }) => isNamed && chosenBy.every(([name, chosen]) => chosen === value[name]));
}

/** The slot of a member over all forms that have it; undefined where none has. */
export function memberSlot(forms: readonly Form[], name: string): Slot | undefined {
  const slots = forms.flatMap(({ members }) => members.get(name) ?? []);
  const [first] = slots;
  if (first === undefined || slots.length === 1) return first;
  return {
    forms: slots.flatMap((slot) => slot.forms),
    other: slots.find(({ other }) => other !== null)?.other ?? null,
    isOptional: slots.every(({ isOptional }) => isOptional),
    takesNull: slots.some(({ takesNull }) => takesNull),
    assumedFrom: first.assumedFrom,
  };
}
