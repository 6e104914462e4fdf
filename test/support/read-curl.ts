import { execFileSync } from 'node:child_process';

/** What a command of curl sends. */
export interface CurlRequest {
  words: string[];
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** @returns what a real shell makes of a command of curl; nothing is sent */
export function readCurl(command: string): CurlRequest {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  const valuesOf = (option: string): string[] => words.filter((_word, index) => words[index - 1] === option);
  const lines = valuesOf('--header').map((line): [string, string] => {
    const end = line.indexOf(': ');
    return [line.slice(0, end), line.slice(end + 2)];
  });
  const [body = ''] = valuesOf('--data-binary');
  return { words, url: words.at(-1) ?? '', headers: Object.fromEntries(lines), body };
}
