import { isNode, nodesIn, visitSchema, type Node } from './nodes';
import { operationsIn, visitAll } from './publish';

/** `PaymentBatchMode` and `valid_only` as a constant: `PAYMENT_BATCH_MODE_VALID_ONLY`. */
function constantName(schema: string, value: string): string {
  const words = schema.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return `${words}_${value}`.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Collects the names of all schemas that a part of the document refers to, directly or not. */
function addReached(schemas: Node, part: unknown, reached: Set<string>): void {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (reached.has(name)) continue;
    reached.add(name);
    addReached(schemas, schemas[name], reached);
  }
}

/**
 * Lets a text of an answer take other values than the listed ones, because a generated client would fail on a new one;
 * the list moves into the description.
 */
function openText(schema: Node): void {
  const values = 'const' in schema ? [schema['const']] : listOf(schema['enum']);
  if (schema['type'] !== 'string' || values.length === 0) return;
  const known = `Known values: ${values.map((value) => `\`${String(value)}\``).join(', ')}`;
  const { description } = schema;
  schema['description'] = typeof description === 'string' ? `${description}. ${known}` : known;
  Reflect.deleteProperty(schema, 'const');
  Reflect.deleteProperty(schema, 'enum');
}

/** Some generated clients refuse an object with a member that they do not know. */
function openObject(schema: Node): void {
  if (isNode(schema['properties'])) schema['additionalProperties'] ??= true;
}

/**
 * Merges alternative objects into one with the members of all: without a discriminator, clients take the first that
 * fits, or fail because two fit.
 */
function mergeObjects(schemas: Node, schema: Node): void {
  const references = listOf(schema['oneOf'] ?? schema['anyOf']).map((one) => (isNode(one) ? one['$ref'] : undefined));
  const variants = references.map((one) => schemas[String(one).replace('#/components/schemas/', '')]).filter(isNode);
  const areObjects = variants.length === references.length && variants.every(({ properties }) => isNode(properties));
  if (variants.length === 0 || !areObjects || 'discriminator' in schema) return;
  for (const name of ['oneOf', 'anyOf']) Reflect.deleteProperty(schema, name);
  schema['type'] = 'object';
  schema['properties'] = structuredClone(Object.assign({}, ...variants.map(({ properties }) => properties)));
  const [first, ...others] = variants.map(({ required }) => listOf(required));
  schema['required'] = first?.filter((name) => others.every((required) => required.includes(name)));
}

/** Opens all texts in answers to new values. */
function openAnswers(document: Node, components: Node, schemas: Node): void {
  const reached = new Set<string>();
  const responses = operationsIn(document).map((operation) => operation['responses']);
  addReached(schemas, [responses, components['responses'], document['webhooks']], reached);
  for (const [, header] of nodesIn(components, 'headers')) if (isNode(header['schema'])) openText(header['schema']);
  for (const [, schema] of nodesIn(components, 'schemas').filter(([name]) => reached.has(name))) {
    visitSchema({ schema, path: [], isItem: false, replace: () => undefined }, (place) => {
      openText(place.schema);
      mergeObjects(schemas, place.schema);
      openObject(place.schema);
    });
  }
}

/** Writes `null` in a type as `nullable`, as OpenAPI 3.0 has it. */
function moveNull(schema: Node): void {
  const { type, anyOf } = schema;
  const others = (list: unknown): unknown[] =>
    listOf(list).filter((one) => one !== 'null' && !(isNode(one) && one['type'] === 'null'));
  if (Array.isArray(type)) Object.assign(schema, { type: others(type)[0], nullable: true });
  if (others(anyOf).length === listOf(anyOf).length) return;
  schema['nullable'] = true;
  Reflect.deleteProperty(schema, 'anyOf');
  schema[others(anyOf).length === 1 ? 'allOf' : 'anyOf'] = others(anyOf);
}

/**
 * Simplifies `anyOf`, of which some generators make one type with the members of all, to `oneOf`, or to one variant
 * where generated Java would not compile: a date or a moment, which are texts, or a list or a single value.
 */
function simplifyUnion(schema: Node): void {
  const variants = listOf(schema['anyOf']).filter(isNode);
  if (variants.length === 0) return;
  Reflect.deleteProperty(schema, 'anyOf');
  const list = variants.find(({ type }) => type === 'array');
  if (list !== undefined) Object.assign(schema, list);
  else if (variants.every(({ type }) => type === 'string')) schema['type'] = 'string';
  else schema['oneOf'] = variants;
}

function moveBound(schema: Node, bound: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'number') return;
  schema[bound] = schema[exclusive];
  schema[exclusive] = true;
}

/** Makes optional lists and maps nullable, since generated Java would send empty ones for absent ones otherwise. */
function letListsBeAbsent(schema: Node): void {
  const required = listOf(schema['required']);
  for (const [name, member] of nodesIn(schema, 'properties')) {
    const isMany = member['type'] === 'array' || isNode(member['additionalProperties']);
    if (isMany && !required.includes(name)) member['nullable'] = true;
  }
}

/** Rewrites a schema from JSON Schema to OpenAPI 3.0, in place. */
function toOpenApi30(schema: Node): void {
  moveNull(schema);
  simplifyUnion(schema);
  letListsBeAbsent(schema);
  moveBound(schema, 'minimum', 'exclusiveMinimum');
  moveBound(schema, 'maximum', 'exclusiveMaximum');
  const { $ref, const: constant, examples } = schema;
  if (constant !== undefined) schema['enum'] = [constant];
  if (Array.isArray(examples)) schema['example'] = examples[0];
  for (const name of ['const', 'examples', 'contentEncoding']) Reflect.deleteProperty(schema, name);
  if ($ref === undefined || Object.keys(schema).length === 1) return;
  Reflect.deleteProperty(schema, '$ref');
  schema['allOf'] = [{ $ref }];
}

/**
 * Keeps only the JSON media type of a message: generators make methods for one, and may leave undefined names for a
 * second.
 */
function keepJson(message: unknown): void {
  const json = isNode(message) ? nodesIn(message, 'content').find(([type]) => type === 'application/json') : undefined;
  if (isNode(message) && json !== undefined) message['content'] = Object.fromEntries([json]);
}

function simplifyOperation(operation: Node): void {
  const { requestBody } = operation;
  keepJson(requestBody);
  // For a body that is left out generated Go sends `null`; who has nothing to say sends `{}`.
  if (isNode(requestBody)) requestBody['required'] = true;
  for (const [, response] of nodesIn(operation, 'responses')) keepJson(response);
  operation['security'] = listOf(operation['security']).map((schemes) =>
    Object.fromEntries(Object.keys(isNode(schemes) ? schemes : {}).map((name) => [name, []])),
  );
}

/**
 * The published document as generators of clients understand it, in OpenAPI 3.0.3: without webhooks, with one media type
 * an operation, texts of answers open to new values, and constants that no two enumerations share.
 * Source: docs/internal/decisions/0014-a-document-for-generators.md
 */
export function forClients(published: object): Node {
  const document: Node = structuredClone({ ...published });
  const components = isNode(document['components']) ? document['components'] : {};
  const schemas = isNode(components['schemas']) ? components['schemas'] : {};
  openAnswers(document, components, schemas);
  Reflect.deleteProperty(document, 'webhooks');
  document['openapi'] = '3.0.3';
  document['tags'] = listOf(document['tags']).filter((tag) => isNode(tag) && tag['name'] !== 'Events');
  if (isNode(document['info'])) document['info']['license'] = { name: 'Proprietary' };
  operationsIn(document).forEach(simplifyOperation);
  visitAll(document, ({ schema }) => toOpenApi30(schema));
  for (const [name, schema] of nodesIn(components, 'schemas')) {
    const values = listOf(schema['enum']);
    if (values.length > 0) schema['x-enum-varnames'] = values.map((value) => constantName(name, String(value)));
  }
  return document;
}
