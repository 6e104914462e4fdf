import type { DocumentFacts } from '../../db/documents/documents';
import type { StoredFile } from '../../db/documents/store';
import { matchesTag, parseByteRange } from '../../domain/documents/byte-range';
import { DomainError } from '../../domain/errors';
import { contentDisposition } from '../../domain/documents/file-name';
import type { Reply } from '../endpoint';

/** The range and validators of a download request; empty where a header is absent. */
export interface FileConditions {
  range: string;
  ifRange: string;
  ifNoneMatch: string;
  ifModifiedSince: string;
}

const NO_BYTES = Buffer.alloc(0);
const PDF = 'application/pdf';

function isUnchanged(conditions: FileConditions, tag: string, changedAt: Date): boolean {
  if (conditions.ifNoneMatch !== '') return matchesTag(conditions.ifNoneMatch, tag);
  const since = Date.parse(conditions.ifModifiedSince);
  return !Number.isNaN(since) && Math.floor(changedAt.getTime() / 1_000) * 1_000 <= since;
}

/**
 * The reply to a download: the whole file, the requested byte range, or 304 if unchanged.
 * @throws DomainError RANGE_NOT_SATISFIABLE
 * Source: specification, "Documents"; docs/GAPS.md#D4; RFC 9110, 13 and 14
 */
export function fileReply(document: DocumentFacts, { pdf }: StoredFile, conditions: FileConditions): Reply {
  const tag = `"${document.sha256 ?? ''}"`;
  const changedAt = document.finishedAt ?? document.createdAt;
  const headers = {
    ETag: tag,
    'Last-Modified': changedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': contentDisposition(document.type, document.number),
    'Repr-Digest': `sha-256=:${Buffer.from(document.sha256 ?? '', 'hex').toString('base64')}:`,
  };
  if (isUnchanged(conditions, tag, changedAt)) {
    return { status: 304, headers, binary: { contentType: PDF, bytes: NO_BYTES } };
  }
  const wanted = conditions.ifRange === '' || conditions.ifRange === tag ? conditions.range : '';
  const range = parseByteRange(wanted, pdf.length);
  if (range === 'whole') return { status: 200, headers, binary: { contentType: PDF, bytes: pdf } };
  if (range === 'unsatisfiable') {
    const refused = { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes */${pdf.length}` };
    throw new DomainError('RANGE_NOT_SATISFIABLE', `The file has ${pdf.length} bytes.`, { headers: refused });
  }
  return {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${range.first}-${range.last}/${pdf.length}` },
    binary: { contentType: PDF, bytes: pdf.subarray(range.first, range.last + 1) },
  };
}

/** The preview comes from client text, so it may do nothing at all: no script, no form, no fetch, no origin. */
const PREVIEW_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/** The reply with the document's sheets as a web page. */
export function previewReply({ preview }: StoredFile): Reply {
  return {
    status: 200,
    headers: {
      'Content-Security-Policy': PREVIEW_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
    binary: { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(preview, 'utf8') },
  };
}
