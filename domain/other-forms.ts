import { MEASURE_UNITS, type MeasureUnit } from './tariffs/schedule/duty';

/** Another form in which a member is taken because its meaning is certain. Source: docs/GAPS.md#G10 */
interface OtherForm {
  /** In the published document, behind "Also taken: ". */
  says: string;
  /** What the published document says of both forms in place of what the schema says of the form proper. */
  published?: Readonly<Record<string, unknown>>;
  /** @returns the form proper; the same value for what is none of the other form; undefined for what counts as absent */
  read(value: unknown): unknown;
  /** Whether a value that is read as it stands is of the other form all the same. */
  isOther?(value: unknown): boolean;
}

/** Another form of a text; other values are returned unchanged. */
function textForm(says: string, read: (text: string) => unknown, published: OtherForm['published'] = {}): OtherForm {
  return { says, read: (value) => (typeof value === 'string' ? read(value) : value), published };
}

const upper = (text: string): string => (/^[A-Za-z]+$/.test(text) ? text.toUpperCase() : text);

const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{7,}$/;
const WORD_BEFORE_IBAN = /^ *IBAN[ :.]*(?=[A-Z]{2}[0-9])/i;

/**
 * An IBAN without separators and words before it. In other numbers only dots are removed, and a slash becomes a
 * hyphen, because it separates parts: `35-123457/0710`.
 */
function normaliseAccountNumber(text: string): string {
  const compact = text
    .replace(WORD_BEFORE_IBAN, '')
    .replace(/[ ./-]/g, '')
    .toUpperCase();
  if (IBAN.test(compact) || WORD_BEFORE_IBAN.test(text)) return compact;
  return text.replaceAll('.', '').replaceAll('/', '-');
}

function purposeCode(text: string): string {
  return /^[A-Za-z][A-Za-z0-9_ -]*$/.test(text) ? text.toLowerCase().replace(/[ -]/g, '_') : text;
}

const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?`;
const ZONE = String.raw`[+-]([01]\d|2[0-3]):?[0-5]\d`;
const OF_A_DAY = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2})T${TIME}(Z|${ZONE})?$`);
const WITHOUT_ZONE = new RegExp(String.raw`^\d{4}-\d{2}-\d{2}T${TIME}$`);
const WITH_OFFSET = new RegExp(String.raw`^\d{4}-\d{2}-\d{2}T${TIME}${ZONE}$`);

function toMoment(text: string): string {
  if (WITHOUT_ZONE.test(text)) return `${text}Z`;
  const parsed = WITH_OFFSET.test(text) ? new Date(text) : null;
  return parsed === null || Number.isNaN(parsed.getTime()) ? text : parsed.toISOString();
}

const UNIT_NAMES: Readonly<Record<MeasureUnit, string>> = {
  kg: 'kgs kgm kilo kilos kilogram kilograms kilogramme kilogrammes',
  g: 'gr grm gram grams gramme grammes',
  lb: 'lbs lbr pound pounds',
  oz: 'onz ounce ounces',
  t: 'ton tons tonne tonnes tne mt',
  l: 'lt ltr liter liters litre litres',
  item: 'items pc pcs pce piece pieces ea each unit units',
  pair: 'pairs pr prs npr',
};
const UNITS: ReadonlyMap<string, MeasureUnit> = new Map(
  MEASURE_UNITS.flatMap((unit) => UNIT_NAMES[unit].split(' ').map((name) => [name, unit] as const)),
);

function toUnit(text: string): string {
  const plain = text.trim().toLowerCase();
  return UNITS.get(plain) ?? plain;
}

/** Most items that one answer has. Source: docs/GAPS.md#G8 */
const MOST = 100;
/** Most characters of a partner's message. Source: docs/GAPS.md#P4 */
export const MAX_MESSAGE = 1_000;

const clamped = (asked: number): number => Math.min(asked, MOST);
const DIGITS = /^\d{1,9}$/;

/** Forms by the name under which a schema declares them. */
const OTHER_FORMS = {
  country: textForm('small letters', upper, { pattern: '^[A-Za-z]{2}$' }),
  currency: textForm('small letters', upper, { pattern: '^[A-Za-z]{3}$' }),
  bic: textForm('small letters, blanks', (text) => text.replaceAll(' ', '').toUpperCase(), {
    pattern: '^[A-Za-z0-9 ]+$',
  }),
  accountNumber: textForm(
    '`/` and `.`; of an IBAN small letters, blanks, hyphens and a leading `IBAN`, too',
    normaliseAccountNumber,
    { pattern: '[A-Za-z0-9]', maxLength: undefined },
  ),
  purposeCode: textForm('capital letters; `-` or a blank in place of `_`', purposeCode, {
    pattern: '^[A-Za-z][A-Za-z0-9_ -]{1,63}$',
  }),
  day: textForm('a timestamp, for its day as written', (text) => OF_A_DAY.exec(text)?.[1] ?? text),
  moment: textForm('an offset in place of `Z`; without a zone it is in UTC', toMoment),
  hsCode: textForm('blanks', (text) => (/^[\d. ]+$/.test(text) ? text.replaceAll(' ', '') : text), {
    pattern: '^[0-9. ]+$',
  }),
  unit: textForm('capital letters and usual names, such as `KGS`, `pcs`, `ton`', toUnit),
  cut: textForm(
    `more than ${MAX_MESSAGE} characters, of which the first are kept`,
    (text) => (text.length <= MAX_MESSAGE ? text : text.slice(0, MAX_MESSAGE).replace(/[\uD800-\uDBFF]$/, '')),
    { maxLength: undefined },
  ),
  several: {
    says: 'several, separated by commas',
    read: (value: unknown) => value,
    isOther: (value: unknown) => typeof value === 'string' && value.includes(','),
    published: { enum: undefined },
  },
  queryLimit: textForm(
    `more than ${MOST}, for ${MOST}`,
    (text) => (DIGITS.test(text) && Number(text) > MOST ? String(MOST) : text),
    { maximum: undefined },
  ),
  limit: {
    says: `more than ${MOST}, for ${MOST}`,
    read: (value: unknown) => {
      if (typeof value === 'string' && DIGITS.test(value)) return clamped(Number(value));
      return typeof value === 'number' && Number.isInteger(value) ? clamped(value) : value;
    },
    published: { maximum: undefined },
  },
  noZero: {
    says: '0, for absence',
    read: (value: unknown) => (value === 0 ? undefined : value),
    published: { exclusiveMinimum: undefined, minimum: 0 },
  },
} satisfies Record<string, OtherForm>;

/** Member of a schema's facts that names its other form. */
export const ALSO_TAKEN = 'x-also-taken';

/** Member of a schema's facts: path of the member whose value a required one has where it is absent, `^` for the object around. */
export const ASSUMED_FROM = 'x-assumed-from';

/** Declares the other form in which a member is taken: facts for the `meta` of its schema. */
export function alsoTaken(form: keyof typeof OTHER_FORMS): { [ALSO_TAKEN]: string } {
  return { [ALSO_TAKEN]: form };
}

/** @returns the form that a schema declares, or null */
export function otherForm(declared: unknown): OtherForm | null {
  const forms: Readonly<Record<string, OtherForm>> = OTHER_FORMS;
  return typeof declared === 'string' && Object.hasOwn(forms, declared) ? (forms[declared] ?? null) : null;
}
