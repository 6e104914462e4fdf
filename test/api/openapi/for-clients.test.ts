import { ENDPOINTS } from '../../../api/endpoints';
import { openApiDocument } from '../../../api/openapi/document';
import { forClients } from '../../../api/openapi/publish/for-clients';
import { isNode, nodesIn, type Node } from '../../../api/openapi/publish/nodes';
import { visitAll } from '../../../api/openapi/publish/publish';

const published = openApiDocument(ENDPOINTS);
const document = forClients(published);
const components = isNode(document['components']) ? document['components'] : {};

function schemasOf(whole: object): Node[] {
  const found: Node[] = [];
  visitAll({ ...whole }, ({ schema }) => found.push(schema));
  return found;
}

/** A document of one operation, with these schemas, as clients get it. */
function inWordsOfClients(request: Node, answer: Node): { request: Node; answer: Node } {
  const content = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
  const operation = {
    operationId: 'makeThing',
    requestBody: { content: { ...content('request'), 'text/csv': { schema: { type: 'string' } } } },
    responses: { 200: { description: 'made', content: content('answer') } },
  };
  const made = forClients({ paths: { '/things': { post: operation } }, components: { schemas: { request, answer } } });
  return (made['components'] as { schemas: { request: Node; answer: Node } }).schemas;
}

describe('the document for generators of clients', () => {
  it('is one of OpenAPI 3.0 without webhooks', () => {
    expect(document['openapi']).toBe('3.0.3');
    expect(document).not.toHaveProperty('webhooks');
    const words = ['const', 'examples', 'contentEncoding', 'propertyNames', 'prefixItems'];
    const odd = schemasOf(document).filter(
      (schema) =>
        words.some((word) => word in schema) ||
        Array.isArray(schema['type']) ||
        schema['type'] === 'null' ||
        typeof schema['exclusiveMinimum'] === 'number' ||
        ('$ref' in schema && Object.keys(schema).length > 1),
    );
    expect(odd).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"type":"null"');
  });

  it('has every operation of the published one, each with one media type where it takes or gives JSON', () => {
    expect(Object.keys(Object(document['paths']))).toEqual(Object.keys(published.paths ?? {}));
    const types = nodesIn(document, 'paths').flatMap(([, item]) =>
      Object.values(item)
        .filter(isNode)
        .map(({ requestBody }) => (isNode(requestBody) ? Object.keys(Object(requestBody['content'])) : [])),
    );
    expect(types.filter((each) => each.includes('application/json') && each.length > 1)).toEqual([]);
  });

  it('has no two enumerations whose constants have one name', () => {
    const names = nodesIn(components, 'schemas').flatMap(([, schema]) => {
      const given = schema['x-enum-varnames'];
      expect(Array.isArray(given) ? given.length : 0).toBe(Array.isArray(schema['enum']) ? schema['enum'].length : 0);
      return Array.isArray(given) ? given.map(String) : [];
    });
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual([]);
  });

  it('lets answers gain values and members, and keeps requests as they are', () => {
    const state = { type: 'string', enum: ['open', 'closed'], description: 'Where it is' };
    const thing = { type: 'object', properties: { state } };
    const { request, answer } = inWordsOfClients(structuredClone(thing), structuredClone(thing));
    expect(request).toEqual(thing);
    const description = 'Where it is. Known values: `open`, `closed`';
    expect(answer).toEqual({
      type: 'object',
      properties: { state: { type: 'string', description } },
      additionalProperties: true,
    });
  });

  it('makes one object of the several that an answer may be', () => {
    const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const note = { type: 'string' };
    const request = { type: 'object', properties: { note }, required: ['note'] };
    const other = { type: 'object', properties: { note, pages: { type: 'integer' } }, required: ['note', 'pages'] };
    const whole = { components: { schemas: { request, other, answer: { anyOf: [$ref('request'), $ref('other')] } } } };
    const content = { 'application/json': { schema: $ref('answer') } };
    const made = forClients({ ...whole, paths: { '/': { get: { responses: { 200: { content } } } } } });
    const { answer } = (made['components'] as { schemas: { answer: Node } }).schemas;
    const properties = { note, pages: { type: 'integer' } };
    expect(answer).toEqual({ type: 'object', properties, required: ['note'], additionalProperties: true });
  });

  it('says null, unions and bounds in the words of OpenAPI 3.0', () => {
    const $ref = '#/components/schemas/other';
    const properties = {
      note: { type: ['string', 'null'], examples: ['a'] },
      other: { anyOf: [{ $ref }, { type: 'null' }] },
      weight: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { $ref }], description: 'In kg' },
      day: {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
      },
      seals: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      kind: { type: 'string', const: 'box' },
      party: { $ref, description: 'Who pays' },
    };
    expect(inWordsOfClients({ type: 'object', properties }, {}).request['properties']).toEqual({
      note: { type: 'string', nullable: true, example: 'a' },
      other: { nullable: true, allOf: [{ $ref }] },
      weight: { oneOf: [{ type: 'number', minimum: 0, exclusiveMinimum: true }, { $ref }], description: 'In kg' },
      day: { type: 'string' },
      seals: { type: 'array', items: { type: 'string' }, nullable: true },
      kind: { type: 'string', enum: ['box'] },
      party: { allOf: [{ $ref }], description: 'Who pays' },
    });
  });
});

describe.each([
  ['published', published],
  ['for clients', document],
])('the document %s', (_, whole) => {
  it('has no boolean of one value, and no enumeration with null', () => {
    const constants = schemasOf(whole).filter(
      ({ const: value, enum: values }) =>
        typeof value === 'boolean' ||
        (Array.isArray(values) && values.some((one) => typeof one === 'boolean' || one === null)),
    );
    expect(constants).toEqual([]);
  });

  it('names every enumeration, and each once', () => {
    const named = nodesIn(isNode(whole.components) ? whole.components : {}, 'schemas');
    const enumerations = named.flatMap(([, { enum: values }]) =>
      Array.isArray(values) ? [JSON.stringify(values)] : [],
    );
    expect(enumerations.filter((values, index) => enumerations.indexOf(values) !== index)).toEqual([]);
  });
});
