import { wordFor, type Words } from '../../words/use-words';

/** English name of a member that no catalogue has: `Signing secret` for `signing_secret`. */
function englishName(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const isRow = (step: string): boolean => /^\d+$/.test(step);

/** @returns the label of the last member of a path: by its group, too, where the name alone has another meaning */
export function labelAt({ fields }: Words, path: string): string {
  const steps = path.split('.').filter((step) => !isRow(step));
  const [name = '', group = ''] = steps.reverse();
  return wordFor(fields, `${group}.${name}`) ?? wordFor(fields, name) ?? englishName(name);
}

/** @returns what one entry of the list at that path is called, and the text of the button that adds one */
export function entryAt(words: Words, path: string): { one: string; add: string } {
  const name = path.split('.').at(-1);
  const known = Object.entries(words.forms.lists).find(([list]) => list === name)?.[1];
  return known ?? { one: labelAt(words, path), add: labelAt(words, path) };
}

/** Label of a path: `Item 1, HS code` for `data.items.0.hsCode`. */
export function labelOfPath(words: Words, path: string): string {
  const steps = path.split('.');
  const names = steps.flatMap((step, index): string[] => {
    const here = steps.slice(0, index + 1).join('.');
    if (index === 0 && (step === 'data' || step === 'to')) return [];
    if (isRow(step)) return [`${entryAt(words, steps.slice(0, index).join('.')).one} ${Number(step) + 1}`];
    return isRow(steps[index + 1] ?? '') ? [] : [labelAt(words, here)];
  });
  const { whole, inSentence } = words.forms;
  const [first = whole, ...rest] = names;
  return [first, ...rest.map((name) => inSentence({ name }))].join(words.common.comma);
}
