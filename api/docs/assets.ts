import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Context } from 'koa';

/** A script of the documentation, with the hash of its content in its address: it may be kept for ever. */
interface Asset {
  address: string;
  /** As it is kept; null where it is kept plain. */
  brotli: Buffer | null;
  plain(): Buffer;
}

/** A script with its address, which has a hash of its content, and its bytes with and without compression. */
function readAsset(file: string): Asset {
  const kept = readFileSync(path.join(__dirname, 'assets', file));
  const name = file.replace(/\.js(\.br)?$/, '');
  const hash = createHash('sha256').update(kept).digest('hex').slice(0, 12);
  const isCompressed = file.endsWith('.br');
  let plain = isCompressed ? null : kept;
  return {
    address: `/docs/assets/${name}-${hash}.js`,
    brotli: isCompressed ? kept : null,
    plain: () => (plain ??= brotliDecompressSync(kept)),
  };
}

const SCRIPTS = ['before-reference.js', 'openapi-explorer.js.br', 'start-reference.js', 'copy-code.js'] as const;
export type Script = (typeof SCRIPTS)[number];

const read = new Map<Script, Asset>();

function asset(script: Script): Asset {
  const found = read.get(script) ?? readAsset(script);
  read.set(script, found);
  return found;
}

/** @returns the path at which a browser finds a script */
export const addressOf = (script: Script): string => asset(script).address;

/**
 * Answers with the script at this address.
 * @returns whether there is one
 */
export function showAsset(context: Context): boolean {
  const found = SCRIPTS.map(asset).find(({ address }) => address === context.path);
  if (found === undefined) return false;
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.vary('Accept-Encoding');
  context.type = 'text/javascript';
  const isCompressed = found.brotli !== null && context.acceptsEncodings('br', 'identity') === 'br';
  if (isCompressed) context.set('Content-Encoding', 'br');
  context.body = isCompressed ? found.brotli : found.plain();
  return true;
}
