import { InvalidArgumentError, Option, type Command } from 'commander';
import { z, type output, type ZodType } from 'zod';
import { plainWords } from '../domain/schema-words';
import { UsageError } from './context';

/** @returns `base-path` of `basePath`: how a command names a member */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A message of a schema as a sentence about what was typed. */
function sentence(message: string): string {
  return /^[a-z]/.test(message) ? `It ${message}.` : message;
}

/** @returns a text as a value of a type in JSON; what is none stays text, which the schema refuses */
function valueOf(text: string, type: string): unknown {
  if (type === 'array') return text === 'none' ? [] : text.split(',').map((item) => item.trim());
  const isNumber = (type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}

/** A parser of an option's text by a schema. */
function parserOf(schema: ZodType, type: string): (text: string) => unknown {
  return (text) => {
    const result = schema.safeParse(valueOf(text, type), { error: plainWords });
    if (result.success) return result.data;
    if (text === 'none' && schema.safeParse(null).success) return null;
    throw new InvalidArgumentError(sentence(result.error.issues[0]?.message ?? 'is not valid'));
  };
}

/** The type of a schema's values in texts, and its description. */
function formOf(schema: ZodType): { type: string; about: string } {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const variants = [whole, ...(whole.anyOf ?? [])];
  const { type, enum: values } = variants.find((one) => one.type !== undefined && one.type !== 'null') ?? {};
  const about = variants.find((one) => one.description !== undefined)?.description ?? values?.join(', ') ?? '';
  return { type: String(type), about };
}

/** @returns the description of a schema, and a parser of typed texts that throws InvalidArgumentError for what does not fit */
export function textForm(schema: ZodType): { about: string; parse: (text: string) => unknown } {
  const { type, about } = formOf(schema);
  return { about, parse: parserOf(schema, type) };
}

/** The options of the command line for a member of a schema; a boolean has two. */
function optionsFor(name: string, schema: ZodType, initially: unknown): Option[] {
  const { type, about } = formOf(schema);
  const says = [about, ...(initially === undefined ? [] : [`(default: ${JSON.stringify(initially)})`])]
    .join(' ')
    .trim();
  const flag = kebabCase(name);
  if (type === 'boolean') return [new Option(`--${flag}`, says), new Option(`--no-${flag}`)];
  const option = new Option(`--${flag} <${type === 'array' ? 'list' : 'value'}>`, says);
  return [option.argParser(parserOf(schema, type)).makeOptionMandatory(!schema.safeParse(undefined).success)];
}

/**
 * Gives a command an option for each member of a schema, such as `--fee-bps` for `feeBps`: a list is separated by commas,
 * and `none` empties it or takes a bound away.
 * @param how `except`: members that the command names otherwise; `defaults`: of members that are absent, for the help
 */
export function addMembers(
  command: Command,
  shape: Readonly<Record<string, ZodType>>,
  { except = [], defaults = {} }: { except?: readonly string[]; defaults?: Readonly<Record<string, unknown>> } = {},
): Command {
  const members = Object.entries(shape).filter(([name]) => !except.includes(name));
  const options = members.flatMap(([name, schema]) => optionsFor(name, schema, defaults[name]));
  for (const option of options) command.addOption(option);
  return command;
}

/**
 * Parses the options of a command by a schema.
 * @throws UsageError with every fault
 */
export function readOptions<Schema extends ZodType>(schema: Schema, options: object): output<Schema> {
  const result = schema.safeParse(options, { error: plainWords });
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) =>
    /^[a-z]/.test(message) ? `--${kebabCase(path.join('.'))} ${message}` : message,
  );
  throw new UsageError(lines.join('\n'));
}
