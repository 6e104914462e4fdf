import { z } from 'zod';
import { findAnyDocument, type DocumentFacts } from '../../db/documents/documents';
import { verifyCode, verifyLabel } from '../../domain/documents/verify-code';
import { isSameCode } from '../../lib/same-code';
import { endpoint } from '../endpoint';
import type { Services } from '../services';
import { unverifiedPage, verifiedDocumentPage } from './page';
import { pathId } from '../../domain/schema-tools';

/** The generated document that a printed code verifies, or null. Codes of earlier keys stay valid. */
async function findByVerifyCode(id: string, code: string, services: Services): Promise<DocumentFacts | null> {
  // What was printed while documents had no keys of their own goes on.
  const expected = services.vault.derivations(verifyLabel(id)).map(verifyCode);
  if (!expected.some((known) => isSameCode(known, code.toLowerCase()))) return null;
  const document = await findAnyDocument(services.database, id);
  return document?.status === 'generated' ? document : null;
}

/** Anyone who holds a document can check it: the code on it is the permission. Source: docs/GAPS.md#D3 */
export const verifyDocument = endpoint({
  operationId: 'verifyDocument',
  summary: 'Verify a document',
  tag: 'Documents',
  method: 'get',
  path: '/verify/{documentId}',
  access: { kind: 'public' },
  limit: null,
  envelope: 'bare',
  params: z.object({ documentId: pathId('document') }),
  query: z.object({ c: z.string().max(64).default('') }),
  responses: {
    200: { description: 'A page with the hash, type and time of issue', schema: null },
    404: { description: 'A page that says that it cannot be verified', schema: null },
  },
  errors: [],
  async handle({ params, query }, services) {
    const document = await findByVerifyCode(params.documentId, query.c, services);
    return document === null ? unverifiedPage() : verifiedDocumentPage(document);
  },
});
