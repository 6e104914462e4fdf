import type { oas31 } from 'zod-openapi';
import { isNode, memberOf, nodesIn, type Node } from '../../domain/unknown-value';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import type { KeyHolder } from '../access';
import { ENDPOINTS } from '../endpoints';
import { fieldTable, parameterOf, resolved, tableOf, textIn, type Parameter } from './fields';
import { samplesOf } from './samples';

/** An operation of the API, or an event that the service sends, with a page of its own in the reference. */
export interface Operation {
  /** The operation's id, or the event's name. */
  name: string;
  tag: string;
  summary: string;
  method: string;
  /** Null for an event, which is sent to an address of the reader. */
  path: string | null;
  /** Whose key it needs; null where it needs none. */
  keyHolder: KeyHolder | null;
}

export const OPERATIONS: readonly Operation[] = [
  ...ENDPOINTS.map(({ operationId, tag, summary, method, path, access }) => ({
    name: operationId,
    tag,
    summary,
    method,
    path,
    keyHolder: access.kind === 'public' ? null : access.kind,
  })),
  ...EVENT_TYPES.map(({ name, description }) => ({
    name,
    tag: 'Events',
    summary: description,
    method: 'post',
    path: null,
    keyHolder: null,
  })),
];

export const operationPath = (name: string): string => `/docs/reference/${name}`;

/** All that a page shows of an operation. */
export interface Described extends Operation {
  description: string;
  parameters: readonly Parameter[];
  /** Media types of the body; none without a body. */
  types: readonly string[];
  isBodyRequired: boolean;
  /** An example of the body in JSON. */
  json?: string;
  body: string;
  answers: string;
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** The fields of a body or of an answer, and an example where none is shown elsewhere. */
function contentText(document: object, message: Node, hasExample = true): string {
  const contents = nodesIn(message, 'content');
  const types = contents.map(([type]) => `\`${type}\``).join(', ');
  const [, json] = contents.find(([type]) => type === 'application/json') ?? [];
  const table = isNode(json?.['schema']) ? fieldTable(document, json['schema']) : '';
  const example =
    !hasExample || json?.['example'] === undefined ? '' : `\`\`\`json\n${pretty(json['example'])}\n\`\`\``;
  return [contents.length > 1 || table === '' ? types : '', example, table].filter((text) => text !== '').join('\n\n');
}

const isSuccess = ([status]: [string, Node]): boolean => status < '400';

/** Answers in full, and refusals, which have one shape, in a table. */
function answersText(document: object, operation: Node): string {
  const answers = nodesIn(operation, 'responses').map(([status, node]): [string, Node] => [
    status,
    resolved(document, node),
  ]);
  const successes = answers.filter(isSuccess).map(([status, answer]) => {
    const headers = nodesIn(answer, 'headers').map(([name, node]) => [
      `\`${name}\``,
      textIn(resolved(document, node), 'description'),
    ]);
    const parts = [`### ${status}`, textIn(answer, 'description'), contentText(document, answer)];
    return [...parts, tableOf(['Header', 'Description'], headers)].filter((text) => text !== '').join('\n\n');
  });
  const refusals = answers
    .filter((one) => !isSuccess(one))
    .map(([status, answer]) => [
      status,
      textIn(answer, 'description').replaceAll(/`(\w+)`/g, '[`$1`](/docs/errors/$1)'),
    ]);
  const table = refusals.length === 0 ? '' : `## Refusals\n\n${tableOf(['Status', 'Meaning'], refusals)}`;
  return [...successes, table].filter((text) => text !== '').join('\n\n');
}

/** @returns what the document says of an operation */
export function describeOperation(document: object, one: Operation): Described {
  const place = one.path === null ? ['webhooks', one.name, 'post'] : ['paths', one.path, one.method];
  const found = memberOf(document, ...place);
  const operation = isNode(found) ? found : {};
  const request = isNode(operation['requestBody']) ? operation['requestBody'] : {};
  const types = nodesIn(request, 'content').map(([type]) => type);
  const example = memberOf(request, 'content', 'application/json', 'example');
  const nodes = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isNode) : [];
  return {
    ...one,
    description: textIn(operation, 'description'),
    parameters: nodes.map((node) => parameterOf(document, node)),
    isBodyRequired: request['required'] === true,
    types,
    ...(types.includes('application/json') ? { json: pretty(example ?? {}) } : {}),
    body: types.length === 0 ? '' : contentText(document, request, one.path === null),
    answers: answersText(document, operation),
  };
}

/**
 * The page of an operation, in Markdown.
 * @param publicUrl address of the service
 */
export function operationText(one: Described, publicUrl: string): string {
  const { summary, method, path, parameters, description, keyHolder, types, json, body, answers } = one;
  const rows = parameters.map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    `${parameter.type}${parameter.isRequired ? '; required' : ''}`,
    parameter.description,
  ]);
  const request = { method: method.toUpperCase(), parameters, hasKey: keyHolder !== null, type: types[0], json };
  return [
    `# ${summary}`,
    path === null ? '' : `\`\`\`http\n${request.method} ${path}\n\`\`\``,
    description,
    path === null ? '' : `## Samples\n\n${samplesOf({ ...request, path }, publicUrl)}`,
    rows.length === 0 ? '' : `## Parameters\n\n${tableOf(['Name', 'In', 'Type', 'Description'], rows)}`,
    body === '' ? '' : `## Body\n\n${body}`,
    `## Answers\n\n${answers}`,
    path === null ? '' : '## Try it\n\nThis sends a request to this service, with what is entered here.',
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The list of all operations of the document, in Markdown. */
export function referenceText({ info, tags = [] }: oas31.OpenAPIObject): string {
  const sections = tags.map(({ name: tag, description = '' }) => {
    const items = OPERATIONS.filter((one) => one.tag === tag).map(({ name, summary, method, path }) => {
      const route = path === null ? name : `${method.toUpperCase()} ${path}`;
      return `- [${summary}](${operationPath(name)}) \`${route}\``;
    });
    return `## ${tag}\n\n${description}\n\n${items.join('\n')}`;
  });
  return `# API reference\n\n${info.description ?? ''}\n\n${sections.join('\n\n')}\n`;
}
