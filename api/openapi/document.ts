import { z } from 'zod';
import { createDocument, type oas31, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { Access } from '../access';
import { descriptionOf } from '../description';
import type { Endpoint } from '../endpoint';
import { addExamples, EXCHANGES } from './examples';
import { INFO, TAGS } from './general';
import { publish } from './publish/publish';
import { responsesOf } from './responses';
import { webhooksSection } from './webhooks';

const IdempotencyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'The same key and body get the first answer again; another body is 409 DUPLICATE' }),
});

/** Source: docs/GAPS.md#A2 */
const PARTNER_HEADERS = {
  'X-Partner-Timestamp': 'Unix seconds; partners in signed mode. At most 5 minutes from our clock',
  'X-Partner-Signature':
    '`v1=` and the HMAC-SHA256, in hex, of `timestamp.METHOD.path?query.rawBody`; partners in signed mode',
};

function headersOf(record: Endpoint): z.ZodObject | undefined {
  const described = {
    ...(record.access.kind === 'partner' ? PARTNER_HEADERS : {}),
    ...(record.body === undefined
      ? {}
      : { Prefer: '`handling=strict`: unknown members and other forms are refused (RFC 7240)' }),
    ...record.requestHeaders,
  };
  const own = Object.entries(described).map(([name, description]) => [
    name,
    z.string().optional().meta({ description }),
  ]);
  const takesKey = record.idempotent === true || record.reportKey === true;
  if (own.length === 0 && !takesKey) return undefined;
  return (takesKey ? IdempotencyHeader : z.object({})).extend(Object.fromEntries(own));
}

/** Without a body the operation still knows what to do, where all members are optional. */
function needsBody(body: z.ZodType): boolean {
  return !body.safeParse({}).success;
}

const SECURITY_SCHEMES: Record<string, oas31.SecuritySchemeObject> = {
  client: { type: 'http', scheme: 'bearer', description: 'API key of an account, `crd_live_…` or `crd_test_…`' },
  partner: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Key of a settlement partner, `crd_partner_…`. A partner in signed mode also sends `X-Partner-Timestamp` and ' +
      '`X-Partner-Signature: v1=` with the HMAC-SHA256, in hex, of `timestamp.METHOD.path?query.rawBody`.',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'Key of an operator, `crd_operator_…`' },
};

function securityOf(access: Access): oas31.SecurityRequirementObject[] {
  if (access.kind === 'public') return [];
  return [{ [access.kind]: access.kind === 'client' && access.scope !== null ? [access.scope] : [] }];
}

/** The schema of path or query parameters; undefined without any. @throws Error for one that is no object */
function objectOrNone(record: Endpoint, part: 'params' | 'query'): z.ZodObject | undefined {
  const schema = record[part];
  if (schema === undefined || schema instanceof z.ZodObject) return schema;
  throw new Error(`the ${part} of ${record.operationId} are no object schema`);
}

function operationOf(record: Endpoint): ZodOpenApiOperationObject {
  const path = objectOrNone(record, 'params');
  const query = objectOrNone(record, 'query');
  const description = descriptionOf(record);
  const header = headersOf(record);
  return {
    operationId: record.operationId,
    summary: record.summary,
    description,
    tags: [record.tag],
    security: securityOf(record.access),
    requestParams: {
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(header === undefined ? {} : { header }),
    },
    ...bodyOf(record),
    responses: responsesOf(record),
  };
}

/** A form has the file in its part `file`. */
const FORM_SCHEMA = {
  type: 'object' as const,
  required: ['file'],
  properties: { file: { type: 'string' as const, format: 'binary', description: 'The file as it is' } },
};

function bodyOf({ body, fileTypes = [] }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const whole = { schema: { type: 'string' as const, description: 'The file as it is' } };
  const files = fileTypes.map(
    (type) => [type, type === 'multipart/form-data' ? { schema: FORM_SCHEMA } : whole] as const,
  );
  if (body === undefined && files.length === 0) return {};
  const json = body === undefined ? {} : { 'application/json': { schema: body } };
  const required = body === undefined || needsBody(body);
  return { requestBody: { required, content: { ...json, ...Object.fromEntries(files) } } };
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const record of endpoints) paths[record.path] = { ...paths[record.path], [record.method]: operationOf(record) };
  return paths;
}

/**
 * Makes the OpenAPI 3.1 document of the service from the records of its operations.
 * @param exchanges requests and answers to show, by operation
 * Source: docs/ARCHITECTURE.md, "One record per operation"
 */
export function openApiDocument(endpoints: readonly Endpoint[], exchanges = EXCHANGES): oas31.OpenAPIObject {
  const used = new Set([...endpoints.map((record) => record.tag), 'Events']);
  const document = createDocument({
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: [...used].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths: pathsOf(endpoints),
    webhooks: webhooksSection(),
    components: { securitySchemes: SECURITY_SCHEMES },
  });
  addExamples(document, exchanges);
  publish(document);
  return document;
}
