import { credentialDestination } from '../domain/payments/dispatch/credential-destination';
import { originOf } from '../domain/webhooks/target';
import { memberOf } from '../domain/unknown-value';
import type { Vault } from '../lib/vault';

/** A column whose values are sealed by lib/vault.ts. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Column of the row's id, which the purpose may name. */
  id: string;
  /**
   * The purpose that its values are sealed for; the same words as where they are written.
   * @param destination of a value that is sent: see `sentTo`
   */
  purpose(id: string, destination?: string): string;
  /**
   * Of values that are sent: `sql` gives members of the row, and `of` makes the destination of them that the value was given
   * for and opens at. Source: docs/GAPS.md#A12
   */
  sentTo?: { sql: string; of(row: Readonly<Record<string, unknown>>): string };
}

/** Where the static headers of a subscription and the key of its queue go. */
const OF_SUBSCRIPTION: SealedColumn['sentTo'] = {
  sql: `jsonb_build_object('url', url, 'destination', destination)`,
  of: ({ url, destination }) => originOf(String(url), memberOf(destination, 'region')),
};

/** Static headers of the deliveries of a subscription. */
export const WEBHOOK_HEADERS: SealedColumn = {
  table: 'webhook_subscriptions',
  column: 'headers_sealed',
  id: 'id',
  purpose: (id, destination = '') => `webhook-headers:${id}:${destination}`,
  sentTo: OF_SUBSCRIPTION,
};

/** The secret access key of the queue of a subscription. */
export const WEBHOOK_CREDENTIALS: SealedColumn = {
  table: 'webhook_subscriptions',
  column: 'credentials_sealed',
  id: 'id',
  purpose: (id, destination = '') => `webhook-credentials:${id}:${destination}`,
  sentTo: OF_SUBSCRIPTION,
};

/** The place of a partner's signing secret: it opens in its own row alone. */
export const PARTNER_SECRET: SealedColumn = {
  table: 'partner_secrets',
  column: 'secret_sealed',
  id: 'id',
  purpose: (id) => `partner-secret:${id}`,
};

/** What Corridor presents to a bank whose API is described. */
export const BANK_CREDENTIAL: SealedColumn = {
  table: 'bank_credentials',
  column: 'value_sealed',
  id: 'id',
  purpose: (id, destination = '') => `bank-credential:${id}:${destination}`,
  sentTo: {
    sql: `(select jsonb_build_object('adapter', p.adapter, 'config', p.config, 'name', bank_credentials.name)
           from partners p where p.id = bank_credentials.partner_id)`,
    of: ({ adapter, config, name }) => credentialDestination({ adapter, config }, String(name)),
  },
};

/** What a compliance review asked the client of a payment. */
export const INFORMATION_QUESTION: SealedColumn = {
  table: 'information_words',
  column: 'question_sealed',
  id: 'id',
  purpose: (id) => `information-question:${id}`,
};

/** What the client answered. */
export const INFORMATION_ANSWER: SealedColumn = {
  table: 'information_words',
  column: 'answer_sealed',
  id: 'id',
  purpose: (id) => `information-answer:${id}`,
};

/** What an operator noted about a payment. */
export const PAYMENT_NOTE: SealedColumn = {
  table: 'payment_notes',
  column: 'note_sealed',
  id: 'id',
  purpose: (id) => `payment-note:${id}`,
};

/** The key, secret or password that a proposal is about. */
export const PROPOSED_SECRET: SealedColumn = {
  table: 'proposals',
  column: 'secret_sealed',
  id: 'id',
  purpose: (id) => `proposal:${id}`,
};

/** What names a saved payee. */
export const SAVED_BENEFICIARY: SealedColumn = {
  table: 'beneficiaries',
  column: 'private_sealed',
  id: 'id',
  purpose: (id) => `beneficiary:${id}`,
};

/** What a change of its bank details has replaced, and whom a member asked about it. */
export const CHANGED_BENEFICIARY: SealedColumn = {
  table: 'beneficiaries',
  column: 'change_sealed',
  id: 'id',
  purpose: (id) => `beneficiary-change:${id}`,
};

/** A row of a batch whose payment is not made yet. */
export const BATCH_BODY: SealedColumn = {
  table: 'payment_batch_rows',
  column: 'body_sealed',
  id: 'id',
  purpose: (id) => `batch-row:${id}`,
};

/** Columns of a payment, and of what moves to the archive with it. */
export const PAYMENT_COLUMNS: readonly SealedColumn[] = [
  { table: 'payment_instructions', column: 'private_sealed', id: 'id', purpose: (id) => `instruction:${id}` },
  { table: 'partner_reports', column: 'evidence_sealed', id: 'id', purpose: (id) => `report:${id}` },
  { table: 'screenings', column: 'party_sealed', id: 'id', purpose: (id) => `screening:${id}` },
  INFORMATION_QUESTION,
  INFORMATION_ANSWER,
  PAYMENT_NOTE,
];

/**
 * Every column whose name ends in `_sealed`; a test in test/auth compares it with the schema.
 * Source: docs/GAPS.md#data-at-rest
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  PARTNER_SECRET,
  ...PAYMENT_COLUMNS,
  ...PAYMENT_COLUMNS.map((column) => ({ ...column, table: `archive.${column.table}` })),
  BANK_CREDENTIAL,
  { table: 'unmatched_reports', column: 'evidence_sealed', id: 'id', purpose: (id) => `report:${id}` },
  SAVED_BENEFICIARY,
  CHANGED_BENEFICIARY,
  BATCH_BODY,
  PROPOSED_SECRET,
  { table: 'webhook_subscriptions', column: 'secret_sealed', id: 'id', purpose: (id) => `webhook:${id}` },
  { table: 'webhook_subscriptions', column: 'previous_secret_sealed', id: 'id', purpose: (id) => `webhook:${id}` },
  WEBHOOK_HEADERS,
  WEBHOOK_CREDENTIALS,
  { table: 'second_factors', column: 'secret_sealed', id: 'user_id', purpose: (id) => `second-factor:${id}` },
  { table: 'kept_forms', column: 'form_sealed', id: 'id', purpose: (id) => `kept-form:${id}` },
  { table: 'document_requests', column: 'data_sealed', id: 'document_id', purpose: (id) => `document-data:${id}` },
  { table: 'document_files', column: 'pdf_sealed', id: 'document_id', purpose: (id) => `document-pdf:${id}` },
  { table: 'document_files', column: 'preview_sealed', id: 'document_id', purpose: (id) => `document-preview:${id}` },
];

/**
 * Opens a value of the row with that id.
 * @param row `destination` of a value that is sent
 * @throws SealedForAnother when it was sealed for another row or destination, or was changed; DataKeyMissing
 */
export function openSealed(
  vault: Vault,
  sealed: SealedColumn,
  row: { id: string; value: Buffer; destination?: string | undefined },
): Buffer {
  return vault.openBytes(row.value, sealed.purpose(row.id, row.destination));
}
