import type { DocumentFacts } from '../../db/documents/documents';
import { DomainError } from '../../domain/errors';

/** A document as it is returned. Source: specification, "Document" */
export function presentDocument(document: DocumentFacts, publicUrl: string) {
  const generated = document.status === 'generated';
  return {
    documentId: document.id,
    type: document.type,
    status: document.status,
    number: document.number,
    shipmentId: document.shipmentId,
    instructionId: document.instructionId,
    createdAt: document.createdAt.toISOString(),
    downloadUrl:
      generated && document.erasedAt === null ? `${publicUrl}/api/v1/documents/${document.id}/download` : null,
    expiresAt: document.expiresAt.toISOString(),
    format: 'pdf' as const,
    size: document.sizeBytes,
    pages: document.pageCount,
    sha256: document.sha256,
    failureReason: document.failureReason,
    warnings: document.warnings,
    erasedAt: document.erasedAt?.toISOString() ?? null,
  };
}

/** The same answer for an unknown document and for another account's. Source: docs/GAPS.md#G7 */
export function documentNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'There is no such document.');
}
