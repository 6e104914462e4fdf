import type { Knex } from 'knex';

/** A database whose schema was made before payments said who bears the charges gets the column; in any other it is there. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table payment_instructions add column if not exists charge_bearer text');
}
