/** Prefix of each kind of identifier. Source: docs/GAPS.md#G5 */
export const ID_PREFIXES = {
  instruction: 'instr_',
  beneficiary: 'ben_',
  document: 'doc_',
  shipment: 'shp_',
  webhook: 'wh_',
  event: 'evt_',
  delivery: 'dlv_',
  recovery: 'rcv_',
  drill: 'drl_',
  request: 'req_',
  key: 'key_',
  account: 'acc_',
  partner: 'ptn_',
  route: 'rt_',
  report: 'rep_',
  reconciliationCase: 'case_',
  user: 'usr_',
  userLink: 'lnk_',
  import: 'imp_',
  screening: 'scr_',
  clearance: 'clr_',
  quote: 'quo_',
  statement: 'stm_',
  trackingLink: 'trk_',
  informationRequest: 'inf_',
  note: 'note_',
  proposal: 'prop_',
  batch: 'bat_',
  bulkDecision: 'bulk_',
  certificate: 'cert_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Crockford's base32 in lower case: digits sort before letters, so text order is time order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BYTES = 10;

/**
 * The first ten characters of an id: 48 bits of Unix milliseconds, as UUIDv7 has them.
 * @param nowMs Unix time in milliseconds
 */
export function timePart(nowMs: number): string {
  let rest = nowMs;
  let text = '';
  for (let index = 0; index < 10; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * @param ms Unix time in milliseconds; before 1970 no id was made
 * @returns what sorts before every id of a kind that was made at that moment or later, and after all others
 */
export function firstIdAt(kind: IdKind, ms: number): string {
  return ID_PREFIXES[kind] + timePart(Math.max(0, ms));
}

/** @returns the Unix time in milliseconds that stands in an id */
export function unixMsOf(id: string): number {
  const time = id.slice(id.indexOf('_') + 1).slice(0, 10);
  return [...time].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0);
}

/** Bytes as base32, the most significant bits first; bits that fill no character are dropped. */
function base32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return text;
}

/** Letters and digits that can name a cell: each is one character of an id. Source: docs/SCALING.md, "Cells" */
export const CELLS: readonly string[] = [...ALPHABET];

/** Place of the cell among the characters after the prefix: ten of time and the one with UUIDv7's version are before it. */
const CELL_AT = 11;

/**
 * A new identifier: prefix, 48 bits of time, 80 bits that begin with UUIDv7's version and variant.
 * @param nowMs Unix time in milliseconds
 * @param random at least 10 random bytes
 * @param cell one of `CELLS`, which takes the place of five random bits; null: the installation has no cells
 * @returns prefix and 26 characters of base32
 */
export function makeId(kind: IdKind, nowMs: number, random: Uint8Array, cell: string | null = null): string {
  const tail = Uint8Array.from(random.subarray(0, RANDOM_BYTES));
  tail[0] = ((tail[0] ?? 0) & 0x0f) | 0x70;
  tail[2] = ((tail[2] ?? 0) & 0x3f) | 0x80;
  const body = timePart(nowMs) + base32(tail);
  return ID_PREFIXES[kind] + (cell === null ? body : body.slice(0, CELL_AT) + cell + body.slice(CELL_AT + 1));
}

/** @returns the cell that made an id; a random one for an id that was made without cells */
export function cellOf(id: string): string {
  return id.charAt(id.indexOf('_') + 1 + CELL_AT);
}

const ID_LENGTH = 26;
const BODY_PATTERN = /^[0-9a-z]{26}$/;

/** @returns whether the text has the form of an id of this kind; whether anything has that id is another question */
export function isIdOf(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind];
  return text.startsWith(prefix) && BODY_PATTERN.test(text.slice(prefix.length));
}

/** An id that is never given out: it lacks the version that `makeId` writes into each. */
export function absentId(kind: IdKind): string {
  return ID_PREFIXES[kind] + '0'.repeat(ID_LENGTH);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns whether a reference is a UUID, as each UETR is, in capital letters too, as a bank may write it */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
