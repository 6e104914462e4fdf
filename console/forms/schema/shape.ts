import { z, type ZodType } from 'zod';
import type { Words } from '../../words/use-words';

type Schema = z.core.JSONSchema.BaseSchema;

/** Anything goes where a schema is no more than true. */
function described(schema: z.core.JSONSchema._JSONSchema | readonly unknown[] | undefined): Schema {
  return typeof schema === 'object' && !(schema instanceof Array) ? schema : {};
}

/** How one value is entered. */
export type Control = 'line' | 'paragraph' | 'date' | 'number' | 'choice';

/** The input that a form needs to build a value of a schema. */
export type Shape =
  | {
      kind: 'value';
      control: Control;
      type: 'string' | 'number' | 'boolean';
      /** Of a choice: the values as texts. */
      options: readonly string[];
      /** What an option means by the authority whose code it is, in English. */
      meanings?: Readonly<Record<string, string>>;
      maxLength: number | null;
      /** Whether the word for yes, in any language of the console, stands for true, beside any other text. */
      isYesTaken: boolean;
      /** Codes such as DE and USD, however they are typed. */
      isUpperCase: boolean;
      example: string | null;
      /** What a country calls it, in place of the label of the member: IBAN. */
      title?: string;
      /** Said beside it, instead of the example. */
      note?: keyof Words['forms']['notes'];
      /** Id of the list of codes to choose from while typing: `CodeLists`. */
      list?: 'countries' | 'currencies';
    }
  | { kind: 'group'; members: readonly Member[] }
  | { kind: 'list'; item: Shape; minimum: number; maximum: number };

export interface Member {
  name: string;
  isRequired: boolean;
  shape: Shape;
}

/** Longer texts may have several lines. */
const MAX_LINE = 300;
const ONE_LINE = /Cc/;
/** Marks a text of which `true` is another way to write it. */
const YES = 'x-yes';
const CODE = /^\^\[A-Z\]/;
/** Codes of which a form knows the list, by the patterns of their schemas. */
const LISTS: Readonly<Record<string, 'countries' | 'currencies'>> = {
  '^[A-Z]{2}$': 'countries',
  '^[A-Z]{3}$': 'currencies',
};
/** A page with more fields is slow to fill in and to send; longer lists come over the API. */
export const MAX_ROWS = 50;

/** Follows references and unwraps variants that only make a member nullable. */
function resolveSchema(schema: Schema, definitions: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined && definitions[name] !== undefined) return resolveSchema(definitions[name], definitions);
  const variants = (schema.anyOf ?? []).map((variant) => resolveSchema(described(variant), definitions));
  const others = variants.filter(({ type }) => type !== 'null');
  if (variants.length === 0) return schema;
  const [only] = others;
  return others.length === 1 && only !== undefined ? only : mostTellingVariant(others, definitions);
}

/** Members of an object that a person chooses freely. */
function freeMembers(schema: Schema): number {
  return Object.values(schema.properties ?? {}).filter((member) => described(member).const === undefined).length;
}

/** Picks one of several ways to write a value: with its unit, else as text, else as a number. */
function mostTellingVariant(variants: readonly Schema[], definitions: Record<string, Schema>): Schema {
  const values = variants.flatMap(({ const: value }) => (value === undefined ? [] : [value]));
  if (values.length === variants.length) return { enum: [...new Set(values.map(String))], type: 'string' };
  const flat = variants.map((variant) => resolveSchema(variant, definitions));
  const chosen =
    flat.find((variant) => variant.type === 'object' && freeMembers(variant) > 1) ??
    flat.find(({ type }) => type === 'array') ??
    flat.find((variant) => variant.type === 'string' && variant.const === undefined) ??
    flat.find(({ type }) => type === 'number' || type === 'integer') ??
    flat[0] ??
    {};
  const isYesTaken = chosen.type === 'string' && flat.some(({ const: value }) => value === true);
  return isYesTaken ? { ...chosen, [YES]: true } : chosen;
}

function valueShape(schema: Schema): Shape {
  const { type, maxLength, pattern, format } = schema;
  const [example] = schema.examples ?? [];
  const common = {
    kind: 'value' as const,
    maxLength: maxLength ?? null,
    isUpperCase: CODE.test(pattern ?? ''),
    isYesTaken: schema[YES] === true,
    example: typeof example === 'string' ? example : null,
    options: [],
  };
  if (type === 'boolean') return { ...common, type, control: 'choice', options: ['yes', 'no'] };
  if (schema.enum !== undefined)
    return { ...common, type: 'string', control: 'choice', options: schema.enum.map(String), isUpperCase: false };
  if (type === 'number' || type === 'integer') return { ...common, type: 'number', control: 'number' };
  if (format === 'date') return { ...common, type: 'string', control: 'date' };
  const list = LISTS[pattern ?? ''];
  if (list !== undefined) return { ...common, type: 'string', control: 'line', list };
  const isLong = maxLength !== undefined && maxLength > MAX_LINE && !ONE_LINE.test(pattern ?? '');
  return { ...common, type: 'string', control: isLong ? 'paragraph' : 'line' };
}

function shapeOfSchema(asked: Schema, definitions: Record<string, Schema>): Shape {
  const schema = resolveSchema(asked, definitions);
  if (schema.type === 'array') {
    const item = shapeOfSchema(described(schema.items), definitions);
    return {
      kind: 'list',
      item,
      minimum: schema.minItems ?? 0,
      maximum: Math.min(schema.maxItems ?? MAX_ROWS, MAX_ROWS),
    };
  }
  if (schema.type !== 'object') return valueShape(schema);
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]): Member[] => {
    const own = described(member);
    // What has one value only is not asked for.
    if (own.const !== undefined) return [];
    return [{ name, isRequired: required.has(name), shape: shapeOfSchema(own, definitions) }];
  });
  return { kind: 'group', members };
}

/**
 * What a form asks for, read off the schema that judges it: whatever a schema takes has its field by being in it.
 * @param schema of an object
 */
export function shapeOf(schema: ZodType): Shape {
  const whole: Schema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const definitions = Object.entries(whole.$defs ?? {}).map(([name, each]) => [name, described(each)] as const);
  return shapeOfSchema(whole, Object.fromEntries(definitions));
}
