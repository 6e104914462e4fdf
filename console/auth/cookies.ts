import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { LOGIN_KNOWN_MS, LOGIN_LIFETIME_MS } from '../../domain/auth/logins';
import { CHALLENGE_LIFETIME_MS } from '../../domain/auth/one-time-codes';

/** Time to log in at the identity provider. */
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** Days for which a browser is known after its last login. */
const DEVICE_DAYS = 180;
const MS_PER_DAY = 24 * 3_600_000;

/** Time to fill in the form that a link leads to. */
const LINK_LIFETIME_MS = 30 * 60_000;

/** Time for the page that an act leads to. */
const NOTICE_LIFETIME_MS = 60_000;

type CookieNames = Record<'login' | 'form' | 'challenge' | 'attempt' | 'device' | 'link' | 'notice', string>;

/** The path of a page, as the value of a cookie can have it. */
function noticePlace(location: string): string {
  return encodeURIComponent(/^[^?#]*/.exec(location)?.[0] ?? '');
}

/** Where a request keeps the token that its login was given: the rest of its work is that login's. */
const RENEWED = 'renewedLogin';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** Names of the cookies. `__Host-` binds a cookie to this host; browsers accept the prefix over TLS only. */
function cookieNamesFor(publicUrl: string): CookieNames {
  const prefix = `${isSecure(publicUrl) ? '__Host-' : ''}corridor_`;
  return {
    login: `${prefix}login`,
    form: `${prefix}form`,
    challenge: `${prefix}challenge`,
    attempt: `${prefix}provider`,
    device: `${prefix}device`,
    link: `${prefix}link`,
    notice: `${prefix}notice`,
  };
}

/** Cookies of the console: unreadable for scripts, not sent along with another site's forms. */
export class ConsoleCookies {
  private readonly names: CookieNames;

  constructor(
    private readonly context: Context,
    private readonly publicUrl: string,
  ) {
    this.names = cookieNamesFor(publicUrl);
  }

  login(): string | null {
    const renewed: unknown = this.context.state[RENEWED];
    if (typeof renewed === 'string') return renewed;
    return this.context.cookies.get(this.names.login) ?? null;
  }

  /** A random value for people who are not logged in, so that their forms have a token, too. */
  formSeed(): string {
    const known = this.context.cookies.get(this.names.form);
    if (known !== undefined && known.length >= 22) return known;
    const seed = randomBytes(16).toString('base64url');
    this.set(this.names.form, seed);
    return seed;
  }

  setLogin(token: string): void {
    this.context.state[RENEWED] = token;
    // It outlives the login without giving access: a form that is sent with it is kept for its person.
    this.set(this.names.login, token, LOGIN_LIFETIME_MS + LOGIN_KNOWN_MS);
    this.set(this.names.form, null);
  }

  /** Of a person who has given the right password and has to enter a code. */
  challenge(): string | null {
    return this.context.cookies.get(this.names.challenge) ?? null;
  }

  setChallenge(token: string | null): void {
    this.set(this.names.challenge, token, CHALLENGE_LIFETIME_MS);
  }

  /** Of a person who is on the way to the identity provider and back, sealed. */
  attempt(): string | null {
    return this.context.cookies.get(this.names.attempt) ?? null;
  }

  setAttempt(sealed: string | null): void {
    this.set(this.names.attempt, sealed, ATTEMPT_LIFETIME_MS);
  }

  /** Of a browser in which a person has logged in, see known-device.ts. */
  device(): string | null {
    return this.context.cookies.get(this.names.device) ?? null;
  }

  setDevice(value: string): void {
    this.set(this.names.device, value, DEVICE_DAYS * MS_PER_DAY);
  }

  /** Token of the link that was opened. */
  link(): string | null {
    return this.context.cookies.get(this.names.link) ?? null;
  }

  setLink(token: string | null): void {
    this.set(this.names.link, token, LINK_LIFETIME_MS);
  }

  /** @param location of the page that shows it; one that loads meanwhile in another tab leaves it */
  setNotice(written: string, location: string): void {
    this.set(this.names.notice, `${written}@${noticePlace(location)}`, NOTICE_LIFETIME_MS);
  }

  /** @returns what the page that is answered says was done, once; null where it was done for another page */
  takeNotice(): string | null {
    const [written = '', place] = (this.context.cookies.get(this.names.notice) ?? '').split('@');
    if (place !== noticePlace(this.context.path)) return null;
    this.set(this.names.notice, null);
    return written;
  }

  /** Removes all cookies at logout, except that of the known browser. */
  clearLogin(): void {
    const { login, form, challenge, attempt, link, notice } = this.names;
    for (const name of [login, form, challenge, attempt, link, notice]) this.set(name, null);
  }

  /** Written by hand: the cookie library refuses Secure cookies behind a proxy that ends TLS. */
  private set(name: string, value: string | null, maxAgeMs?: number): void {
    const attributes = [`${name}=${value ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
    if (isSecure(this.publicUrl)) attributes.push('Secure');
    if (value === null) attributes.push('Max-Age=0');
    else if (maxAgeMs !== undefined) attributes.push(`Max-Age=${Math.floor(maxAgeMs / 1000)}`);
    this.context.append('Set-Cookie', attributes.join('; '));
  }
}
