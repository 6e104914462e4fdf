import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes, one lane: the first choice of the OWASP cheat sheet on storing passwords. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hash of a password that nobody has: comparing with it takes as long as with a real one. */
const NOBODYS_HASH = hash('no user has this password', COST);

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** @param stored null for an unknown user; the answer is false then, after the same time */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODYS_HASH), password);
  return stored !== null && matches;
}
