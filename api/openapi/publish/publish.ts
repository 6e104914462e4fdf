import { isNode, nodesIn, visitHeld, visitSchema, type Node, type SchemaPlace } from './nodes';
import { nameParameters } from './name-parameters';
import { pascal, SchemaNames } from './name-schemas';
import { describeOtherForms, simplifySchema } from './simplify';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Something that holds a schema, and the name of what it is part of. */
interface Holder {
  node: Node;
  owner: string;
  /** The name that the schema has where it stands, which may tell its format. */
  name: string;
}

/** All operations of the document, including those of webhooks. */
export function operationsIn(document: Node): Node[] {
  const items = [...nodesIn(document, 'paths'), ...nodesIn(document, 'webhooks')];
  return items.flatMap(([, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      METHODS.has(method) && isNode(operation) ? [operation] : [],
    ),
  );
}

function mediaTypes(message: Node, owner: string): Holder[] {
  return nodesIn(message, 'content').map(([, node]) => ({ node, owner, name: '' }));
}

function headers(response: Node, owner: string): Holder[] {
  return nodesIn(response, 'headers').map(([name, node]) => ({ node, owner: `${owner}${pascal(name)}`, name }));
}

function schemaHoldersOf(operation: Node): Holder[] {
  const owner = pascal(String(operation['operationId']));
  const parameters: unknown[] = Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const responses = nodesIn(operation, 'responses');
  const body = operation['requestBody'];
  return [
    ...(isNode(body) ? mediaTypes(body, `${owner}Request`) : []),
    ...parameters
      .filter(isNode)
      .map((node) => ({ node, owner: `${owner}${pascal(String(node['name']))}`, name: String(node['name']) })),
    ...responses.flatMap(([status, response], index) => {
      const answer = index === 0 ? `${owner}Answer` : `${owner}Answer${status}`;
      return [...mediaTypes(response, answer), ...headers(response, answer)];
    }),
  ];
}

function sharedSchemaHolders(components: Node): Holder[] {
  return [
    ...nodesIn(components, 'responses').flatMap(([name, one]) => [...mediaTypes(one, name), ...headers(one, name)]),
    ...nodesIn(components, 'headers').map(([name, node]) => ({ node, owner: pascal(name), name })),
    ...nodesIn(components, 'parameters').map(([name, node]) => ({ node, owner: name, name: String(node['name']) })),
  ];
}

function holdersIn(document: Node, components: Node): Holder[] {
  return [...sharedSchemaHolders(components), ...operationsIn(document).flatMap(schemaHoldersOf)];
}

/** Visits every schema of the document, with the name of the member, parameter or header that it describes. */
export function visitAll(document: Node, visit: (place: SchemaPlace, name: string) => void): void {
  const components = isNode(document['components']) ? document['components'] : {};
  for (const [, schema] of nodesIn(components, 'schemas')) {
    visitSchema({ schema, path: [], isItem: false, replace: () => undefined }, (place) =>
      visit(place, place.path.at(-1) ?? ''),
    );
  }
  for (const { node, name } of holdersIn(document, components)) {
    visitHeld(node, [], (place) => visit(place, place.path.at(-1) ?? name));
  }
}

/**
 * Turns the exact OpenAPI document into the published one, in place: schemas simplified for generators, and a name for
 * every schema and parameter.
 * Source: docs/internal/decisions/0014-a-document-for-generators.md
 */
export function publish(document: object): void {
  if (!isNode(document)) return;
  const components = isNode(document['components']) ? document['components'] : {};
  document['components'] = components;
  const schemas = isNode(components['schemas']) ? components['schemas'] : {};
  const operations = operationsIn(document);
  visitAll(document, ({ schema }, name) => simplifySchema(schema, name));
  visitAll(document, ({ schema }) => describeOtherForms(schema));
  const names = new SchemaNames(schemas);
  for (const [name, schema] of nodesIn(components, 'schemas')) names.nameWithin(name, schema);
  for (const { node, owner } of holdersIn(document, components)) names.nameHeld(node, owner);
  components['schemas'] = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
  nameParameters(components, operations);
}
