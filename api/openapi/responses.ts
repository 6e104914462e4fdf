import { z, type ZodType } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ERROR_STATUS, type ErrorCode } from '../../domain/errors';
import type { Endpoint, ResponseRecord } from '../endpoint';

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
const Authenticate = z.string().meta({ header: { id: 'WWW-Authenticate' }, description: 'How to authenticate' });
const Location = z.string().meta({ header: { id: 'Location' }, description: 'Path of what was made' });

const Fault = z
  .object({
    field: z.string().meta({ description: 'Path of the field, such as `beneficiary.bankAccount.swiftBic`' }),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'FieldFault' });

const ErrorDetail = z
  .object({
    code: z.string().meta({ description: 'One of the codes that the answer lists' }),
    message: z.string(),
    requestId: z.string(),
    details: z.array(Fault).optional().meta({ description: 'All faults at once' }),
    retry_after: z.int().optional().meta({ description: 'Seconds to wait; on 429 and 503' }),
    current: z.string().optional().meta({ description: 'Status that the instruction has; on INVALID_TRANSITION' }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: 'Statuses that may be reported, or decisions that fit, now' }),
  })
  .meta({ id: 'ErrorDetail' });

const BARE_ERROR = z.object({ error: ErrorDetail }).meta({ id: 'Error' });
const WRAPPED_ERROR = z.object({ success: z.literal(false), error: ErrorDetail }).meta({ id: 'WrappedError' });

const MEANINGS: Record<number, string> = {
  400: 'The request is not valid; every fault is named',
  401: 'Authentication is required',
  403: 'The credential may not do this',
  404: 'There is no such thing, or it belongs to another account',
  409: 'In conflict with what was done before',
  410: 'It is no longer kept',
  413: 'The body is larger than this operation accepts',
  415: 'The body is not JSON',
  416: 'The range lies beyond the end of the file',
  422: 'Understood and refused',
  429: 'Too many requests',
  500: 'Something failed on our side',
  503: 'Something that this needs is away for the moment',
};

function headersOf(status: number, hasLocation: boolean) {
  return z.object({
    ...COMMON_HEADERS,
    ...(hasLocation ? { Location } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': Authenticate } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': RetryAfter } : {}),
  });
}

function contentOf(record: Endpoint, { schema, mediaType }: ResponseRecord) {
  if (mediaType !== undefined) return { [mediaType]: { schema: { type: 'string', format: 'binary' } as const } };
  if (schema === null) return undefined;
  const whole: ZodType = record.envelope === 'wrapped' ? z.object({ success: z.literal(true), data: schema }) : schema;
  return { 'application/json': { schema: whole } };
}

function success(record: Endpoint, status: number, answer: ResponseRecord): ZodOpenApiResponseObject {
  const content = contentOf(record, answer);
  const hasLocation = status === 201;
  return {
    description: answer.description,
    headers: headersOf(status, hasLocation),
    ...(content === undefined ? {} : { content }),
  };
}

/** Refusals of an operation: its own and those that every operation of its kind has. */
export function errorCodes(record: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = ['INVALID_REQUEST', 'RATE_LIMIT', 'INTERNAL', 'UNAVAILABLE'];
  if (record.access.kind !== 'public') common.push('UNAUTHORIZED', 'FORBIDDEN');
  if (record.body !== undefined) common.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  return [...new Set([...record.errors, ...common])];
}

/** Most operations share their refusals: each is written once, under its name, and referred to. */
const REFUSALS = new Map<string, ZodOpenApiResponseObject>();

function refusal(record: Endpoint, status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const isPayment = record.path.startsWith('/api/v1/payments');
  const schema = record.path.startsWith('/api/v1') ? WRAPPED_ERROR : BARE_ERROR;
  const names = codes.map((code) => (code === 'RATE_LIMIT' && !isPayment ? 'rate_limit_exceeded' : code));
  const id = [schema === WRAPPED_ERROR ? 'Wrapped' : 'Bare', status, ...names].join('.');
  const known = REFUSALS.get(id);
  if (known !== undefined) return known;
  const response = {
    id,
    description: `${MEANINGS[status] ?? 'Refused'}: ${names.map((name) => `\`${name}\``).join(', ')}`,
    headers: headersOf(status, false),
    content: { 'application/json': { schema } },
  };
  REFUSALS.set(id, response);
  return response;
}

/** Every answer of an operation, by status. */
export function responsesOf(record: Endpoint): ZodOpenApiResponsesObject {
  const answers = Object.entries(record.responses).map(
    ([status, answer]) => [status, success(record, Number(status), answer)] as const,
  );
  const codes = errorCodes(record);
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort((left, right) => left - right);
  const refusals = statuses.map((status) => {
    const mine = codes.filter((code) => ERROR_STATUS[code] === status).sort();
    return [String(status), refusal(record, status, mine)] as const;
  });
  return Object.fromEntries([...answers, ...refusals]);
}
