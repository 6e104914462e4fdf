/** A column whose values are sealed by db/vault.ts. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Column of the row's id, which the purpose may name. */
  id: string;
  /** The purpose that its values are sealed for; the same words as where they are written. */
  purpose(id: string): string;
}

/**
 * Every column whose name ends in `_sealed`; a law in test/auth compares it with the schema.
 * Source: docs/GAPS.md#data-at-rest
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'partner_secrets', column: 'secret_sealed', id: 'id', purpose: () => 'partner-secret' },
  { table: 'payment_instructions', column: 'private_sealed', id: 'id', purpose: (id) => `instruction:${id}` },
  { table: 'partner_reports', column: 'evidence_sealed', id: 'id', purpose: (id) => `report:${id}` },
  { table: 'webhook_subscriptions', column: 'secret_sealed', id: 'id', purpose: (id) => `webhook:${id}` },
  { table: 'webhook_subscriptions', column: 'previous_secret_sealed', id: 'id', purpose: (id) => `webhook:${id}` },
  { table: 'document_requests', column: 'data_sealed', id: 'document_id', purpose: (id) => `document-data:${id}` },
  { table: 'document_files', column: 'pdf_sealed', id: 'document_id', purpose: (id) => `document-pdf:${id}` },
  { table: 'document_files', column: 'preview_sealed', id: 'document_id', purpose: (id) => `document-preview:${id}` },
];
