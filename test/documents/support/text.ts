import { spawnSync } from 'node:child_process';
import path from 'node:path';

const LIMIT_MS = 60_000;

/** @returns the text of a PDF as an outside library reads it */
export function textOfPdf(pdf: Uint8Array): string {
  const script = path.join(__dirname, 'extract-text.mjs');
  const { stdout, status, stderr } = spawnSync(process.execPath, [script], {
    input: pdf,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`the text could not be read: ${stderr}`);
  return stdout;
}
