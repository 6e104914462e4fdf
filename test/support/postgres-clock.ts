import type { Queryable } from '../../db/database';

/** Postgres' clock of one test database: it goes as it does everywhere, and is put forward by whoever cannot wait. */
export class PostgresClock {
  private constructor(private readonly database: Queryable) {}

  /**
   * Puts a clock of the database's own before the server's for every connection that is opened from now on.
   * @param database one that no other file uses, with no open connections but idle ones: those keep the server's clock
   */
  static async replaceIn(database: Queryable): Promise<PostgresClock> {
    await database.query(`do $do$ begin
      create schema clock;
      create table clock.ahead (by interval not null);
      insert into clock.ahead values ('0');
      create function clock.clock_timestamp() returns timestamptz language sql volatile
        as 'select pg_catalog.clock_timestamp() + (select by from clock.ahead)';
      execute format('alter database %I set search_path = clock, pg_catalog, public', current_database());
    end $do$`);
    return new PostgresClock(database);
  }

  async now(): Promise<Date> {
    const [row] = await this.database.query<{ at: Date }>(
      'select pg_catalog.clock_timestamp() + by as at from clock.ahead',
    );
    if (row === undefined) throw new Error('the clock was not replaced');
    return row.at;
  }

  /** Lets so much time pass, as far as Postgres is asked. */
  async advance(ms: number): Promise<void> {
    await this.database.query('update clock.ahead set by = by + make_interval(secs => $1)', [ms / 1000]);
  }
}
