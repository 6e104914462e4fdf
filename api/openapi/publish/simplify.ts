import { ALSO_TAKEN, ASSUMED_FROM, otherForm } from '../../../domain/other-forms';
import { isNode, nodesIn, type Node } from './nodes';

/** Set by `optional` of domain/schema-tools.ts: `null` is taken for absence, which a client need not know. */
const NULL_IS_ABSENT = 'x-null-is-absent';

/**
 * Patterns that not every engine reads, or reads alike: Python has no `\p`, Go no lookahead, and `\d` takes the digits
 * of every script in Python. What is published takes at least what the service takes.
 */
const PLAIN_PATTERNS: readonly [written: RegExp, plain: string][] = [
  [/\\P\{Cc\}/g, String.raw`[^\x00-\x1f\x7f-\x9f]`],
  [/\[\^\\p\{C\}\]/g, String.raw`[^\x00-\x1f\x7f-\x9f]`],
  [/\\d/g, '[0-9]'],
];

/** Members that tell a moment or a day by their name wherever they are texts of answers. */
const MOMENT = /(At|_at|^timestamp|^at|^openSince|^since)$/;
const DAY = /(Date|^date)$/;
const ADDRESS = /(Url|_url|^url)$/;

function alternatives(schema: Node): Node[] {
  return Array.isArray(schema['anyOf']) ? schema['anyOf'].filter(isNode) : [];
}

const isNull = (schema: Node): boolean => schema['type'] === 'null';

function replaceByMissing(schema: Node, replaced: string, members: Node): void {
  Reflect.deleteProperty(schema, replaced);
  // What is said of the member is nearer to the reader than what is said of its type.
  for (const [name, value] of Object.entries(members)) if (!(name in schema)) schema[name] = value;
}

/** Simplifies `anyOf: [X, null]`: to X where null means absence, else to a type with null beside it. */
function simplifyNull(schema: Node): void {
  const given = alternatives(schema);
  const others = given.filter((one) => !isNull(one));
  const isAbsence = schema[NULL_IS_ABSENT] === true;
  Reflect.deleteProperty(schema, NULL_IS_ABSENT);
  if (isAbsence && Array.isArray(schema['type'])) schema['type'] = withoutNull(schema['type']);
  if (given.length === 0 || others.length === given.length) return;
  const [only] = others;
  if (others.length !== 1 || only === undefined) {
    if (isAbsence) schema['anyOf'] = others;
    return;
  }
  if (isAbsence) replaceByMissing(schema, 'anyOf', only);
  else if (Array.isArray(only['anyOf'])) schema['anyOf'] = [...alternatives(only), { type: 'null' }];
  else if (typeof only['type'] === 'string' && !['const', 'enum', 'properties'].some((name) => name in only)) {
    replaceByMissing(schema, 'anyOf', only);
    schema['type'] = [only['type'], 'null'];
  }
}

/** Replaces a constant boolean by an example, since a generator of Python would make an enumeration of texts of it. */
function simplifyConstants(schema: Node): void {
  if (typeof schema['const'] !== 'boolean') return;
  schema['examples'] = [schema['const']];
  Reflect.deleteProperty(schema, 'const');
}

function withoutNull(types: unknown[]): unknown {
  const others = types.filter((type) => type !== 'null');
  return others.length === 1 ? others[0] : others;
}

/** Rewrites `type: [number, string]` as a union that generators know. */
function simplifyTypes(schema: Node): void {
  const types: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [];
  if (types.filter((type) => type !== 'null').length < 2) return;
  Reflect.deleteProperty(schema, 'type');
  const each = types.map((type): Node => ({ type }));
  each.forEach(simplifyNumbers);
  schema['anyOf'] = each;
}

/** Adds formats to numbers, because some generators keep numbers without a format in 32 bits, which changes amounts. */
function simplifyNumbers(schema: Node): void {
  const types: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  if (types.includes('number')) schema['format'] ??= 'double';
  if (!types.includes('integer')) return;
  schema['format'] ??= 'int64';
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) Reflect.deleteProperty(schema, 'minimum');
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) Reflect.deleteProperty(schema, 'maximum');
}

function formatOf(name: string): string | null {
  if (MOMENT.test(name)) return 'date-time';
  if (DAY.test(name)) return 'date';
  return ADDRESS.test(name) ? 'uri' : null;
}

/** Simplifies the pattern and format of a text. */
function simplifyTexts(schema: Node, name: string): void {
  const types: unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  // Where a text is read as a number, what is published is the number.
  if (!types.includes('string')) Reflect.deleteProperty(schema, 'pattern');
  if (!types.includes('string')) return;
  const { pattern, format } = schema;
  // The pattern of a date says in three hundred characters what its format says.
  if (format === 'date' || format === 'date-time') Reflect.deleteProperty(schema, 'pattern');
  else if (typeof pattern === 'string') {
    schema['pattern'] = PLAIN_PATTERNS.reduce((text, [written, plain]) => text.replace(written, plain), pattern);
  }
  const isFree = !('format' in schema || 'pattern' in schema || 'enum' in schema || 'const' in schema);
  const named = isFree ? formatOf(name) : null;
  if (named !== null) schema['format'] = named;
}

/** Keeps the first of two patterns in `allOf`, of which a generator would make a value of any type. */
function simplifyPatterns(schema: Node): void {
  const all: unknown[] = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  if (all.length === 0 || !all.every((one) => isNode(one) && Object.keys(one).join() === 'pattern')) return;
  Reflect.deleteProperty(schema, 'allOf');
  const [first] = all;
  if (isNode(first)) schema['pattern'] ??= first['pattern'];
}

/**
 * Simplifies a schema to what generators of clients know. The result may allow more than the service, which still
 * names every fault, but never less.
 * Source: docs/internal/decisions/0014-a-document-for-generators.md
 */
export function simplifySchema(schema: Node, name: string): void {
  Reflect.deleteProperty(schema, 'propertyNames');
  // Answers may gain members, and unknown members of requests are ignored. Source: docs/GAPS.md#G4
  if (schema['additionalProperties'] === false) Reflect.deleteProperty(schema, 'additionalProperties');
  simplifyPatterns(schema);
  simplifyConstants(schema);
  simplifyNull(schema);
  simplifyTypes(schema);
  simplifyNumbers(schema);
  simplifyTexts(schema, name);
}

function addToDescription(schema: Node, words: string): void {
  const { description } = schema;
  schema['description'] = typeof description === 'string' ? `${description}. ${words}` : words;
}

/** Describes which other forms a member accepts. It runs after members and the types they refer to are merged. */
export function describeOtherForms(schema: Node): void {
  const other = otherForm(schema[ALSO_TAKEN]);
  Reflect.deleteProperty(schema, ALSO_TAKEN);
  if (other !== null) {
    addToDescription(schema, `Also taken: ${other.says}`);
    for (const [name, value] of Object.entries(other.published ?? {})) {
      if (value === undefined) Reflect.deleteProperty(schema, name);
      else if (name !== 'pattern' || 'pattern' in schema) schema[name] = value;
    }
  }
  for (const [name, member] of nodesIn(schema, 'properties')) {
    const from = member[ASSUMED_FROM];
    if (typeof from !== 'string') continue;
    Reflect.deleteProperty(member, ASSUMED_FROM);
    addToDescription(member, `Absent, it is that of \`${from.replace('^.', 'beneficiary.')}\``);
    if (Array.isArray(schema['required'])) schema['required'] = schema['required'].filter((one) => one !== name);
  }
}
