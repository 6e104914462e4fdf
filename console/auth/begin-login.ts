import { createHmac } from 'node:crypto';
import { endLogin, startLogin, type LoginRequest } from '../../db/auth/logins';
import { deviceOf } from '../../domain/auth/devices';
import { addressUnit } from '../../domain/limits/addresses';
import type { LoginWay } from '../../domain/auth/logins';
import { ConsoleCookies } from './cookies';
import { rememberDevice } from './known-device';
import { consolePath } from '../return-path';
import { requestIdOf } from '../user-of';
import type { Answer, Visit } from '../visit';

/** Where a login leads: to the page that was asked for, else the first one. */
export function nextOf({ form, context }: Visit): string {
  return consolePath(form.get('next') ?? new URLSearchParams(context.querystring).get('next'));
}

/** What the audit log keeps instead of addresses and typed names. */
export function keyedHash({ parts }: Visit, text: string): string {
  return createHmac('sha256', parts.vault.derive('audit: names and addresses')).update(text).digest('hex').slice(0, 16);
}

export function loginRequestOf(visit: Visit, way: LoginWay): LoginRequest {
  const { context } = visit;
  const addressHash = keyedHash(visit, addressUnit(context.ip));
  return { requestId: requestIdOf(visit), addressHash, device: deviceOf(context.get('User-Agent')), way };
}

/**
 * Starts a login with a new token and ends the one that the browser had.
 * @param next path to go to afterwards
 */
export async function beginLogin(
  visit: Visit,
  user: { id: string; email: string; accountId: string | null },
  { way, next = nextOf(visit) }: { way: LoginWay; next?: string },
): Promise<Extract<Answer, { kind: 'redirect' }>> {
  const { database, now, publicUrl } = visit.parts;
  const cookies = new ConsoleCookies(visit.context, publicUrl);
  const earlier = cookies.login();
  rememberDevice(visit, user.email);
  if (earlier !== null) await endLogin(database, earlier, requestIdOf(visit));
  cookies.setLogin(await startLogin(database, user, loginRequestOf(visit, way), now()));
  return { kind: 'redirect', location: next };
}
