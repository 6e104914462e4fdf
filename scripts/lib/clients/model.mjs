/**
 * What the clients are generated from: a method of a group for each operation of an OpenAPI document.
 */

/** The group of each tag, and the nouns that its methods leave out: `payments.create`, not `payments.createPayment`. */
const GROUPS = {
  Payments: { group: 'payments', nouns: 'PaymentInstruction|Payment' },
  Partners: { group: 'partner' },
  Beneficiaries: { group: 'beneficiaries', nouns: 'Beneficiaries|Beneficiary' },
  'HS codes': { group: 'hsCodes', nouns: 'HsCode|Product' },
  Tariffs: { group: 'tariffs', nouns: 'Tariff' },
  Documents: { group: 'documents', nouns: 'Document' },
  Webhooks: { group: 'webhooks', nouns: 'Webhook' },
  Limits: { group: 'root' },
  Shipments: { group: 'shipments', nouns: 'Shipment' },
  Operators: { group: 'operator' },
};

const NAMES = {
  reportPaymentStatus: 'report',
  confirmSettlement: 'settle',
  listPartnerInstructions: 'instructions',
  getPartnerInstruction: 'instruction',
  getAccount: 'account',
  getRateLimit: 'rateLimit',
};

/** A POST of these changes nothing, or nothing more when it is sent again. */
const REPEATABLE = /^(preview|search|classify|calculate|compare|cancel|disable|enable)[A-Z]/;

const lastPart = (reference) => reference.slice(reference.lastIndexOf('/') + 1);

/** @returns {object} what a reference leads to; the schema itself where it is none */
export function resolve(document, node) {
  if (node?.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((found, part) => found[part], document);
}

/** @returns {{ group: string, name: string }} where the clients have an operation */
function placeOf({ operationId, tags }) {
  const place = GROUPS[tags[0]];
  if (place === undefined) throw new Error(`scripts/lib/clients/model.mjs has no group for the tag ${tags[0]}`);
  const { group, nouns } = place;
  const short = nouns && operationId.replace(new RegExp(`(${nouns})(s|es)?(?=[A-Z]|$)`), '');
  return { group, name: NAMES[operationId] ?? short ?? operationId };
}

/** @returns {{ name: string, reference: string } | null} a named schema */
function named(document, schema) {
  if (schema?.$ref === undefined) return null;
  return { name: lastPart(schema.$ref), schema: resolve(document, schema) };
}

function arrayOf(schema, member) {
  return schema.properties?.[member]?.items?.$ref;
}

/** @returns {{ kind, types?, item?, page? }} what a method gives */
function answerOf(document, { operationId, responses }, isPaged) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.map(([, response]) => resolve(document, response).content ?? {});
  if (contents.every((content) => Object.keys(content).length === 0)) return { kind: 'nothing' };
  if (contents.some((content) => content['text/event-stream'])) return { kind: 'stream' };
  const schemas = contents.flatMap((content) => content['application/json']?.schema ?? []);
  if (schemas.length === 0) return { kind: 'bytes' };
  const answers = schemas.map((schema) => named(document, schema));
  if (answers.includes(null)) throw new Error(`the answer of ${operationId} has no name`);
  const isWrapped = answers.every(({ schema }) => schema.properties?.success !== undefined);
  const inner = isWrapped ? answers.map(({ schema }) => named(document, schema.properties.data)) : answers;
  if (inner.includes(null)) throw new Error(`the data of ${operationId} have no name`);
  const [first] = inner;
  const item = arrayOf(first.schema, 'items') ?? arrayOf(first.schema, 'data');
  const kind = isWrapped ? 'data' : 'json';
  if (isPaged && item !== undefined) return { kind: 'pages', isWrapped, item: lastPart(item), page: first.name };
  return { kind, types: [...new Set(inner.map(({ name }) => name))] };
}

/** @returns {{ types: string[], files: string[], isRequired: boolean } | null} schemas of JSON, and types of files */
function bodyOf(document, { operationId, requestBody }) {
  if (requestBody === undefined) return null;
  const { content, required = false } = resolve(document, requestBody);
  const given = content['application/json']?.schema;
  // What is taken byte for byte is a file, of whatever type.
  const json = given?.type === 'string' ? undefined : given;
  if (json !== undefined && json.$ref === undefined) throw new Error(`the body of ${operationId} has no name`);
  const files = Object.keys(content).filter(
    (type) => (json === undefined || type !== 'application/json') && !type.startsWith('multipart/'),
  );
  return { types: json === undefined ? [] : [lastPart(json.$ref)], files, isRequired: required };
}

function methodOf(document, path, method, operation) {
  const { operationId, summary, parameters = [] } = operation;
  const known = parameters.map((one) => resolve(document, one));
  const of = (place) => known.filter((one) => one.in === place);
  const isPaged = of('query').some(({ name }) => name === 'cursor');
  const answer = answerOf(document, operation, isPaged);
  // The client turns the pages itself, and reads JSON.
  const kept = answer.kind === 'pages' ? ['cursor', 'format'] : [];
  const isNamed = of('header').some(({ name }) => name === 'Idempotency-Key');
  return {
    ...placeOf(operation),
    operationId,
    summary,
    method: method.toUpperCase(),
    path,
    pathParameters: of('path').map(({ name }) => name),
    query: of('query').filter(({ name }) => !kept.includes(name)),
    body: bodyOf(document, operation),
    answer,
    /** Whether the client says which of its POSTs may be sent again. */
    isRepeatable: method !== 'post' || isNamed || REPEATABLE.test(operationId),
  };
}

/** @returns {object[]} a method for each operation, in the order of the document; one name for each in its group */
export function clientMethods(document) {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodOf(document, path, method, operation)),
  );
  const seen = new Map();
  for (const { group, name, operationId } of methods) {
    const place = `${group}.${name}`;
    if (seen.has(place)) throw new Error(`${operationId} and ${seen.get(place)} would both be ${place}`);
    seen.set(place, operationId);
  }
  return methods;
}

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @returns {string} the name of the query's type */
export const queryName = ({ operationId }) => `${capital(operationId)}Query`;

/** @returns {[string, object[]][]} the methods of each group, in the order of the groups */
export function byGroup(methods) {
  return Object.values(GROUPS).map(({ group }) => [group, methods.filter((one) => one.group === group)]);
}
