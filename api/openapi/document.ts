import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiOverride,
} from 'zod-openapi';
import { ENDPOINT_LIMITS } from '../../domain/limits/plans';
import type { Access, Endpoint } from '../endpoint';
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

function descriptionOf(record: Endpoint): string | undefined {
  const parts = [
    record.limit === null ? null : `At most ${ENDPOINT_LIMITS[record.limit]} requests a minute.`,
    record.countsAgainstPlan === false ? 'Costs nothing of the plan.' : null,
    record.access.kind === 'client' && record.access.scope !== null ? `Scope \`${record.access.scope}\`.` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Path and query parameters are objects of strings; anything else is a mistake in the record. */
function objectOrNone(record: Endpoint, part: 'params' | 'query'): z.ZodObject | undefined {
  const schema = record[part];
  if (schema === undefined || schema instanceof z.ZodObject) return schema;
  throw new Error(`the ${part} of ${record.operationId} are no object schema`);
}

function operationOf(record: Endpoint): ZodOpenApiOperationObject {
  const path = objectOrNone(record, 'params');
  const query = objectOrNone(record, 'query');
  const description = descriptionOf(record);
  const takesKey = record.idempotent === true || record.reportKey === true;
  return {
    operationId: record.operationId,
    summary: record.summary,
    ...(description === undefined ? {} : { description }),
    tags: [record.tag],
    security: securityOf(record.access),
    requestParams: {
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(takesKey ? { header: IdempotencyHeader } : {}),
    },
    ...(record.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: record.body } } } }),
    responses: responsesOf(record),
  };
}

function pathsOf(endpoints: readonly Endpoint[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const record of endpoints) paths[record.path] = { ...paths[record.path], [record.method]: operationOf(record) };
  return paths;
}

/** Answers may gain members, and unknown members of requests are ignored: neither is closed. Source: docs/GAPS.md#G4 */
const openObjects: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

/**
 * The OpenAPI 3.1 document of the service, made from the records of its operations alone.
 * Source: docs/ARCHITECTURE.md, "One record per operation"
 */
export function openApiDocument(endpoints: readonly Endpoint[]): oas31.OpenAPIObject {
  const tags = [...new Set(endpoints.map((record) => record.tag)), 'Events'];
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Corridor',
        version: '1.0.0',
        description: 'Cross-border payment instructions, HS codes, tariffs, trade documents and webhooks.',
      },
      servers: [{ url: '/', description: 'The service that serves this document' }],
      tags: tags.map((name) => ({ name })),
      paths: pathsOf(endpoints),
      webhooks: webhooksSection(),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    { override: openObjects },
  );
}
