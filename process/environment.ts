import { readFileSync } from 'node:fs';

/** Variables of a process, as `process.env` has them. */
export type Environment = Record<string, string | undefined>;

/** Variables that hold secrets; each may be given as a file instead: `DATA_KEY_FILE` names the file of `DATA_KEY`. */
const SECRETS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_KEY', 'TEMPORAL_API_KEY', 'OIDC_CLIENT_SECRET'] as const;

/** @returns what a variable holds, or null when it is absent or empty */
export function optional(environment: Environment, name: string): string | null {
  const value = environment[name];
  return value === undefined || value === '' ? null : value;
}

/** @throws Error naming the variable when it is absent or empty */
export function required(environment: Environment, name: string): string {
  const value = optional(environment, name);
  if (value === null) throw new Error(`The environment variable ${name} is missing; see docs/OPERATIONS.md.`);
  return value;
}

/**
 * @returns a whole number from 0 to `max`, or null when the variable is absent or empty
 * @throws Error naming the variable when it is something else
 */
export function wholeNumber(environment: Environment, name: string, max: number): number | null {
  const text = optional(environment, name);
  if (text === null) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > max) {
    throw new Error(`${name} must be a number from 0 to ${max}.`);
  }
  return value;
}

/** @throws Error naming the variable when its file cannot be read */
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
