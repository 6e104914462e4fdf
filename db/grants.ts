import type { Queryable } from './database';

/** Names of the roles that processes use; the role that migrates owns the tables. */
export interface Roles {
  api: string;
  worker: string;
  documents: string;
}

/** As `deploy/docker/postgres/create-roles.sql` makes them. */
const ROLES: Roles = { api: 'corridor_api', worker: 'corridor_worker', documents: 'corridor_documents' };

/** What each role may do with tables of the schema `public`; a role that is absent may do nothing with them. */
export interface TableGrants extends Partial<Record<keyof Roles, string>> {
  /** Names, separated by spaces. */
  tables: string;
}

const READ = 'select';
const ADD = 'select, insert';
const CHANGE = 'select, insert, update';
const ALL = 'select, insert, update, delete';
/** A row lock needs the right to update a column; this one decides nothing. */
const LOCK = 'select, update (created_at)';

/** Of a report, whether it is applied; of a call, how it ended. What was said and sent stays. */
const REPORTS = 'select, insert, update (disposition, resulting_status, flagged_at)';
const DISPATCHES =
  'select, insert, update (state, sends, destination, fault, refusal, partner_reference, expected_date, finished_at, denied_at)';
/** What a worker needs of people and keys: whether they may still act, and who made them. Neither addresses nor hashes. */
const PEOPLE =
  'select (id, role, operator_roles, account_id, partner_id, invited_by, invited_at, login_made_by, has_password, created_at, disabled_at, removed_at, erased_at)';
const KEYS =
  'select (id, kind, environment, account_id, partner_id, user_id, made_by, replaces, created_at, expires_at, revoked_at, disabled_at), ' +
  'update (last_used_at)';
/** What a worker finds about an endpoint, not where it is. */
const SUBSCRIPTIONS =
  'select, delete, update (enabled, disabled_reason, failing_since, failing_announced_at, used_up_at, next_slot_at, previous_secret_sealed)';
const DOCUMENT_OUTCOME = 'status, finished_at, sha256, size_bytes, page_count, failure_reason';

/**
 * What the processes need of each table, and no more; a table of no row here is for its owner alone. A browser runs beside
 * the documents worker, so another process writes the event of an outcome.
 */
export const TABLE_GRANTS: readonly TableGrants[] = [
  // Facts that are only ever added. Only their owner moves them, to the archive and back, by functions.
  { tables: 'settlements status_history audit_log', api: ADD, worker: ADD },
  // A trigger of the owner adds its links.
  { tables: 'audit_chain', api: READ, worker: READ },
  { tables: 'audit_stream', worker: CHANGE },
  { tables: 'partner_reports', api: REPORTS, worker: REPORTS },
  { tables: 'dispatches', api: DISPATCHES, worker: DISPATCHES },
  { tables: 'screenings payment_statements', api: ADD, worker: ADD },
  { tables: 'payment_instructions reconciliation_cases clearances statement_entries', api: CHANGE, worker: CHANGE },
  { tables: 'tracking_links payment_notes', api: CHANGE },
  { tables: 'information_words', api: CHANGE, worker: READ },
  // What a leak of a worker must not be able to make, change or read.
  { tables: 'users', api: CHANGE, worker: PEOPLE },
  { tables: 'api_keys', api: CHANGE, worker: KEYS },
  { tables: 'user_identities', api: ALL, worker: 'select (user_id)' },
  // Addresses of those alone who chose to be sent mail.
  {
    tables: 'notice_settings',
    api: ALL,
    worker: 'select, update (next_at, told, sent_at, refused_at, held_until)',
  },
  { tables: 'notice_readers', worker: READ },
  { tables: 'user_links second_factors recovery_codes', api: ALL },
  { tables: 'login_challenges logins kept_forms', api: ALL },
  { tables: 'payment_assignments', api: ALL, worker: 'select (instruction_id, user_id)' },
  // Who has to confirm it, and not what it would change.
  {
    tables: 'proposals',
    api: CHANGE,
    worker: 'select (id, act, subject, role, proposed_by, proposed_person, proposed_at, expires_at, outcome)',
  },
  { tables: 'partner_certificates', api: CHANGE },
  { tables: 'compliance_settings', api: CHANGE, worker: READ },
  { tables: 'approval_rules bank_credentials blocked_countries', api: ALL, worker: READ },
  { tables: 'accounts partners routes', api: CHANGE, worker: LOCK },
  { tables: 'partner_secrets calendars beneficiary_versions', api: CHANGE, worker: READ },
  { tables: 'calendar_days trusted_webhook_origins', api: ALL, worker: READ },
  {
    tables: 'bulk_decisions',
    api: CHANGE,
    worker: 'select, delete, update (status, worked_at, finished_at, stopped_because)',
  },
  { tables: 'bulk_decision_payments', api: CHANGE, worker: 'select, update (state, tries, fault)' },
  { tables: 'payment_batches payment_batch_rows', api: CHANGE, worker: 'select, update' },
  { tables: 'payment_batch_approvals', api: ADD, worker: 'select, update (reached, done_at)' },
  // What the work of the service is kept in.
  {
    tables: 'idempotency_keys rate_buckets rate_refusals partner_health webhook_breakers outbox',
    api: ALL,
    worker: ALL,
  },
  { tables: 'operator_flags bank_polls lost_payments', api: CHANGE, worker: CHANGE },
  { tables: 'beneficiaries', api: CHANGE, worker: 'select, update' },
  { tables: 'beneficiary_screenings', api: ADD, worker: ADD },
  { tables: 'unmatched_reports', api: CHANGE, worker: ALL },
  { tables: 'repairs', api: READ, worker: ALL },
  { tables: 'relay_lanes', api: 'select, update', worker: 'select, update' },
  // A process waits for its migrations, and a worker moves the mark by which a restored database is known.
  { tables: 'knex_migrations restorations operator_places', api: READ, worker: READ },
  { tables: 'database_mark', api: READ, worker: 'select, update (position, marked_at)' },
  { tables: 'data_keys', api: READ, worker: READ, documents: READ },
  { tables: 'events', api: ADD, worker: ALL },
  { tables: 'deliveries', api: CHANGE, worker: ALL },
  { tables: 'delivery_attempts', api: READ, worker: ALL },
  { tables: 'webhook_subscriptions', api: CHANGE, worker: SUBSCRIPTIONS },
  { tables: 'webhook_recoveries webhook_drills', api: CHANGE, worker: 'select, update, delete' },
  // Old ones are deleted under a lock.
  { tables: 'seen_signatures', api: ALL, worker: 'select, update, delete' },
  { tables: 'payment_quotes request_counts request_log', api: CHANGE, worker: 'select, update, delete' },
  { tables: 'shipments', api: ALL, worker: 'select, update (updated_at, file_changed_at, compared_at, findings)' },
  { tables: 'shipment_findings', api: CHANGE, worker: ADD },
  { tables: 'document_brandings', api: ALL, worker: READ, documents: READ },
  {
    tables: 'documents',
    api: ADD,
    worker: `select, update (announced_at, ${DOCUMENT_OUTCOME})`,
    documents: `select, update (${DOCUMENT_OUTCOME})`,
  },
  { tables: 'document_requests', api: ADD, worker: 'select, update, delete', documents: READ },
  { tables: 'document_files', api: READ, worker: 'select, insert, delete', documents: ADD },
  // Publications, which the workers of the queue `imports` read in.
  { tables: 'import_orders', worker: 'select, delete' },
  { tables: 'reference_editions', api: READ, worker: CHANGE },
  { tables: 'hs_sections hs_nodes hs_names hs_replacements search_rules search_state', api: READ, worker: ALL },
  { tables: 'search_documents search_terms search_lexicon tariff_lines additional_duties', api: READ, worker: ALL },
  { tables: 'vat_rates trade_agreements trade_agreement_members trade_agreement_exceptions', api: READ, worker: ALL },
  { tables: 'tariff_programs trade_statistics country_indicators exchange_rates', api: READ, worker: ALL },
  { tables: 'used_marks screening_in_force', api: READ, worker: READ },
  { tables: 'watch_list_entries', api: READ, worker: 'select, insert, delete' },
];

/** Tables of the owner alone. */
export const OWNERS_TABLES: readonly string[] = ['knex_migrations_lock'];

/** Functions that run as their owner, where a process needs one act and not the right to every such act. */
const FUNCTION_GRANTS: readonly { function: string; roles: readonly (keyof Roles)[] }[] = [
  { function: 'archive_payments(text, text, integer)', roles: ['worker'] },
  { function: 'bring_back_payment(text)', roles: ['api', 'worker'] },
  { function: 'empty_proposals(integer)', roles: ['worker'] },
  { function: 'remove_expired(text, integer)', roles: ['worker'] },
];

/** Statements that grant a role what the processes of its kind need. */
function grantsOf(kind: keyof Roles, role: string): string[] {
  const tables = TABLE_GRANTS.flatMap(({ tables: names, [kind]: privileges }) =>
    privileges === undefined ? [] : [`grant ${privileges} on ${names.replaceAll(' ', ', ')} to ${role}`],
  );
  const functions = FUNCTION_GRANTS.filter(({ roles }) => roles.includes(kind)).map(
    (one) => `grant execute on function ${one.function} to ${role}`,
  );
  const archive = [
    `grant usage on schema archive to ${role}`,
    `grant select on all tables in schema archive to ${role}`,
  ];
  return [
    `grant usage on schema public to ${role}`,
    `revoke all on all tables in schema public, archive from ${role}`,
    ...tables,
    ...functions,
    ...(kind === 'documents' ? [] : archive),
  ];
}

/**
 * Grants each existing role what its processes need, and revokes everything else; runs after the migrations. A server
 * without these roles, such as that of `npm start`, uses one role for everything.
 * @returns the roles that got grants
 * Source: docs/OPERATIONS.md, "Roles"
 */
export async function grantRoles(client: Queryable, roles: Roles = ROLES): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1) order by rolname',
    [Object.values(roles)],
  );
  const existing = new Set(found.map(({ name }) => name));
  for (const kind of ['api', 'worker', 'documents'] as const) {
    if (!existing.has(roles[kind])) continue;
    for (const statement of grantsOf(kind, roles[kind])) await client.query(statement);
  }
  return [...existing];
}
