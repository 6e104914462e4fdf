import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database';
import { createDocument } from '../../db/documents/documents';
import { completeDocument } from '../../db/documents/outcome';
import { sealRequestData } from '../../db/documents/store';
import { DocumentRequest, numberOf } from '../../domain/documents/registry';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';

const HOUR_MS = 3_600_000;

interface FiledPaper {
  accountId: string;
  shipmentId: string;
  type: string;
  data: object;
  /** The payment that it names. */
  instructionId?: string | null;
}

/** Keeps a generated document of a shipment of the test side, without a browser. @returns its id */
export async function filePaper(
  database: Database,
  vault: Vault,
  { accountId, shipmentId, type, data, instructionId = null }: FiledPaper,
): Promise<string> {
  const content = DocumentRequest.parse({ type, data });
  const id = newId('document');
  const now = new Date();
  const document = {
    ...{ id, type: content.type, number: numberOf(content), shipmentId, requestId: 'req_1', locale: 'en' as const },
    ...{ instructionId, brandingId: null, warnings: [], createdAt: now },
    tenant: { accountId, environment: 'test' as const },
    expiresAt: new Date(now.getTime() + HOUR_MS),
    dataSealed: sealRequestData(vault, id, content.data),
  };
  await createDocument(database, document, null);
  await completeDocument(database, vault, id, {
    ...{ pdf: randomBytes(8), preview: '', sha256: 'a'.repeat(64), pageCount: 1 },
  });
  return id;
}
