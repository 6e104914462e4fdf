import { isNode, visitHeld, visitSchema, type Node, type SchemaPlace } from './nodes';

/** `instructionId` and `payment.settled` as parts of a name: `InstructionId`, `PaymentSettled`. */
export function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** One of a list: `currencies` has a `currency`, `fees` a `fee`. */
function singular(name: string): string {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ch|sh|x)es$/.test(name)) return name.replace(/es$/, '');
  return /(ss|us|is|As)$/.test(name) ? name : name.replace(/s$/, '');
}

/** Schemas that generators turn into a type of their own, and so ask a name for. */
function deservesName(schema: Node): boolean {
  if ('$ref' in schema) return false;
  const union: unknown = schema['oneOf'] ?? schema['anyOf'];
  const others = Array.isArray(union) ? union.filter((one) => !isNode(one) || one['type'] !== 'null') : [];
  return isNode(schema['properties']) || others.length > 1 || Array.isArray(schema['enum']);
}

/** What a schema says of itself, without what is said of the member that has it. */
function identityOf(schema: Node): string {
  return JSON.stringify({ ...schema, description: undefined, default: undefined, examples: undefined });
}

/** Gives every schema that becomes a type a name of its own under `components.schemas`, equal ones the same name. */
export class SchemaNames {
  private readonly known = new Map<string, string>();

  constructor(private readonly schemas: Node) {
    for (const [name, schema] of Object.entries(schemas)) if (isNode(schema)) this.known.set(identityOf(schema), name);
  }

  /** Replaces the schemas below a named one by references; the named one stays in its place. */
  nameWithin(owner: string, schema: Node): void {
    visitSchema({ schema, path: [], isItem: false, replace: () => undefined }, (place) => {
      if (place.schema !== schema) this.replaceByReference(owner, place);
    });
  }

  /** The schema of a body, a parameter or a header, and all below it. */
  nameHeld(holder: Node, owner: string): void {
    visitHeld(holder, [], (place) => this.replaceByReference(owner, place));
  }

  /** Replaces a schema that deserves a name by a reference to one component for all that are identical. */
  private replaceByReference(owner: string, place: SchemaPlace): void {
    const { schema, path, isItem } = place;
    if (!deservesName(schema)) return;
    const { description, default: fallback, ...rest } = schema;
    const isWhole = path.length === 0 && !isItem;
    const identity = identityOf(schema);
    const name = this.known.get(identity) ?? this.freeName(owner, path, isItem);
    if (!this.known.has(identity)) {
      this.known.set(identity, name);
      this.schemas[name] = isWhole ? schema : rest;
    }
    place.replace({
      $ref: `#/components/schemas/${name}`,
      ...(isWhole || description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    });
  }

  /** The shortest name that nothing else has: that of the member, then with those before it. */
  private freeName(owner: string, path: readonly string[], isItem: boolean): string {
    const names = path.map((name, index) => pascal(isItem && index === path.length - 1 ? singular(name) : name));
    const ending = path.length === 0 && isItem ? 'Item' : '';
    const whole = `${owner}${names.join('')}${ending}`;
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? whole : `${whole}${number}`;
      if (!(name in this.schemas)) return name;
    }
  }
}
