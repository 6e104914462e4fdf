/** Files that are being written, by the names that are common for them. */
export const UNFINISHED = /^\.|\.(tmp|part|partial|filepart|writing)$/i;
/** With what goes before and behind it, it stays within the 255 bytes that file systems have for a name. */
const MAX_NAME_BYTES = 200;
/** As large as a statement of a busy account may be. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/**
 * The stored name of a file: its hash and name, so that the same content under the same name replaces the earlier
 * file.
 * @param hash in hex
 */
export function storedName(hash: string, name: string): string {
  let beginning = '';
  for (const character of name) {
    if (Buffer.byteLength(beginning + character) > MAX_NAME_BYTES) break;
    beginning += character;
  }
  return `${hash.slice(0, 12)}-${beginning}`;
}
