import { isNode, nodesIn, type Node } from '../../../domain/unknown-value';

export { isNode, nodesIn, type Node };

/** Where a schema stands: the node that holds it, under which member, and the names that lead to it. */
export interface SchemaPlace {
  schema: Node;
  /** Properties on the way from the named schema or the operation; `[]` for the whole. */
  path: readonly string[];
  /** Whether the schema describes one item of a list that bears the last name of the path. */
  isItem: boolean;
  replace(schema: Node): void;
}

type Visit = (place: SchemaPlace) => void;

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const SINGLES = ['additionalProperties', 'propertyNames', 'not'] as const;

/** Visits a schema and all nested ones, the inner ones first. */
export function visitSchema(place: SchemaPlace, visit: Visit): void {
  const { schema, path, isItem } = place;
  const within = (parent: Node, name: string, below: readonly string[], asItem: boolean): void => {
    const child = parent[name];
    if (!isNode(child)) return;
    const replace = (changed: Node): void => void Reflect.set(parent, name, changed);
    visitSchema({ schema: child, path: below, isItem: asItem, replace }, visit);
  };
  const { properties, items } = schema;
  if (isNode(properties)) for (const name of Object.keys(properties)) within(properties, name, [...path, name], false);
  if (isNode(items)) within(schema, 'items', path, true);
  for (const name of SINGLES) within(schema, name, path, true);
  for (const name of LISTS) {
    const list = schema[name];
    if (!Array.isArray(list)) continue;
    list.forEach((child: unknown, index) => {
      if (!isNode(child)) return;
      const replace = (changed: Node): void => void list.splice(index, 1, changed);
      visitSchema({ schema: child, path, isItem, replace }, visit);
    });
  }
  visit(place);
}

/** Visits the schema of a parameter, a header or one media type; does nothing without one. */
export function visitHeld(holder: Node, path: readonly string[], visit: Visit): void {
  if (!isNode(holder['schema'])) return;
  const replace = (changed: Node): void => void Reflect.set(holder, 'schema', changed);
  visitSchema({ schema: holder['schema'], path, isItem: false, replace }, visit);
}
