import { WORDS } from '../../words/use-words';
import { FORM_LANGUAGE, typedNumber } from '../form-language';
import type { Member, Shape } from './shape';

const COUNT = 'form_rows:';
/** Name of the hidden field that says how many rows of a list the form has. */
export const countField = (path: string): string => `${COUNT}${path}`;

/** @param member empty for the whole form */
export const pathOf = (path: string, member: string): string => (path === '' ? member : `${path}.${member}`);

/** Rows that a form has of a list; a list that must not be empty begins with the rows that it needs. */
export function rowCount(shape: Extract<Shape, { kind: 'list' }>, form: URLSearchParams, path: string): number {
  const text = form.get(countField(path));
  if (text === null || !/^\d{1,4}$/.test(text)) return shape.minimum;
  return Math.min(Number(text), shape.maximum);
}

/** What is read: its place in the form. */
interface Reading {
  path?: string;
  isRequired?: boolean;
}

/** Compares without case and accents: `si` is typed as often as `sí`. */
const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
const YES_WORDS = ['yes', ...Object.values(WORDS).map(({ forms }) => forms.choices.yes)];

/** Whether a text says yes in any language of the console: no order is to somebody of that name. */
const isYes = (text: string): boolean => YES_WORDS.some((word) => compare(text, word) === 0);

function readValue(shape: Extract<Shape, { kind: 'value' }>, form: URLSearchParams, path: string): unknown {
  const text = (form.get(path) ?? '').replaceAll('\r\n', '\n').trim();
  if (text === '') return undefined;
  // A text that is no number, or neither yes nor no, is left for the schema to refuse.
  if (shape.type === 'number') return typedNumber(text, form.get(FORM_LANGUAGE));
  if (shape.type === 'boolean') return text === 'yes' || (text === 'no' ? false : text);
  if (shape.isYesTaken && isYes(text)) return true;
  return shape.isUpperCase ? text.toUpperCase() : text;
}

function readMembers(members: readonly Member[], form: URLSearchParams, path: string): [string, unknown][] {
  return members.flatMap(({ name, isRequired, shape }): [string, unknown][] => {
    const value = readShape(shape, form, { path: pathOf(path, name), isRequired });
    return value === undefined ? [] : [[name, value]];
  });
}

/**
 * Reads a form as the schema of the shape expects it: fields left empty are absent, and so is an optional group
 * without any. Numbers are read in the language of the form (`FormLanguage`).
 */
export function readShape(shape: Shape, form: URLSearchParams, reading: Reading = {}): unknown {
  const { path = '', isRequired = true } = reading;
  if (shape.kind === 'value') return readValue(shape, form, path);
  if (shape.kind === 'group') {
    if (!isRequired && !shape.members.some((one) => isEntered(one.shape, form, pathOf(path, one.name))))
      return undefined;
    return Object.fromEntries(readMembers(shape.members, form, path));
  }
  const count = rowCount(shape, form, path);
  if (count === 0 && !isRequired) return undefined;
  return Array.from({ length: count }, (_, row) => readShape(shape.item, form, { path: pathOf(path, String(row)) }));
}

/** Whether anything was entered for it. */
export function isEntered(shape: Shape, form: URLSearchParams, path: string): boolean {
  return readShape(shape, form, { path, isRequired: false }) !== undefined;
}

/** The shape at a path; null if there is none. */
function shapeAt(shape: Shape, path: readonly string[]): Shape | null {
  const [name, ...rest] = path;
  if (name === undefined) return shape;
  if (shape.kind === 'list') return shapeAt(shape.item, rest);
  if (shape.kind === 'value') return null;
  const member = shape.members.find((one) => one.name === name);
  return member === undefined ? null : shapeAt(member.shape, rest);
}

/** Removes one row of a list from the form and moves up those behind it. */
function removeRow(form: URLSearchParams, list: string, row: number): URLSearchParams {
  const moved = new URLSearchParams();
  for (const [name, text] of form) {
    const mark = name.startsWith(COUNT) ? COUNT : '';
    const field = name.slice(mark.length);
    const [index = '', ...rest] = field.startsWith(`${list}.`) ? field.slice(list.length + 1).split('.') : [];
    const place = Number(index);
    if (index === '' || place < row) moved.append(name, text);
    else if (place > row) moved.append(`${mark}${[list, place - 1, ...rest].join('.')}`, text);
  }
  return moved;
}

/** Adds or removes a row, as the button `add` or `remove` that was pressed asks. */
export function addOrRemoveRow(shape: Shape, form: URLSearchParams): URLSearchParams {
  const added = form.get('add');
  const removed = /^(.+)\.(\d{1,4})$/.exec(form.get('remove') ?? '');
  const list = added ?? removed?.[1] ?? '';
  const found = shapeAt(shape, list.split('.'));
  if (found?.kind !== 'list') return form;
  const count = rowCount(found, form, list);
  const changed = added === null ? removeRow(form, list, Number(removed?.[2])) : new URLSearchParams(form);
  const wanted = added === null ? Math.max(count - 1, found.minimum) : Math.min(count + 1, found.maximum);
  changed.set(countField(list), String(wanted));
  return changed;
}
