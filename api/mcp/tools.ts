import { createSchema, type oas31 } from 'zod-openapi';
import { z, type ZodType } from 'zod';
import type { ClientPrincipal } from '../../domain/auth/principal';
import { descriptionOf } from '../description';
import type { Endpoint } from '../endpoint';
import { onlyReads } from '../middleware/run-operation';

/** An operation that agents may run. */
export interface Tool {
  record: Endpoint;
  name: string;
  /** As the protocol lists it. */
  definition: {
    name: string;
    title: string;
    description: string;
    inputSchema: { type: 'object'; [member: string]: unknown };
    annotations: { readOnlyHint: boolean; destructiveHint: false; idempotentHint: boolean; openWorldHint: false };
  };
}

/** Whether it changes nothing: searches and calculations come as POST. */
function isRead(record: Endpoint): boolean {
  return record.method === 'get' || onlyReads(record);
}

/**
 * Whether agents may run an operation: it is one of an account or of the public, answers in JSON and without secrets, and
 * reads, or its record says so.
 * Source: docs/GAPS.md#agents
 */
export function isTool(record: Endpoint): boolean {
  const { access, responses, isForAgents, secretMembers } = record;
  const isOfAccounts = access.kind === 'client' || access.kind === 'public';
  const isJson = Object.values(responses).some(({ schema }) => schema !== null);
  return isOfAccounts && isJson && secretMembers === undefined && (isRead(record) || isForAgents === true);
}

/** @returns `get_payment_instruction` for `getPaymentInstruction` */
function toolName(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Members = Readonly<Record<string, ZodType>>;

/** The members of several shapes as one: a member is required if each shape has it and requires it. */
function mergedMembers(options: readonly ZodType[]): Members {
  const shapes = options.map(membersOf);
  const names = [...new Set(shapes.flatMap((shape) => Object.keys(shape)))];
  const merged = names.map((name): [string, ZodType] => {
    const [first = z.unknown(), ...others] = [...new Set(shapes.flatMap((shape) => shape[name] ?? []))];
    const schema = others.length === 0 ? first : z.union([first, ...others]);
    return [name, shapes.every((shape) => name in shape) ? schema : schema.optional()];
  });
  return Object.fromEntries(merged);
}

/**
 * The members of a part of a request. Hosts of language models take no schema whose whole is one of several.
 * @throws Error for a part that is no object, which is a mistake in the record
 */
function membersOf(schema: ZodType | undefined): Members {
  if (schema === undefined) return {};
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodUnion) return mergedMembers(schema.options as readonly ZodType[]);
  throw new Error('the arguments of a tool are the members of objects');
}

const REFERENCE_PATH = '#/$defs/';

/** Path, query and body of an operation as the schema of one object, with the descriptions and limits of its record. */
function inputSchema({ params, query, body }: Endpoint): Tool['definition']['inputSchema'] {
  const members = { ...membersOf(params), ...membersOf(query), ...membersOf(body) };
  const { schema, components } = createSchema(z.object(members), {
    io: 'input',
    openapiVersion: '3.1.0',
    schemaRefPath: REFERENCE_PATH,
  });
  const { properties = {}, required = [] } = schema as oas31.SchemaObject;
  const definitions = Object.keys(components).length === 0 ? {} : { $defs: components };
  return { type: 'object', properties, required, ...definitions };
}

function toolOf(record: Endpoint): Tool {
  const { operationId, summary, errors, isForAgents } = record;
  const name = toolName(operationId);
  const refusals = errors.length === 0 ? '' : ` Refusals of its own: ${errors.join(', ')}.`;
  const annotations = {
    readOnlyHint: isRead(record) && record.writesEvent !== true,
    destructiveHint: false,
    idempotentHint: isForAgents !== true || operationId === 'proposePayment',
    openWorldHint: false,
  } as const;
  const description = `${summary}. ${descriptionOf(record)}${refusals}`;
  return {
    record,
    name,
    definition: { name, title: summary, description, inputSchema: inputSchema(record), annotations },
  };
}

/** The tools of a service, by their names. */
export function toolsOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, Tool> {
  return new Map(endpoints.filter(isTool).map((record) => [toolName(record.operationId), toolOf(record)]));
}

/** @returns whether a key has the scope of a tool: others are not listed, and are refused where they are called */
export function isListed({ record: { access } }: Tool, { scopes }: ClientPrincipal): boolean {
  return access.kind !== 'client' || access.scope === null || scopes.includes(access.scope);
}
