/**
 * The rows that parallel arrays carry into a statement, as a table of its FROM.
 *
 * Each array is selected rather than named: a plan that could see the array would be taken for better than one that
 * serves all lengths, and Postgres would plan the statement again for each call, which costs more than running it.
 * @param types of the elements of `$1`, `$2` and so on, such as `text`
 */
export function rowsOf(...types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `(select $${index + 1}::${type}[])`).join(', ')})`;
}

/** `any (…)` of the array that `$1` carries, under one plan for all lengths. The cast tells it from a subquery of rows. */
export function anyOf(type: string): string {
  return `any((select $1::${type}[])::${type}[])`;
}
