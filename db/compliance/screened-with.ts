import { ALGORITHM_VERSION } from '../../domain/compliance/screen';

/**
 * SQL of what a receipt says that it was made with, as `payment_instructions.screened_with` keeps it.
 * @param receipt jsonb with the columns of `screenings`
 */
export const screenedWithSql = (receipt: string): string =>
  `screening_lists(${receipt} -> 'editions', ${receipt} -> 'blocked_countries') || ' ' || (${receipt} ->> 'algorithm')`;

/**
 * SQL of whether the newest receipt of payment `i` is of the lists and blocked countries in force, and of this version of
 * the algorithm. `check_leave_to_send` compares the former.
 * Source: docs/GAPS.md#P13
 */
export const IS_SCREENED_SQL = `coalesce(i.screened_with = (select lists from screening_in_force) || ' ${ALGORITHM_VERSION}', false)`;
