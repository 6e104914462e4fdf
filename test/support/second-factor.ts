import { oneTimeCode, stepAt } from '../../domain/auth/one-time-codes';
import type { Queryable } from '../../db/database';
import type { Person } from './console-app';

const PLACE = '/console/security/second-factor';

/** The secret that the page shows, from base32. */
function secretOn(page: string): Buffer {
  const text = /Key: <code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const codesOn = (page: string): string[] =>
  [...page.matchAll(/<code>([A-Z2-7-]{29})<\/code>/g)].map(([, code]) => code ?? '');

/** Turns two-step sign-in on for somebody who is logged in, as a person does. @returns what their app and paper have */
export async function turnOnSecondFactor(
  person: Person,
  password: string,
  now: Date,
): Promise<{ secret: Buffer; codes: string[] }> {
  await person.submit('/console/security', PLACE, [['current', password]]);
  const secret = secretOn((await person.get(PLACE)).text);
  const done = await person.submit(PLACE, `${PLACE}/confirm`, [['code', oneTimeCode(secret, stepAt(now))]]);
  expect(done.status).toBe(201);
  return { secret, codes: codesOn(done.text) };
}

/** Lets the person of every login have given a code a moment ago, for tests that work in the console for minutes. */
export async function proveAll(database: Queryable): Promise<void> {
  await database.query('update logins set proven_at = clock_timestamp()');
}
