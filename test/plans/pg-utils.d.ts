declare module 'pg/lib/utils' {
  /** The text, or the bytes, as which pg sends a value; arrays in Postgres' own notation. */
  export function prepareValue(value: unknown): string | Buffer | null | undefined;
}
