import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { timed, type Seconds } from './timed';

/** Reads a file by the parser alone. */
export async function parseFile(file: string): Promise<Seconds> {
  const seconds: Seconds = {};
  await timed(seconds, 'floor', async () => {
    const parser = new SaxesParser({ xmlns: true });
    for await (const chunk of createReadStream(file, 'utf8')) parser.write(String(chunk));
    parser.close();
  });
  return seconds;
}
