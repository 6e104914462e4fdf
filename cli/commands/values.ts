import { InvalidArgumentError, type Command } from 'commander';
import type { ZodType } from 'zod';
import { idOfCursor } from '../../domain/schema-tools';
import { printResult, UsageError } from '../context';

function splitByComma(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A parser of an argument that must be one of the values. */
export function oneOf<Value extends string | number>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const found = values.find((value) => String(value) === text);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
    return found;
  };
}

/** A parser of a comma-separated list of the values, with at least one. */
export function listOf<Value extends string>(values: readonly Value[]): (text: string) => Value[] {
  return (text) => {
    const list = splitByComma(text);
    if (list.length === 0) throw new InvalidArgumentError(`It must name at least one of ${values.join(', ')}.`);
    return list.map(oneOf(values));
  };
}

/** A parser of an argument that a schema validates and converts. */
export function fitting<Value>(schema: ZodType<Value>): (text: string) => Value {
  return (text) => {
    const result = schema.safeParse(text);
    if (!result.success) throw new InvalidArgumentError(result.error.issues[0]?.message ?? 'It is not valid.');
    return result.data;
  };
}

/** Operator keys are replaced once a year at the latest. */
const LONGEST_KEY_MS = 366 * 86_400_000;

/**
 * Parses the end of a key.
 * @throws InvalidArgumentError unless it is in the future, within a year
 */
export function keyEnd(text: string): Date {
  const at = /^\d{4}-\d{2}-\d{2}(T.+Z)?$/.test(text) ? new Date(text) : new Date(NaN);
  const aheadMs = at.getTime() - Date.now();
  if (!(aheadMs > 0 && aheadMs <= LONGEST_KEY_MS)) {
    throw new InvalidArgumentError('It must be a day such as 2027-01-31, within a year from now.');
  }
  return at;
}

/** The largest integer of Postgres. */
const MAX_WHOLE = 2_147_483_647;

/** @throws InvalidArgumentError unless the text is a whole number above 0 that a column can hold */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  if (value > MAX_WHOLE) throw new InvalidArgumentError(`It must be at most ${MAX_WHOLE}.`);
  return value;
}

/** @throws InvalidArgumentError unless the text is a decimal number, 0 or more; it stays text, as money does */
export function decimal(text: string): string {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a decimal number, 0 or more.');
  return text;
}

/** A parser of whole numbers above 0, up to a limit. */
export function upTo(most: number): (text: string) => number {
  return (text) => {
    const value = wholeNumber(text);
    if (value > most) throw new InvalidArgumentError(`It must be at most ${most}.`);
    return value;
  };
}

/** Makes a parser of whole numbers between two bounds, both included. */
export function wholeNumberBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Items of a page. Source: docs/GAPS.md#G8 */
export const pageSize = upTo(100);

/** A parser of cursors of a list with such ids. */
export function cursor(pattern: RegExp): (text: string) => string {
  return (text) => {
    const id = idOfCursor(text, pattern);
    if (id === undefined) throw new InvalidArgumentError('It must be a cursor of an earlier page.');
    return id;
  };
}

/** @returns what a list was narrowed by, as it is typed, for the line that says that it is empty */
export function narrowedBy(filters: Record<string, string | undefined>): string {
  const typed = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return typed.length === 0 ? '' : ` with ${typed.join(' ')}`;
}

/** @returns a reason without spaces around it @throws UsageError when nothing is left of it */
export function givenReason(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new UsageError('Give a reason: --reason TEXT');
  return reason;
}

/** Prints a result with parts: one JSON object with `--json`, else the lines. */
export function printLines(command: Command, result: Record<string, unknown>, lines: readonly string[]): void {
  const options: Record<string, unknown> = command.optsWithGlobals();
  if (options['json'] === true) printResult(command, result);
  else for (const line of lines) console.log(line);
}
