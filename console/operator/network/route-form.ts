import { numberIn, type Faults } from '../../forms/read-form';

/** Lists as people type them. */
const words = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => word.toUpperCase());

const NUMBERS = ['feeFixed', 'feeBps', 'priority', 'openDaysForN'];
/** Left empty they are taken away. */
const BOUNDS = ['feeMin', 'feeMax', 'minAmount', 'maxAmount'];
const TEXTS = ['partnerId', 'channel', 'cutOff', 'cutOffZone', 'reason'];

/** Faults of the operation at the fields of the form: of a list, the first item at fault. */
export function faultsOfRoute(faults: Faults): Faults {
  const shown: Faults = {};
  for (const [path, message] of Object.entries(faults)) shown[path.split('.')[0] ?? path] ??= message;
  return shown;
}

/**
 * Reads the fields of a route as the body of the operator's operation. Fields that are not in the form are absent;
 * numbers left empty are absent too, bounds null.
 */
export function readRouteFields(form: URLSearchParams): Record<string, unknown> {
  const texts = Object.fromEntries([...form].map(([name, text]) => [name, text.trim()]));
  const { currencies = '', countries = '', calendars, cutOff } = texts;
  const members = Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
    if (TEXTS.includes(name)) return [[name, text]];
    if (BOUNDS.includes(name)) return [[name, text === '' ? null : numberIn(text)]];
    return NUMBERS.includes(name) && text !== '' ? [[name, numberIn(text)]] : [];
  });
  return {
    ...Object.fromEntries(members),
    ...(cutOff === undefined ? {} : { alwaysOpen: form.get('alwaysOpen') === 'yes' }),
    timelines: [...form.getAll('timeline')],
    currencies: words(currencies),
    countries: words(countries).length === 0 ? ['*'] : words(countries),
    ...(calendars === undefined ? {} : { calendars: words(calendars) }),
  };
}
