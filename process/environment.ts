import { readFileSync } from 'node:fs';

/** Variables of a process, as `process.env` has them. */
export type Environment = Record<string, string | undefined>;

/** Variables that hold secrets; each may be given as a file instead: `DATA_KEY_FILE` names the file of `DATA_KEY`. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATA_KEY',
  'DOCUMENTS_DATA_KEY',
  'TEMPORAL_API_KEY',
  'OIDC_CLIENT_SECRET',
  'AUDIT_SINK_SECRET',
  'CORRIDOR_SMTP_URL',
] as const;

/** @returns what a variable holds, or null when it is absent or empty */
export function optional(environment: Environment, name: string): string | null {
  const value = environment[name];
  return value === undefined || value === '' ? null : value;
}

/** @throws Error naming the variable when it is absent or empty */
export function requireVariable(environment: Environment, name: string): string {
  const value = optional(environment, name);
  if (value === null) throw new Error(`The environment variable ${name} is missing; see docs/OPERATIONS.md.`);
  return value;
}

/** @returns a whole number from `min` to `max` that is written in decimal digits alone, or null for anything else */
export function parseWholeNumber(text: string, max: number, min = 0): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : null;
}

/**
 * A whole number from `min` to `max`, or null when the variable is absent or empty.
 * @throws Error naming the variable for anything else
 */
export function wholeNumber(environment: Environment, name: string, max: number, min = 0): number | null {
  const text = optional(environment, name);
  if (text === null) return null;
  const value = parseWholeNumber(text, max, min);
  if (value === null) throw new Error(`${name} must be a number from ${min} to ${max}.`);
  return value;
}

/**
 * One of the words, or null when the variable is absent or empty.
 * @throws Error naming the variable for anything else
 */
export function oneOf<Word extends string>(
  environment: Environment,
  name: string,
  words: readonly Word[],
): Word | null {
  const text = optional(environment, name);
  if (text === null) return null;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new Error(`${name} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
  return word;
}

/** @returns what `true` or `false` says, or null when the variable is absent or empty. @throws Error naming it */
export function flag(environment: Environment, name: string): boolean | null {
  const word = oneOf(environment, name, ['true', 'false']);
  return word === null ? null : word === 'true';
}

/** The address of a web site: without credentials, and not of a single page. */
function siteOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return /[?#]/.test(text) ? null : url;
}

/**
 * An http or https address without a slash at its end, or null when the variable is absent or empty.
 * @throws Error naming the variable for anything else
 */
export function webAddress(environment: Environment, name: string): string | null {
  const text = optional(environment, name);
  if (text === null) return null;
  if (siteOf(text) === null) {
    throw new Error(`${name} must be an http or https address, such as https://pay.example.com.`);
  }
  return text.replace(/\/+$/, '');
}

/** @returns the items of a list with commas, without those that are empty */
export function list(environment: Environment, name: string): string[] {
  const items = (optional(environment, name) ?? '').split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

/**
 * Origins as browsers write them: scheme, host and a port that is not the default. A slash at the end is accepted.
 * @throws Error naming the variable when an item is no origin
 */
export function origins(environment: Environment, name: string): string[] {
  return list(environment, name).map((item) => {
    const site = siteOf(item);
    if (site !== null && site.pathname === '/') return site.origin;
    throw new Error(`${name} must be exact origins, such as https://app.example.com, separated by commas.`);
  });
}

/** The file that a variable names; null without one. @throws Error naming the variable when it cannot be read */
export function readNamedFile(environment: Environment, name: string): Buffer | null {
  const file = optional(environment, name);
  if (file === null) return null;
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(`The file ${file}, which ${name} names, cannot be read.`, { cause });
  }
}

/**
 * Puts secrets that are given as files in their variables. The variables of a running program can be read by others of
 * its user in `/proc`, as they were when it began; what is read from a file is not among them.
 * @throws Error when a secret is given twice or its file cannot be read
 */
export function readSecretFiles(environment: Environment): void {
  for (const name of SECRETS) {
    const content = readNamedFile(environment, `${name}_FILE`);
    if (content === null) continue;
    if (optional(environment, name) !== null) throw new Error(`Give ${name} or ${name}_FILE, not both.`);
    environment[name] = content.toString('utf8').trim();
  }
}
