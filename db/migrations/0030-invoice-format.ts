import type { Knex } from 'knex';

/** Electronic invoices, where an account wants them. In a database whose schema has the column this changes nothing. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(
    `alter table document_brandings add column if not exists invoice_format text not null default 'pdf'
       check (invoice_format in ('pdf', 'factur-x'))`,
  );
}
