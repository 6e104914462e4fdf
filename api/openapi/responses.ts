import { z, type ZodType } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ERROR_STATUS, WRITTEN_CODES, type ErrorCode } from '../../domain/errors';
import type { Endpoint, ResponseRecord } from '../endpoint';
import { readsBody } from '../middleware/read-body';
import { pascal } from './publish/name-schemas';

/** Headers of every answer. Source: specification, "Limits"; docs/GAPS.md#G3 */
const COMMON_HEADERS = {
  'Request-Id': z.string().meta({ header: { id: 'Request-Id' }, description: 'Id of the request, `req_…`' }),
  'X-RateLimit-Limit': z
    .int()
    .meta({ header: { id: 'X-RateLimit-Limit' }, description: 'Requests that the tightest bucket holds when full' }),
  'X-RateLimit-Remaining': z
    .int()
    .meta({ header: { id: 'X-RateLimit-Remaining' }, description: 'Requests left in that bucket' }),
  'X-RateLimit-Reset': z
    .int()
    .meta({ header: { id: 'X-RateLimit-Reset' }, description: 'Unix seconds at which that bucket is full again' }),
};

const RetryAfter = z.int().meta({ header: { id: 'Retry-After' }, description: 'Seconds to wait' });
/** Of the codes of one status, that of a request under way alone tells when to come back. */
const RetryWhenDone = z
  .int()
  .optional()
  .meta({ header: { id: 'Retry-After-When-Done' }, description: 'Seconds to wait; with `IN_PROGRESS`' });
const Replayed = z
  .literal('true')
  .optional()
  .meta({ header: { id: 'Idempotency-Replayed' }, description: 'The first answer to this `Idempotency-Key` again' });
const Authenticate = z.string().meta({ header: { id: 'WWW-Authenticate' }, description: 'How to authenticate' });
const ETag = z.string().meta({ header: { id: 'ETag' }, description: 'For `If-None-Match` of a later request' });
const Location = z.string().meta({ header: { id: 'Location' }, description: 'Path of the created object' });

const Fault = z
  .object({
    field: z.string().meta({ description: 'Path of the field, such as `beneficiary.bankAccount.swiftBic`' }),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'FieldFault' });

const ErrorDetail = z
  .object({
    code: z.enum([...WRITTEN_CODES]).meta({ id: 'ErrorCode', description: 'Each is explained at `/docs/errors`' }),
    message: z.string(),
    requestId: z.string(),
    doc_url: z.string().meta({ description: 'Page that explains the code and the remedy' }),
    details: z.array(Fault).optional().meta({ description: 'All faults at once' }),
    retry_after: z.int().optional().meta({ description: 'Seconds to wait; on 429 and 503' }),
    instructionId: z.string().optional().meta({ description: 'Instruction that has this reference; on DUPLICATE' }),
    mayHaveMade: z.string().optional().meta({
      description: 'Id of what the request may have made although its end is not known; on UNAVAILABLE',
    }),
    batchId: z.string().optional().meta({ description: 'Batch that has this message of a bank; on DUPLICATE' }),
    deliveryId: z.string().optional().meta({ description: 'Open delivery; on DUPLICATE' }),
    dutyExpression: z.string().nullish().meta({ description: 'Text of the schedule; on TARIFF_DATA_UNAVAILABLE' }),
    current: z.string().optional().meta({ description: 'Current status; on INVALID_TRANSITION' }),
    allowed: z.array(z.string()).optional().meta({ description: 'Statuses or decisions that are allowed now' }),
  })
  .meta({ id: 'ErrorDetail' });

const BARE_ERROR = z.object({ error: ErrorDetail }).meta({ id: 'Refusal' });
const WRAPPED_ERROR = z.object({ success: z.literal(false), error: ErrorDetail }).meta({ id: 'WrappedRefusal' });

const MEANINGS: Record<number, string> = {
  400: 'The request is not valid; every fault is named',
  401: 'Authentication is required',
  403: 'The credential is not allowed to do this',
  404: 'It does not exist, or belongs to another account',
  409: 'In conflict with an earlier request or state',
  410: 'It has expired or was erased',
  413: 'The body is larger than this operation accepts',
  415: 'The operation does not accept this media type',
  416: 'The range lies beyond the end of the file',
  422: 'Understood and refused',
  429: 'Too many requests',
  500: 'Something failed on our side',
  503: 'A required service is temporarily unavailable',
};

function headersOf(status: number, codes: readonly ErrorCode[] = []) {
  const isRetried = status === 429 || status === 503;
  return z.object({
    ...COMMON_HEADERS,
    ...(status === 401 ? { 'WWW-Authenticate': Authenticate } : {}),
    ...(isRetried ? { 'Retry-After': RetryAfter } : {}),
    ...(codes.includes('IN_PROGRESS') ? { 'Retry-After': RetryWhenDone } : {}),
  });
}

function successHeaders(record: Endpoint, status: number, answer: ResponseRecord) {
  const described = Object.entries(answer.headers ?? {});
  const text = answer.areHeadersOptional === true ? z.string().optional() : z.string();
  return headersOf(status).extend({
    ...(status === 201 ? { Location } : {}),
    ...(record.isPublicAnswer === true ? { ETag } : {}),
    ...(record.idempotent === true ? { 'Idempotency-Replayed': Replayed } : {}),
    ...Object.fromEntries(described.map(([name, description]) => [name, text.meta({ description })])),
  });
}

function contentOf(record: Endpoint, { schema, mediaTypes }: ResponseRecord) {
  if (mediaTypes === undefined && schema === null) return undefined;
  const bytes = { schema: { type: 'string', format: 'binary' } as const };
  const inBytes = Object.fromEntries((mediaTypes ?? []).map((mediaType) => [mediaType, bytes]));
  if (schema === null) return inBytes;
  const whole: ZodType = record.envelope === 'wrapped' ? z.object({ success: z.literal(true), data: schema }) : schema;
  return { 'application/json': { schema: whole }, ...inBytes };
}

function successResponse(record: Endpoint, status: number, answer: ResponseRecord): ZodOpenApiResponseObject {
  const content = contentOf(record, answer);
  return {
    description: answer.description,
    headers: successHeaders(record, status, answer),
    ...(content === undefined ? {} : { content }),
  };
}

/** Error codes of an operation: its own, and those that every operation of its kind has. */
function errorCodes(record: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = ['INVALID_REQUEST', 'RATE_LIMIT', 'INTERNAL', 'UNAVAILABLE'];
  if (record.access.kind !== 'public') common.push('UNAUTHORIZED', 'FORBIDDEN');
  if (record.idempotent === true) common.push('DUPLICATE', 'IN_PROGRESS');
  if (readsBody(record)) common.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  return [...new Set([...record.errors, ...common])];
}

/** Most operations share their refusals: each is written once, under its name, and referred to. */
const REFUSALS = new Map<string, ZodOpenApiResponseObject>();

/** The response of a refusal, shared by all operations with the same codes. */
function refusalResponse(record: Endpoint, status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const isPayment = record.path.startsWith('/api/v1/payments');
  const schema = record.path.startsWith('/api/v1') ? WRAPPED_ERROR : BARE_ERROR;
  const names = codes.map((code) => (code === 'RATE_LIMIT' && !isPayment ? 'rate_limit_exceeded' : code));
  const words = names.map((name) => pascal(name.toLowerCase()));
  const id = `${schema === WRAPPED_ERROR ? 'Wrapped' : 'Bare'}${status}${words.join('')}`;
  const known = REFUSALS.get(id);
  if (known !== undefined) return known;
  const response = {
    id,
    description: `${MEANINGS[status] ?? 'Refused'}: ${names.map((name) => `\`${name}\``).join(', ')}`,
    headers: headersOf(status, codes),
    content: { 'application/json': { schema } },
  };
  REFUSALS.set(id, response);
  return response;
}

/** The response 304 of an operation whose answers a client may cache; none for any other. */
function notModifiedResponse({ isPublicAnswer }: Endpoint): ZodOpenApiResponsesObject {
  if (isPublicAnswer !== true) return {};
  return { 304: { description: 'The client has this answer already', headers: headersOf(304).extend({ ETag }) } };
}

/** Every response of an operation, by status. */
export function responsesOf(record: Endpoint): ZodOpenApiResponsesObject {
  const answers = Object.entries(record.responses).map(
    ([status, answer]) => [status, successResponse(record, Number(status), answer)] as const,
  );
  const codes = errorCodes(record);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((left, right) => left - right);
  const refusals = statuses.map((status) => {
    const mine = codes.filter((code) => ERROR_STATUS[code] === status).sort();
    return [String(status), refusalResponse(record, status, mine)] as const;
  });
  return { ...Object.fromEntries(answers), ...notModifiedResponse(record), ...Object.fromEntries(refusals) };
}
