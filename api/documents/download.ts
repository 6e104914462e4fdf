import { findDocument, type DocumentFacts } from '../../db/documents/documents';
import { readFile, type StoredFile } from '../../db/documents/store';
import { DocumentPath, DownloadQuery } from '../../domain/documents/schemas';
import { DomainError } from '../../domain/errors';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { fileReply, previewReply } from './file-reply';
import { documentNotFound } from './present';

const RETRY_AFTER_SECONDS = 2;

const FILE_HEADERS = {
  'Content-Disposition': '`attachment` with the name of the file, made of type and number',
  ETag: 'Changes with the bytes of the file',
  'Last-Modified': 'When the file was made, as an HTTP date',
  'Accept-Ranges': '`bytes`',
  'Cache-Control': '`private, no-cache`',
  'Repr-Digest': 'SHA-256 of the whole file (RFC 9530)',
};

/** @throws DomainError GONE, IN_PROGRESS or NOT_FOUND where a document has no file to download */
function refuseUnavailable(document: DocumentFacts, now: Date): void {
  if (document.erasedAt !== null) throw new DomainError('GONE', 'The file of this document was erased.');
  if (document.status === 'failed') throw new DomainError('NOT_FOUND', 'This document could not be generated.');
  if (document.expiresAt <= now) throw new DomainError('GONE', 'The file of this document has expired.');
  if (document.status === 'generating') {
    throw new DomainError('IN_PROGRESS', 'The document is still being generated.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

async function availableFile(document: DocumentFacts, services: Services): Promise<StoredFile> {
  refuseUnavailable(document, services.now());
  const file = await readFile(services.database, services.vault, document.id);
  if (file === null) throw new DomainError('GONE', 'The file of this document has expired.');
  return file;
}

/**
 * Hands out the file, in parts where asked.
 * Source: specification, "Documents"; docs/GAPS.md#D1, docs/GAPS.md#D4
 */
export const downloadDocument = endpoint({
  operationId: 'downloadDocument',
  summary: 'Download a document',
  tag: 'Documents',
  method: 'get',
  path: '/api/v1/documents/{id}/download',
  access: { kind: 'client', scope: 'documents:read' },
  limit: null,
  envelope: 'wrapped',
  params: DocumentPath,
  query: DownloadQuery,
  requestHeaders: {
    Range: 'Part of the file, such as `bytes=0-99`',
    'If-Range': 'ETag; the whole file where it has changed',
    'If-None-Match': 'ETag, list of them or `*`; 304 where one fits',
    'If-Modified-Since': 'HTTP date; 304 where the file is not newer',
  },
  responses: {
    200: {
      description: 'The PDF, or with `preview=html` a web page',
      schema: null,
      mediaTypes: ['application/pdf', 'text/html'],
      headers: FILE_HEADERS,
      // The web page is no file.
      areHeadersOptional: true,
    },
    206: {
      description: 'The part that `Range` asks for',
      schema: null,
      mediaTypes: ['application/pdf'],
      headers: { ...FILE_HEADERS, 'Content-Range': 'Which bytes of how many, `bytes 0-99/48213`' },
    },
    304: { description: 'The receiver already has this file', schema: null, headers: FILE_HEADERS },
  },
  errors: ['NOT_FOUND', 'GONE', 'IN_PROGRESS', 'RANGE_NOT_SATISFIABLE'],
  async handle(call, services) {
    const { principal, params, query } = call;
    const document = await findDocument(services.database, principal.tenant, params.id);
    if (document === null) throw documentNotFound();
    const file = await availableFile(document, services);
    if (query.preview === 'html') return previewReply(file);
    return fileReply(document, file, {
      range: call.header('Range'),
      ifRange: call.header('If-Range'),
      ifNoneMatch: call.header('If-None-Match'),
      ifModifiedSince: call.header('If-Modified-Since'),
    });
  },
});
