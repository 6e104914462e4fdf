import type { Context } from 'koa';
import rawBody from 'raw-body';
import { DomainError, invalidRequest } from '../../domain/errors';
import type { Endpoint } from '../endpoint';
import { IMPRECISE } from '../field-faults';
import { parseJsonBody } from '../json-body';

/** Bytes of a body where the record says nothing else. Source: docs/GAPS.md#G4 */
const BODY_LIMIT_BYTES = 256 * 1024;
const NO_BYTES = Buffer.alloc(0);

/** Whether the operation reads a body, and so refuses one that is too large or of another type. */
export function readsBody({ method }: Endpoint): boolean {
  return method !== 'get' && method !== 'delete';
}

function hasBody(record: Endpoint, context: Context): boolean {
  if (!readsBody(record)) return false;
  return (context.request.length ?? 0) > 0 || context.get('Transfer-Encoding') !== '';
}

/**
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE for another type or a compressed body; INVALID_REQUEST for an incomplete
 * body
 */
function requireMediaType(context: Context, types: readonly string[]): void {
  const encoding = context.get('Content-Encoding');
  if (encoding !== '' && encoding !== 'identity') {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a content encoding.');
  }
  if (context.request.is([...types]) === false) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${types.join(' or ')}.`);
  }
  // JSON is UTF-8 (RFC 8259); a file says its own encoding.
  if (context.request.is('json') !== false && !/^(utf-?8|us-ascii)?$/i.test(context.request.charset)) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON as UTF-8.');
  }
  if (context.req.destroyed) throw incompleteBody();
}

function incompleteBody(cause?: unknown): DomainError {
  return new DomainError('INVALID_REQUEST', 'The connection ended before the body did.', { cause });
}

/** Whether the operation takes nothing but a file. */
function takesFileAlone({ body, fileTypes }: Endpoint): boolean {
  return fileTypes !== undefined && body === undefined;
}

/** @returns the media type of a file that came to an operation that takes JSON too; null for all others */
export function fileTypeOf(context: Context, record: Endpoint): string | null {
  const { fileTypes } = record;
  if (fileTypes === undefined || takesFileAlone(record) || !hasBody(record, context)) return null;
  const type = context.request.is([...fileTypes]);
  return typeof type === 'string' ? type : null;
}

/**
 * The exact bytes of a JSON body, or of a file that an operation takes instead of JSON; empty for any other operation.
 */
export async function readBody(context: Context, record: Endpoint): Promise<Buffer> {
  if (takesFileAlone(record) || !hasBody(record, context)) return NO_BYTES;
  requireMediaType(context, ['application/json', ...(record.fileTypes ?? [])]);
  const { bodyLimitBytes, fileLimitBytes } = record;
  const limit = (fileTypeOf(context, record) === null ? bodyLimitBytes : fileLimitBytes) ?? BODY_LIMIT_BYTES;
  return rawBody(context.req, { length: context.request.length ?? null, limit });
}

/**
 * Parses a JSON object outside of the API's operations, as strictly as theirs.
 * @throws DomainError INVALID_REQUEST for a body that is no such object, UNSUPPORTED_MEDIA_TYPE for another type
 */
export async function readJson(context: Context, limit: number): Promise<unknown> {
  requireMediaType(context, ['application/json']);
  const bytes = await rawBody(context.req, { length: context.request.length ?? null, limit });
  const { value, imprecise, faults } = parseJsonBody(bytes);
  const numbers = [...imprecise].map((field) => ({ field, ...IMPRECISE }));
  if (faults.length + numbers.length > 0) throw invalidRequest([...faults, ...numbers]);
  return value;
}

function tooLarge(limit: number): DomainError {
  return new DomainError('PAYLOAD_TOO_LARGE', `The file is larger than ${limit} bytes.`);
}

/**
 * Streams a body up to a limit; the connection stays open, so that a refusal half-way is still answered.
 * @throws DomainError PAYLOAD_TOO_LARGE
 */
async function* readBounded(context: Context, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    // The connection outlives the reading, so that a body refused half-way is still answered.
    for await (const chunk of context.req.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) continue;
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (fault) {
    throw fault instanceof DomainError ? fault : incompleteBody(fault);
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

/**
 * Streams the file of an operation, without buffering it.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE; PAYLOAD_TOO_LARGE by its declared length, or while it is read
 */
export function readFile(context: Context, record: Endpoint): AsyncIterable<Uint8Array> {
  const { fileTypes } = record;
  if (fileTypes === undefined || !takesFileAlone(record) || !hasBody(record, context)) return emptyStream();
  requireMediaType(context, fileTypes);
  const limit = record.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  if ((context.request.length ?? 0) > limit) throw tooLarge(limit);
  return readBounded(context, limit);
}
