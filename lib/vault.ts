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
/** Values of the first format authenticate their purpose alone; they are read, and sealed anew by `corridor keys rotate-data`. */
const PURPOSE_ONLY = 1;
const VERSION = 2;

/**
 * Encrypts what must not be readable in a copy of the database: beneficiaries and signing secrets.
 * Format: version (1 byte), key id (4), nonce (12), ciphertext, tag (16); AES-256-GCM. Version, key id and `purpose` are
 * authenticated.
 * Source: docs/GAPS.md#data-at-rest
 */
export interface Vault {
  seal(plain: string, purpose: string): Buffer;
  /** @throws Error when the bytes were changed, moved to another purpose, of an unknown version, or the key is not there */
  open(sealed: Buffer, purpose: string): string;
  /** The same for bytes, such as a file. */
  sealBytes(plain: Uint8Array, purpose: string): Buffer;
  openBytes(sealed: Buffer, purpose: string): Buffer;
  /** 32 bytes that depend on the oldest data key and a label alone, for values that must be made again. */
  derive(label: string): Buffer;
  /** Key id, eight hex digits, of the key that new values are sealed with. */
  readonly currentKeyId: string;
  /** Those of all keys that values are opened with. */
  readonly keyIds: readonly string[];
  /** What new values begin with: a value that begins otherwise is of an older key or format. */
  readonly currentHeader: Buffer;
}

interface DataKey {
  id: Buffer;
  secret: KeyObject;
}

function readKey(text: string): DataKey {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new Error('DATA_KEY must hold 32 bytes in base64 (several: newest first, separated by commas).');
  const id = createHash('sha256').update('key-id').update(bytes).digest().subarray(0, KEY_ID_BYTES);
  return { secret: createSecretKey(bytes), id };
}

/** What the tag protects beside the text. */
function authenticatedData(header: Buffer, purpose: string): Buffer {
  const [version] = header;
  if (version === PURPOSE_ONLY) return Buffer.from(purpose);
  if (version === VERSION) return Buffer.concat([header, Buffer.from(purpose)]);
  throw new Error(`A sealed value has the format ${String(version)}, which this version of the program does not know.`);
}

function headerOf(key: DataKey): Buffer {
  return Buffer.from([VERSION, ...key.id]);
}

function sealWith(key: DataKey, plain: Uint8Array, purpose: string): Buffer {
  const header = headerOf(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticatedData(header, purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([header, nonce, body, cipher.getAuthTag()]);
}

function openWith(keys: readonly DataKey[], sealed: Buffer, purpose: string): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES);
  const aad = authenticatedData(header, purpose);
  const id = header.subarray(1);
  const key = keys.find((candidate) => candidate.id.equals(id));
  if (key === undefined) throw new Error(`The data key ${id.toString('hex')} is not in DATA_KEY.`);
  const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key.secret, nonce, { authTagLength: TAG_BYTES }).setAAD(aad);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** @param dataKey keys in base64, newest first, separated by commas */
export function openVault(dataKey: string): Vault {
  const keys = dataKey.split(',').map((text) => readKey(text.trim()));
  const [current] = keys;
  const oldest = keys.at(-1);
  if (current === undefined || oldest === undefined) throw new Error('DATA_KEY is empty.');
  return {
    currentKeyId: current.id.toString('hex'),
    keyIds: keys.map(({ id }) => id.toString('hex')),
    currentHeader: headerOf(current),
    seal: (plain, purpose) => sealWith(current, Buffer.from(plain, 'utf8'), purpose),
    open: (sealed, purpose) => openWith(keys, sealed, purpose).toString('utf8'),
    sealBytes: (plain, purpose) => sealWith(current, plain, purpose),
    openBytes: (sealed, purpose) => openWith(keys, sealed, purpose),
    derive: (label) => createHmac('sha256', oldest.secret).update(label).digest(),
  };
}
