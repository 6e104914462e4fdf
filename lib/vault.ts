import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const CIPHER = 'aes-256-gcm';
const VERSION = 1;

/**
 * Where the keys of a ring are given. Documents have a ring of their own where `DOCUMENTS_DATA_KEY` is given, so that the
 * process beside the browser needs no other; else they are sealed with `DATA_KEY` as everything is.
 */
export const KEY_SETTINGS = ['DATA_KEY', 'DOCUMENTS_DATA_KEY'] as const;
export type KeySetting = (typeof KEY_SETTINGS)[number];

/** What purposes and labels of documents begin with. */
const OF_DOCUMENTS = 'document-';

/** A value is sealed with a key that this process was not given. */
export class DataKeyMissing extends Error {
  override readonly name = 'DataKeyMissing';
}

/** The bytes were changed, or sealed for another purpose, such as for another address. */
export class SealedForAnother extends Error {
  override readonly name = 'SealedForAnother';
}

/**
 * Encrypts what must not be readable in a copy of the database: beneficiaries and signing secrets.
 * Format: version (1 byte), key id (4), nonce (12), ciphertext, tag (16); AES-256-GCM. Version, key id and `purpose` are
 * authenticated, and the purpose chooses the ring of keys.
 * Source: docs/GAPS.md#data-at-rest
 */
export interface Vault {
  seal(plain: string, purpose: string): Buffer;
  /**
   * @throws DataKeyMissing when the key is not there, SealedForAnother when the bytes were changed or moved to another
   * purpose, Error when they are of an unknown version
   */
  open(sealed: Buffer, purpose: string): string;
  /** The same for bytes, such as a file. */
  sealBytes(plain: Uint8Array, purpose: string): Buffer;
  openBytes(sealed: Buffer, purpose: string): Buffer;
  /** 32 bytes that depend on the oldest key of the label's ring and the label alone, for values that must be made again. */
  derive(label: string): Buffer;
  /** What any key that is read for that label gives: a value made earlier is one of them. */
  derivations(label: string): Buffer[];
  /** What new values for that purpose begin with: one that begins otherwise is of an older key. */
  currentHeader(purpose: string): Buffer;
  /** Ids, eight hex digits, of the keys of each ring, that of new values first; none where it is not given. */
  readonly keyIds: Readonly<Record<KeySetting, readonly string[]>>;
}

interface DataKey {
  id: Buffer;
  secret: KeyObject;
}

/**
 * Parses the keys of a setting.
 * @param text keys in base64, newest first, separated by commas; null: none
 */
function readRing(setting: KeySetting, text: string | null): DataKey[] {
  if (text === null) return [];
  return text.split(',').map((item) => {
    const bytes = Buffer.from(item.trim(), 'base64');
    if (bytes.length !== KEY_BYTES)
      throw new Error(`${setting} must hold 32 bytes in base64 (several: newest first, separated by commas).`);
    const id = createHash('sha256').update('key-id').update(bytes).digest().subarray(0, KEY_ID_BYTES);
    return { secret: createSecretKey(bytes), id };
  });
}

/**
 * What the tag authenticates beside the text: header and purpose.
 * @throws Error for an unknown format
 */
function authenticatedData(header: Buffer, purpose: string): Buffer {
  const [version] = header;
  if (version !== VERSION)
    throw new Error(
      `A sealed value has the format ${String(version)}, which this version of the program does not know.`,
    );
  return Buffer.concat([header, Buffer.from(purpose)]);
}

function settingOf(purpose: string): KeySetting {
  return purpose.startsWith(OF_DOCUMENTS) ? 'DOCUMENTS_DATA_KEY' : 'DATA_KEY';
}

function headerOf(key: DataKey): Buffer {
  return Buffer.from([VERSION, ...key.id]);
}

/** Encrypts a text with a key for a purpose. */
function sealWith(key: DataKey, plain: Uint8Array, purpose: string): Buffer {
  const header = headerOf(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticatedData(header, purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
}

/**
 * Decrypts a value with the key that its header names.
 * @throws DataKeyMissing without that key; SealedForAnother for a changed value or another purpose
 */
function openWith(keys: readonly DataKey[], sealed: Buffer, purpose: string): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES);
  const aad = authenticatedData(header, purpose);
  const id = header.subarray(1);
  const key = keys.find((candidate) => candidate.id.equals(id));
  if (key === undefined)
    throw new DataKeyMissing(`The data key ${id.toString('hex')} is not in ${settingOf(purpose)}.`);
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new SealedForAnother('A sealed value was changed, or was sealed for another purpose.', { cause });
  }
}

const idsOf = (keys: readonly DataKey[]): string[] => keys.map(({ id }) => id.toString('hex'));

/**
 * Opens the vault with its keys.
 * @param dataKey keys in base64, newest first, separated by commas; null in a process that works on documents alone
 * @param documentsDataKey the same for documents; null: they have no keys of their own
 * @throws Error for an invalid key, for no key at all, and for one that is in both rings
 */
export function openVault(dataKey: string | null, documentsDataKey: string | null = null): Vault {
  const data = readRing('DATA_KEY', dataKey);
  const documents = readRing('DOCUMENTS_DATA_KEY', documentsDataKey);
  if (data.length + documents.length === 0) throw new Error('DATA_KEY is empty.');
  if (documents.some(({ id }) => data.some((other) => other.id.equals(id))))
    throw new Error('DOCUMENTS_DATA_KEY must hold no key of DATA_KEY.');
  /** Documents from before they had a ring are opened with the other one. */
  const opening = (purpose: string): DataKey[] => (settingOf(purpose) === 'DATA_KEY' ? data : [...documents, ...data]);
  const sealing = (purpose: string): DataKey[] =>
    settingOf(purpose) === 'DATA_KEY' || documents.length === 0 ? data : documents;
  const requireKey = (purpose: string, at: 0 | -1): DataKey => {
    const key = sealing(purpose).at(at);
    if (key === undefined) throw new DataKeyMissing('This process has no DATA_KEY.');
    return key;
  };
  const derive = (key: DataKey, label: string): Buffer => createHmac('sha256', key.secret).update(label).digest();
  return {
    keyIds: { DATA_KEY: idsOf(data), DOCUMENTS_DATA_KEY: idsOf(documents) },
    currentHeader: (purpose) => headerOf(requireKey(purpose, 0)),
    seal: (plain, purpose) => sealWith(requireKey(purpose, 0), Buffer.from(plain, 'utf8'), purpose),
    open: (sealed, purpose) => openWith(opening(purpose), sealed, purpose).toString('utf8'),
    sealBytes: (plain, purpose) => sealWith(requireKey(purpose, 0), plain, purpose),
    openBytes: (sealed, purpose) => openWith(opening(purpose), sealed, purpose),
    derive: (label) => derive(requireKey(label, -1), label),
    derivations: (label) => opening(label).map((key) => derive(key, label)),
  };
}
