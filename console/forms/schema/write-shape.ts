import type { Language } from '../../../domain/auth/languages';
import { isObject } from '../../../domain/unknown-value';
import { numberText } from '../../words/typed-number';
import { WORDS } from '../../words/use-words';
import { countField, pathOf } from './read-shape';
import type { Shape } from './shape';

/** A value as text in the field of a form; null if it cannot be one. */
function textOf(shape: Extract<Shape, { kind: 'value' }>, value: unknown, language: Language): string | null {
  if (value === true && shape.isYesTaken) return WORDS[language].forms.choices.yes;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (shape.type === 'number' && typeof value === 'number') return numberText(value, language);
  // A choice that is not offered would be lost in silence.
  return shape.control !== 'choice' || shape.options.includes(String(value)) ? String(value) : null;
}

/** Writes a value into the fields of a form, as far as it has such fields; the inverse of `readShape`. */
export function writeShape(
  shape: Shape,
  value: unknown,
  { language, form = new URLSearchParams(), path = '' }: { language: Language; form?: URLSearchParams; path?: string },
): URLSearchParams {
  if (shape.kind === 'value') {
    const text = textOf(shape, value, language);
    if (text !== null) form.set(path, text);
    return form;
  }
  if (shape.kind === 'group') {
    for (const { name, shape: member } of shape.members)
      writeShape(member, isObject(value) ? Reflect.get(value, name) : undefined, {
        ...{ language, form },
        path: pathOf(path, name),
      });
    return form;
  }
  if (!Array.isArray(value) || value.length === 0) return form;
  const rows = value.slice(0, shape.maximum);
  form.set(countField(path), String(rows.length));
  rows.forEach((row, index) => writeShape(shape.item, row, { language, form, path: pathOf(path, String(index)) }));
  return form;
}
