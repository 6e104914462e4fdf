import { z, type ZodType } from 'zod';
import { checkForm, type Checked } from './read-form';

const MAX_REASON = 500;

/** What is said of an act without a reason. */
export const NO_REASON = 'Say why, for colleagues and auditors.';

/** What is wrong with the reason of an act, or null. */
export function reasonFault(form: URLSearchParams): string | null {
  const reason = (form.get('reason') ?? '').trim();
  if (reason === '') return NO_REASON;
  return reason.length > MAX_REASON ? `Use at most ${MAX_REASON} characters.` : null;
}

/** Lists as people type them. */
const words = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase());

const NUMBERS = ['feeFixed', 'feeBps', 'priority', 'openDaysForN'] as const;
/** Left empty they are taken away. */
const BOUNDS = ['feeMin', 'feeMax', 'minAmount', 'maxAmount'] as const;

const Numeric = z.union([
  z.literal('').transform(() => null),
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter a number, such as 12.5.')
    .transform(Number),
]);

/**
 * Reads the fields of a route as the body of the operator's operation, so that the same schema judges both. Fields that
 * are not in the form are absent; numbers left empty are absent too, bounds null.
 */
export function readRouteFields<Value>(schema: ZodType<Value>, form: URLSearchParams): Checked<Value> {
  const texts = Object.fromEntries([...form].map(([name, text]) => [name, text.trim()]));
  const present = [...NUMBERS, ...BOUNDS].filter((name) => texts[name] !== undefined);
  const shape = Object.fromEntries(present.map((name) => [name, Numeric]));
  const numbers = checkForm(z.object(shape), texts);
  if (!numbers.ok) return numbers;
  const bounds = new Set<string>(BOUNDS);
  const given = Object.entries(numbers.value).filter(([name, value]) => value !== null || bounds.has(name));
  const { currencies = '', countries = '' } = texts;
  if (words(currencies).length === 0) return { ok: false, faults: { currencies: 'Name at least one currency, or *.' } };
  const timelines = form.getAll('timeline');
  if (timelines.length === 0) return { ok: false, faults: { timelines: 'Choose at least one timeline.' } };
  return checkForm(schema, {
    ...Object.fromEntries(given),
    ...pick(texts, ['partnerId', 'channel', 'cutOff', 'cutOffZone']),
    ...(texts['cutOff'] === undefined ? {} : { alwaysOpen: form.get('alwaysOpen') === 'yes' }),
    timelines,
    currencies: words(currencies),
    countries: words(countries).length === 0 ? ['*'] : words(countries),
    ...(texts['calendars'] === undefined ? {} : { calendars: words(texts['calendars']) }),
  });
}

function pick(texts: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));
}
