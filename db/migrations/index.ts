import type { Knex } from 'knex';
import type { OperatorDatabase, Say } from '../database';
import * as baseline from './0001-baseline';

export interface Migration {
  name: string;
  /**
   * @param builder in the migration's transaction, where it has one
   * @param say shows the operator how far it is
   * @param database for `backfill`, outside of the transaction
   */
  up(builder: Knex, say: Say, database: OperatorDatabase): Promise<unknown>;
  /** `false`: it runs outside of a transaction, and each of its steps is safe to repeat. */
  transaction?: boolean;
}

/** Every database that is kept began with it. */
export const BASELINE = '0001-baseline';

/** In order; a migration that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [{ name: BASELINE, up: baseline.up }];
