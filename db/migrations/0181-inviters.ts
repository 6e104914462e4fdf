import type { Knex } from 'knex';

/**
 * Who invited somebody: an invitation is good while that person is an owner of the account. Null for those from before
 * and for those that no person made.
 * Source: docs/GAPS.md#A3
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table invitations add column invited_by text');
}
