import prettier from 'prettier';
import { byGroup, capital } from './model.mjs';

const HEAD = `// Written by scripts/openapi.mjs from the operations of the service; do not edit.
import type { components, operations } from './schema';
import { at, type CallOptions, type FileOptions, type Transport } from './transport';
import type { Pages } from './pages';
import type { StreamedEvent } from './stream';

type Schemas = components['schemas'];
type Query<Name extends keyof operations, Left extends string = never> = Omit<
  NonNullable<operations[Name]['parameters']['query']>,
  Left
>;

class Group {
  constructor(protected readonly transport: Transport) {}
}
`;

const schema = (name) => `Schemas['${name}']`;

function queryType({ operationId, answer }) {
  const left = answer.kind === 'pages' ? `, 'cursor' | 'format'` : '';
  return `Query<'${operationId}'${left}>`;
}

function parametersOf({ method, pathParameters, body, query, ...rest }) {
  const parameters = pathParameters.map((name) => `${name}: string`);
  const optional = [];
  if (body !== null) {
    const types = [...body.types.map(schema), ...(body.files.length > 0 ? ['string', 'Uint8Array'] : [])];
    (body.isRequired ? parameters : optional).push(`body${body.isRequired ? '' : '?'}: ${types.join(' | ')}`);
  }
  if (query.length > 0) {
    const isRequired = query.some(({ required }) => required);
    const type = queryType({ query, ...rest });
    if (isRequired) parameters.push(`query: ${type}`);
    else optional.push(`query?: ${type}`);
  }
  if (method !== 'GET') optional.push(`options?: ${body?.files.length > 0 ? 'FileOptions' : 'CallOptions'}`);
  return [...parameters, ...optional].join(', ');
}

function requestOf({ method, body, query, isRepeatable }) {
  const members = [
    ...(query.length > 0 ? ['query'] : []),
    ...(body === null ? [] : ['body']),
    ...(body?.files.length > 0 ? [`contentType: '${body.files[0]}'`] : []),
    ...(method === 'POST' ? [`isRepeatable: ${isRepeatable}`] : []),
    ...(method === 'GET' ? [] : ['...options']),
  ];
  return members.length === 0 ? '' : `, { ${members.join(', ')} }`;
}

const pathOf = ({ path }) => `at\`${path.replaceAll('{', '${')}\``;

/** @returns {[string, string]} type of what a method gives, and the expression that gives it */
function answerOf(one) {
  const { answer, method } = one;
  const asked = `'${method}', ${pathOf(one)}${requestOf(one)}`;
  if (answer.kind === 'pages') {
    const types = `${schema(answer.item)}, ${schema(answer.page)}`;
    const query = one.query.length > 0 ? 'query' : '{}';
    return [`Pages<${types}>`, `this.transport.pages(${pathOf(one)}, ${query}, ${answer.isWrapped})`];
  }
  if (answer.kind === 'stream')
    return ['AsyncGenerator<StreamedEvent>', `this.transport.stream(${pathOf(one)}, query)`];
  const type = { nothing: 'void', bytes: 'Uint8Array' }[answer.kind] ?? answer.types.map(schema).join(' | ');
  const call = answer.kind === 'data' ? 'data' : 'request';
  return [`Promise<${type}>`, `this.transport.${call}(${asked})`];
}

function methodText(one) {
  const [type, expression] = answerOf(one);
  return `/** ${one.summary}. */\n${one.name}(${parametersOf(one)}): ${type} { return ${expression}; }`;
}

/** @returns {Promise<string>} client/src/operations.ts: a class of each group, of which `Root` has all but the partner's */
export async function typescriptOperations(methods) {
  const groups = byGroup(methods);
  const classes = groups.map(([group, members]) => {
    const fields = groups.map(([name]) => name).filter((name) => name !== 'root' && name !== 'partner');
    const isRoot = group === 'root';
    const assigned = fields.map((name) => `this.${name} = new ${capital(name)}(transport);`).join('\n');
    const made = `constructor(transport: Transport) { super(transport);\n${assigned}\n}`;
    const head = isRoot ? [...fields.map((name) => `readonly ${name}: ${capital(name)};`), made] : [];
    const name = group === 'partner' ? 'PartnerOperations' : capital(group);
    return `export class ${name} extends Group {\n${[...head, ...members.map(methodText)].join('\n\n')}\n}`;
  });
  // A class must be there before one that has it.
  const ordered = [
    ...classes.filter((text) => !text.startsWith('export class Root')),
    ...classes.filter((text) => text.startsWith('export class Root')),
  ];
  const options = { parser: 'typescript', printWidth: 120, singleQuote: true };
  return prettier.format([HEAD, ...ordered].join('\n\n'), options);
}
