import type { Knex } from 'knex';

/**
 * The transaction of this server that has written and is open for longest, in whichever database. Nothing of the log of
 * events that was written after it has begun is shown. What another role does is hidden from the roles of the service: the
 * function runs as the owner of the schema, who is given sight of it by docker/postgres/create-roles.sql.
 * Source: docs/decisions/0013-order-of-the-event-log.md
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create function oldest_writer()
      returns table (pid integer, database text, application text, state text, age_seconds double precision)
      language sql security definer set search_path = pg_catalog, pg_temp
    as $oldest$
      select writer.pid, writer.database, writer.application, writer.state,
        extract(epoch from clock_timestamp() - writer.begun)
      from (
        select age(backend_xid) as age, a.pid, datname::text as database, application_name as application, a.state,
          xact_start as begun
        from pg_stat_activity a where backend_xid is not null
        union all
        select age(transaction), null, p.database::text, p.gid, 'prepared', prepared from pg_prepared_xacts p
      ) writer
      order by writer.age desc limit 1
    $oldest$;
  `);
}
