import type { Queryable } from './database';

/** Names of the roles that processes use; the role that migrates owns the tables. */
export interface Roles {
  api: string;
  worker: string;
  documents: string;
}

/** As `docker/postgres/create-roles.sql` makes them. */
const ROLES: Roles = { api: 'corridor_api', worker: 'corridor_worker', documents: 'corridor_documents' };

const OUTCOME_COLUMNS = 'status, finished_at, sha256, size_bytes, page_count, failure_reason';

/**
 * What a worker that prints documents needs: a browser runs beside it, so it gets no more. The event of an outcome is
 * written by another process.
 */
const DOCUMENTS_WORKER: readonly { table: string; privileges: string }[] = [
  { table: 'data_keys', privileges: 'select' },
  { table: 'documents', privileges: `select, update (${OUTCOME_COLUMNS})` },
  { table: 'document_requests', privileges: 'select' },
  { table: 'document_files', privileges: 'select, insert' },
  { table: 'document_brandings', privileges: 'select' },
];

/** Facts that are only ever added: the log, and the chain by which a changed entry is found. */
const APPEND_ONLY = 'audit_log, audit_chain';
/** What a leak of a worker must not be able to make. */
const CREDENTIALS =
  'users, user_identities, kept_forms, user_links, logins, login_challenges, second_factors, recovery_codes, api_keys, ' +
  'proposals, compliance_settings, partner_certificates';
/** The list of migrations, the ids of the data keys and how far operators' work is: only their owner writes them. */
const OWNERS_TABLES = 'knex_migrations, knex_migrations_lock, data_keys, operator_places';

function ordinaryGrants(role: string): string[] {
  return [
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
    `grant usage, select on all sequences in schema public to ${role}`,
    `grant usage on schema archive to ${role}`,
    `grant select, insert, update, delete on all tables in schema archive to ${role}`,
    `revoke update, delete on ${APPEND_ONLY} from ${role}`,
    `revoke insert, update, delete on ${OWNERS_TABLES} from ${role}`,
  ];
}

function grantsOf(roles: Roles): Record<string, string[]> {
  return {
    [roles.api]: ordinaryGrants(roles.api),
    [roles.worker]: [
      ...ordinaryGrants(roles.worker),
      `revoke insert, update on ${CREDENTIALS} from ${roles.worker}`,
      // How many people a payment needs is not for a process that sends it.
      `revoke insert, update, delete on approval_rules from ${roles.worker}`,
      // Who decided what about many payments is not for a process that carries it out.
      `revoke insert, update on bulk_decisions from ${roles.worker}`,
      `grant update (status, worked_at, finished_at, stopped_because) on bulk_decisions to ${roles.worker}`,
      `revoke insert on bulk_decision_payments from ${roles.worker}`,
      // A bucket that is removed leaves in its key when that was used last.
      `grant update (last_used_at) on api_keys to ${roles.worker}`,
    ],
    [roles.documents]: [
      ...DOCUMENTS_WORKER.map(({ table, privileges }) => `grant ${privileges} on ${table} to ${roles.documents}`),
    ],
  };
}

/**
 * Grants each existing role of the server what its processes need of the existing tables, and no more; runs after the
 * migrations. A server without these roles, such as that of `npm start`, has one role for all.
 * @returns the roles that got grants
 * Source: docs/OPERATIONS.md, "Roles"
 */
export async function grantRoles(client: Queryable, roles: Roles = ROLES): Promise<string[]> {
  const names = Object.values(roles);
  const found = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1) order by rolname',
    [names],
  );
  const grants = grantsOf(roles);
  for (const { name } of found) {
    await client.query(`grant usage on schema public to ${name}`);
    for (const statement of grants[name] ?? []) await client.query(statement);
  }
  return found.map(({ name }) => name);
}
