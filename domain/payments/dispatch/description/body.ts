import { currencyDigits, Exact } from '../../../money';
import { escapeMarkup } from '../../../xml';
import { tokensOf, valueAt } from './pointer';
import type { DescribedField, Description } from './schema';

type Scalar = string | number | boolean;
/** A body before it is written: members in the order in which they were described. */
export type BodyTree = Map<string, BodyTree | Scalar>;

/** What a body comes to: its members, or why the bank cannot be given this order. */
export type FilledBody = { kind: 'filled'; tree: BodyTree } | { kind: 'unfit'; reason: string };

function amountOf(amount: number, as: DescribedField['as'], currency: unknown): Scalar {
  const digits = currencyDigits(String(currency)) ?? 2;
  if (as === 'decimal') return new Exact(amount).toFixed(digits);
  if (as === 'minor') return new Exact(amount).times(new Exact(10).pow(digits)).toNumber();
  return amount;
}

/** The value of a member from an order; null where it has none; or the reason why the order cannot be sent. */
function valueOf(field: DescribedField, order: unknown): Scalar | null | { reason: string } {
  if (field.constant !== undefined) return field.constant;
  const { from = '', as, map } = field;
  const value = valueAt(order, from);
  if (value === undefined || value === null || value === '') {
    return field.required === undefined ? null : { reason: `The bank needs ${from.slice(1)}.` };
  }
  if (typeof value === 'number') return amountOf(value, as, valueAt(order, '/currency'));
  const text = typeof value === 'string' ? value : '';
  if (map === undefined) return text;
  return Object.hasOwn(map, text) ? (map[text] ?? null) : { reason: `The bank takes no ${from.slice(1)} ${text}.` };
}

/** Sets a value in a tree, making the branches on the way. */
function setAt(tree: BodyTree, [token = '', ...deeper]: readonly string[], value: Scalar): void {
  if (deeper.length === 0) {
    tree.set(token, value);
    return;
  }
  const known = tree.get(token);
  const branch: BodyTree = known instanceof Map ? known : new Map<string, BodyTree | Scalar>();
  tree.set(token, branch);
  setAt(branch, deeper, value);
}

/**
 * Fills the members of a body from an order; members without a value are left out.
 * @param source the document that the members' `from` point into
 * @returns the tree, or the reason why the order does not fit
 */
export function fillBody(fields: readonly DescribedField[], source: unknown): FilledBody {
  const tree: BodyTree = new Map();
  for (const field of fields) {
    const value = valueOf(field, source);
    if (typeof value === 'object' && value !== null) return { kind: 'unfit', reason: value.reason };
    if (value !== null) setAt(tree, tokensOf(field.at), value);
  }
  return { kind: 'filled', tree };
}

function jsonOf(tree: BodyTree): unknown {
  const entries = [...tree].map(([name, value]) => [name, value instanceof Map ? jsonOf(value) : value] as const);
  const isList = entries.length === 1 && entries[0]?.[0] === '0';
  return isList ? [entries[0]?.[1]] : Object.fromEntries(entries);
}

/** A place of one value has no members in it: the description is checked for that. */
const textOfScalar = (value: BodyTree | Scalar): string => (value instanceof Map ? '' : String(value));

/** An element as XML: members that begin with `@` are attributes, `#text` is text, the others are elements. */
function elementXml(name: string, value: BodyTree | Scalar): string {
  if (!(value instanceof Map)) return `<${name}>${escapeMarkup(String(value))}</${name}>`;
  const members = [...value];
  const attributes = members
    .filter(([member]) => member.startsWith('@'))
    .map(([member, one]) => ` ${member.slice(1)}="${escapeMarkup(textOfScalar(one))}"`);
  const content = members
    .filter(([member]) => !member.startsWith('@'))
    .map(([member, one]) => (member === '#text' ? escapeMarkup(textOfScalar(one)) : elementXml(member, one)));
  return `<${name}${attributes.join('')}>${content.join('')}</${name}>`;
}

/** The text of a body as JSON, form or XML, to be sent in UTF-8. */
export function writeBody(tree: BodyTree, format: Description['requestFormat']): string {
  if (format === 'json') return JSON.stringify(jsonOf(tree));
  const members = [...tree];
  if (format === 'form')
    return new URLSearchParams(members.map(([name, value]) => [name, textOfScalar(value)])).toString();
  const root = members.map(([name, value]) => elementXml(name, value)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
