/** Items of a list that an example shows; a reader learns no more from the tenth. */
const SHOWN_ITEMS = 3;

/** Members whose numbers differ from run to run. */
const VARYING_NUMBERS: Readonly<Record<string, number>> = { duration_ms: 84, reset: 1_769_860_860, size: 48_213 };

/** Members whose texts follow from the moment, such as the digest of a file with a date in it. */
const VARYING_TEXTS: Readonly<Record<string, string>> = {
  sha256: 'e3b0c44298fc1c149afbf4c8996fb924'.repeat(2),
  hash: '9f86d081884c7d659a2feaa0c55ad015'.repeat(2),
};

const SAMPLE_TIME = '2026-01-31T12:00:00.000Z';
const SAMPLE_DAY = '2026-02-02';
/** What nobody can guess of an address, made of a key of the run. */
const SAMPLE_CODE = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64url');
const SAMPLE_SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

/** Replacements for texts that are made anew in every run, in the order in which they are tried. */
const TEXTS: readonly [pattern: RegExp, text: string][] = [
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, SAMPLE_TIME],
  [/\b20(2[6-9]|3\d)-\d{2}-\d{2}\b(?!T)/g, SAMPLE_DAY],
  [/(?<=\?c=)[\w-]{43}/g, SAMPLE_CODE],
  [/whsec_[A-Za-z0-9+/=]+/g, SAMPLE_SECRET],
  [/crd_partner_[A-Za-z0-9]+/g, 'crd_partner_EXAMPLE'],
  [/operator:key_\w+/g, 'operator:key_EXAMPLE'],
];

/** Id in a cursor: the opaque text of a list's next page is the last id that was shown (`pageOf`). */
const ID = /^([a-z]{2,6})_([0-9a-hjkmnp-tv-z]{26})$/;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
const CURSORS = new Set(['cursor', 'nextCursor', 'next_cursor']);

/**
 * Makes of one run's answers the examples of the document: ids, moments, secrets and addresses of that run become ones
 * that stay, the same one wherever the same stood; long lists are cut.
 */
export class ExampleForm {
  private readonly ids = new Map<string, string>();
  private readonly uuids = new Map<string, string>();

  /** @param addresses of the run, with what stands in their place */
  constructor(private readonly addresses: Readonly<Record<string, string>>) {}

  private idFor(id: string, prefix: string): string {
    const known = this.ids.get(id);
    if (known !== undefined) return known;
    const count = [...this.ids.keys()].filter((one) => one.startsWith(`${prefix}_`)).length;
    const made = `${prefix}_06fdpm3hrv7${String(count + 1).padStart(15, '0')}`;
    this.ids.set(id, made);
    return made;
  }

  private uuidFor(uuid: string): string {
    const made = this.uuids.get(uuid) ?? `7d1f0a52-3c5e-4b8a-9e21-${String(this.uuids.size + 1).padStart(12, '0')}`;
    this.uuids.set(uuid, made);
    return made;
  }

  private cursor(given: string): string {
    const id = Buffer.from(given, 'base64url').toString('latin1');
    return ID.test(id) ? Buffer.from(this.text(id), 'latin1').toString('base64url') : given;
  }

  text(given: string): string {
    const placed = Object.entries(this.addresses).reduce((text, [from, to]) => text.replaceAll(from, to), given);
    const fixed = TEXTS.reduce((text, [pattern, to]) => text.replace(pattern, to), placed);
    const known = fixed.replace(UUID, (uuid) => this.uuidFor(uuid));
    return known.replace(/\b([a-z]{2,6})_([0-9a-hjkmnp-tv-z]{26})\b/g, (id, prefix: string) => this.idFor(id, prefix));
  }

  private textOf(name: string, text: string): string {
    return CURSORS.has(name) ? this.cursor(text) : this.text(text);
  }

  /** A request, whole. */
  request(value: unknown): unknown {
    return this.walk(value, '', Infinity);
  }

  /** An answer, its lists cut. */
  answer(value: unknown): unknown {
    return this.walk(value, '', SHOWN_ITEMS);
  }

  private walk(value: unknown, name: string, items: number): unknown {
    if (typeof value === 'string') return VARYING_TEXTS[name] ?? this.textOf(name, value);
    if (typeof value === 'number') return VARYING_NUMBERS[name] ?? value;
    // What closes a day depends on the day of the run.
    if (name === 'dateExplanation') return [];
    if (Array.isArray(value)) return value.slice(0, items).map((item: unknown) => this.walk(item, name, items));
    if (typeof value !== 'object' || value === null) return value;
    // Tools would take references within an example for references of the document.
    if ('$ref' in value) return { type: 'object' };
    const members = Object.entries(value).filter(([key]) => key !== '$defs');
    return Object.fromEntries(members.map(([key, member]) => [this.text(key), this.walk(member, key, items)]));
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** One item with the members of all: which of them an item has may depend on the moment. */
function allOf(items: readonly unknown[]): unknown {
  const [first] = items;
  const isObject = typeof first === 'object' && first !== null && !Array.isArray(first);
  return isObject ? Object.assign({}, ...items) : first;
}

/**
 * Where two answers differ in shape: members that one of them lacks, and values of another type. What is null or empty
 * in one of them says nothing about what is within; of lists all items count together.
 */
export function shapeDifferences(example: unknown, answer: unknown, path = ''): string[] {
  const [one, other] = [typeOf(example), typeOf(answer)];
  if (one === 'null' || other === 'null') return [];
  if (one !== other) return [`${path}: ${one} in the example, ${other} in the answer`];
  if (Array.isArray(example) && Array.isArray(answer)) {
    const [shown, given] = [allOf(example), allOf(answer)];
    return shown === undefined || given === undefined ? [] : shapeDifferences(shown, given, `${path}[]`);
  }
  if (typeof example !== 'object' || typeof answer !== 'object' || example === null || answer === null) return [];
  const members = new Map<string, unknown>(Object.entries(answer));
  const missing = Object.keys(example).filter((name) => !members.has(name));
  const added = [...members.keys()].filter((name) => !Object.hasOwn(example, name));
  return [
    ...missing.map((name) => `${path}.${name}: only in the example`),
    ...added.map((name) => `${path}.${name}: only in the answer`),
    ...Object.entries(example).flatMap(([name, member]) =>
      members.has(name) ? shapeDifferences(member, members.get(name), `${path}.${name}`) : [],
    ),
  ];
}
