import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** More of an answer is not read; less is kept. Source: docs/GAPS.md#W4 */
const MAX_READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

/** Line ends and tabs alone are kept of what controls a terminal. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, ' ');
}

/**
 * The headers of an answer up to 1 KiB in all; one that does not fit is left out as a whole, and so are cookies, which
 * are secrets of the receiver.
 * Source: docs/GAPS.md#W4
 */
export function limitHeaders({ 'set-cookie': _secret, ...headers }: IncomingHttpHeaders): Record<string, string> {
  let left = KEPT_BYTES;
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const text = withoutControls(String(value));
    const size = Buffer.byteLength(name) + Buffer.byteLength(text);
    if (size > left) return [];
    left -= size;
    return [[name, text] as const];
  });
  return Object.fromEntries(kept);
}

/**
 * Reads the body of an answer up to a limit, and returns its beginning as text.
 * @throws the error of a connection that ended before the answer
 * Source: docs/GAPS.md#W4
 */
export function readExcerpt(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const kept: Buffer[] = [];
    let size = 0;
    const isRead = (): void => resolve(withoutControls(Buffer.concat(kept).toString('utf8')));
    answer.on('data', (chunk: Buffer) => {
      if (size < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - size));
      size += chunk.length;
      if (size < MAX_READ_BYTES) return;
      isRead();
      answer.destroy();
    });
    answer.once('end', isRead);
    answer.on('error', reject);
    answer.once('close', () => {
      if (!answer.readableEnded) reject(Object.assign(new Error('closed in an answer'), { code: 'ECONNRESET' }));
    });
  });
}
