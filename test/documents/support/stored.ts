import { createHash } from 'node:crypto';
import type { Database } from '../../../db/database';
import { createDocument, type NewDocument } from '../../../db/documents/documents';
import { completeDocument } from '../../../db/documents/outcome';
import { sealRequestData } from '../../../db/documents/store';
import { expiryOf } from '../../../domain/documents/document';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';

/** Text as long as a small file, each part of it different. */
export const FILE = Buffer.from(Array.from({ length: 1_000 }, (_, line) => `line ${line}\n`).join(''));
export const PREVIEW = '<p>Cotton T-shirts</p>';

/** Puts a document on record that is to be generated, as the API does. @returns its id */
export async function orderDocument(
  { database, vault }: { database: Database; vault: Vault },
  accountId: string,
  overrides: Partial<NewDocument> = {},
): Promise<string> {
  const { createdAt = new Date() } = overrides;
  const id = overrides.id ?? newId('document', createdAt.getTime());
  const document = {
    id,
    tenant: { accountId, environment: 'test' as const },
    requestId: 'req',
    type: 'commercial_invoice' as const,
    number: '1',
    locale: 'en' as const,
    shipmentId: null,
    instructionId: null,
    brandingId: null,
    warnings: [],
    createdAt,
    expiresAt: expiryOf(createdAt),
    dataSealed: sealRequestData(vault, id, {}),
  };
  await createDocument(database, { ...document, ...overrides }, null);
  return id;
}

/** A document with its file, as the worker stores it. @returns its id */
export async function storeDocument(
  parts: { database: Database; vault: Vault },
  accountId: string,
  overrides: Partial<NewDocument> = {},
): Promise<string> {
  const id = await orderDocument(parts, accountId, overrides);
  const file = { pdf: FILE, preview: PREVIEW, sha256: createHash('sha256').update(FILE).digest('hex'), pageCount: 1 };
  await completeDocument(parts.database, parts.vault, id, file);
  return id;
}
