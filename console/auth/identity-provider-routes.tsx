import { z } from 'zod';
import { recogniseIdentity } from '../../db/auth/identities';
import { recordProof, recordRefusedLogin } from '../../db/auth/logins';
import { hasSeenSeveralFactors, type VouchedIdentity } from '../../domain/auth/identities';
import type { LoginRefusal } from '../../domain/auth/logins';
import { emailAddress, type User } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { addressUnit } from '../../domain/limits/addresses';
import {
  ProviderAway,
  ProviderRefusal,
  type IdentityProvider,
  type ProviderAnswer,
  type ProviderAttempt,
} from '../../lib/identity-provider';
import { beginLogin, keyedHash, loginRequestOf, nextOf } from './begin-login';
import { ATTEMPT_LIFETIME_MS, ConsoleCookies } from './cookies';
import { mayAskProvider, mayFinishAttempt } from './login-throttle';
import { PROVIDER_LOG_IN } from './log-in-page';
import { PROOF_PARAM } from './proof-page';
import { factorInUse } from './proof';
import type { Faults } from '../forms/read-form';
import { consolePath, logInPath, pageBefore } from '../return-path';
import type { ConsoleRoute } from '../route';
import { needsOwnFactor } from './second-factor-needed';
import type { Answer, Visit } from '../visit';
import { continueLogin, logInPage, TOO_MANY } from './login-routes';
import { requestIdOf, tokenOf } from '../user-of';

const CALLBACK = `${PROVIDER_LOG_IN}/callback`;
const SEALED_FOR = 'attempt at the identity provider';
/** A cookie has 4 KiB. */
const MAX_NEXT = 1000;

const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  isFresh: z.boolean(),
  next: z.string(),
  until: z.number(),
});

function providerOf({ parts }: Visit): IdentityProvider {
  if (parts.identityProvider !== null) return parts.identityProvider;
  throw new DomainError('NOT_FOUND', 'This path does not exist.');
}

/** Seals an attempt to log in at the provider into a cookie. */
function saveAttempt(visit: Visit, attempt: ProviderAttempt): void {
  const { vault, now, publicUrl } = visit.parts;
  const next = nextOf(visit);
  const kept = {
    ...attempt,
    next: next.length > MAX_NEXT ? consolePath(null) : next,
    until: now().getTime() + ATTEMPT_LIFETIME_MS,
  };
  const sealed = vault.seal(JSON.stringify(kept), SEALED_FOR).toString('base64url');
  new ConsoleCookies(visit.context, publicUrl).setAttempt(sealed);
}

type KeptAttempt = z.infer<typeof Attempt>;

/** Opens the sealed cookie of an attempt; null, with a warning in the log, if that fails. */
function unsealAttempt(sealed: string, { vault, log }: Visit['parts']): KeptAttempt | null {
  try {
    return Attempt.parse(JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), SEALED_FOR)));
  } catch (fault) {
    log.warn({ fault }, 'a cookie of the log-in at the provider cannot be opened');
    return null;
  }
}

/**
 * Takes the attempt that this browser began, once: each use asks the provider or writes to the audit log, and only the
 * beginning is limited by address.
 * @returns null for none, an expired or used one, or a cookie that we have not sealed
 */
async function takeAttempt({ parts, context }: Visit): Promise<KeptAttempt | null> {
  const cookies = new ConsoleCookies(context, parts.publicUrl);
  const sealed = cookies.attempt();
  if (sealed === null) return null;
  cookies.setAttempt(null);
  const kept = unsealAttempt(sealed, parts);
  if (kept === null || kept.until <= parts.now().getTime()) return null;
  return (await mayFinishAttempt(parts.database, kept.state)) ? kept : null;
}

function awayPage(visit: Visit, { name }: IdentityProvider, fault: ProviderAway, next: string): Answer {
  visit.parts.log.warn({ fault }, 'the identity provider is away');
  const form = visit.words.auth.provider.away({ name });
  return logInPage(visit, { next }, { form }, 503);
}

/**
 * Whether the visitor comes by the link of a page of ours: another site could begin a log-in that the provider finishes
 * without a word, and use up the attempts of an address. A browser that does not say where it comes from names the page.
 */
function isOwnLink({ context, parts }: Visit): boolean {
  const site = context.get('Sec-Fetch-Site');
  return site === '' ? pageBefore(context, parts.publicUrl) !== null : site === 'same-origin';
}

/** Redirects to the identity provider, to log in or to prove an act. */
async function beginAtProvider(visit: Visit): Promise<Answer> {
  const { database, publicUrl } = visit.parts;
  const provider = providerOf(visit);
  if (!isOwnLink(visit)) return { kind: 'redirect', location: logInPath(nextOf(visit)) };
  const isProof = new URLSearchParams(visit.context.querystring).has(PROOF_PARAM);
  if (isProof && visit.user === null) return { kind: 'redirect', location: logInPath(nextOf(visit)) };
  if (!(await mayAskProvider(database, addressUnit(visit.context.ip)))) return logInPage(visit, {}, TOO_MANY, 429);
  try {
    const { url, attempt } = await provider.begin(`${publicUrl}${CALLBACK}`, isProof);
    saveAttempt(visit, attempt);
    return { kind: 'redirect', location: url };
  } catch (fault) {
    if (fault instanceof ProviderAway) return awayPage(visit, provider, fault, nextOf(visit));
    throw fault;
  }
}

const stale = ({ words }: Visit): Faults => ({ form: words.auth.provider.stale });

/** The identity of an answer; its email is null if it is not a valid address. */
function toVouchedIdentity({ issuer, subject, email, isEmailVerified, groups }: ProviderAnswer): VouchedIdentity {
  const address = emailAddress.safeParse(email);
  return { issuer, subject, email: address.success ? address.data : null, isEmailVerified, groups };
}

interface Refused {
  why: LoginRefusal;
  /** What is known of who it was: an address or a subject. */
  name: string;
  user: User | null;
  words: string;
}

async function refuse(visit: Visit, next: string, { why, name, user, words }: Refused): Promise<Answer> {
  const request = loginRequestOf(visit, visit.user === null ? 'provider' : 'proof');
  await recordRefusedLogin(visit.parts.database, { ...request, name: keyedHash(visit, name), user, why });
  return logInPage(visit, { next }, { form: words }, 403);
}

/** Logs in the user whom the provider identified, or refuses with a reason. */
async function logInWithIdentity(visit: Visit, answer: ProviderAnswer, next: string): Promise<Answer> {
  const { name, operatorGroups } = providerOf(visit);
  const vouched = toVouchedIdentity(answer);
  const recognition = { vouched, operatorGroups, requestId: requestIdOf(visit), makesUsers: true };
  const { decision, user } = await recogniseIdentity(visit.parts.database, recognition);
  if (decision.kind === 'refused') {
    const { why } = decision;
    return refuse(visit, next, {
      why,
      name: vouched.email ?? vouched.subject,
      user,
      words: visit.words.auth.provider.refused[why]({ name }),
    });
  }
  if (user === null) throw new Error('a user who is known cannot be read');
  const isEnough = hasSeenSeveralFactors(answer.methods) && !needsOwnFactor(visit.parts, user);
  if (!isEnough) return continueLogin('provider', visit, user, next);
  return beginLogin(visit, user, { way: 'provider', next });
}

/**
 * Accepts a fresh login at the provider as the proof for an act, for a person without a second factor here; the form
 * of the act is not carried along.
 * Source: docs/GAPS.md#A3
 */
async function proveWithIdentity(visit: Visit<User>, answer: ProviderAnswer, next: string): Promise<Answer> {
  const { user: visitor, parts } = visit;
  const { name, operatorGroups } = providerOf(visit);
  const vouched = toVouchedIdentity(answer);
  const recognition = { vouched, operatorGroups, requestId: requestIdOf(visit), makesUsers: false };
  const { decision, user } = await recogniseIdentity(parts.database, recognition);
  if (decision.kind === 'refused' || user?.id !== visitor.id) {
    const words = visit.words.auth.provider.otherPerson({ name });
    return refuse(visit, next, { why: 'other_person', name: vouched.email ?? vouched.subject, user: visitor, words });
  }
  if ((await factorInUse(visit)) !== null) return { kind: 'redirect', location: next };
  const renewed = await recordProof(parts.database, tokenOf(visit), 'provider');
  if (renewed !== null) new ConsoleCookies(visit.context, parts.publicUrl).setLogin(renewed);
  return { kind: 'redirect', location: next };
}

/** Handles the return from the identity provider. */
async function finishAtProvider(visit: Visit): Promise<Answer> {
  const provider = providerOf(visit);
  const attempt = await takeAttempt(visit);
  if (attempt === null) {
    // Loading the answer again, or going back to it, changes nothing for a person who is in.
    return visit.user === null ? logInPage(visit, {}, stale(visit), 400) : { kind: 'redirect', location: '/console' };
  }
  const next = consolePath(attempt.next);
  try {
    const answer = new URL(`${visit.parts.publicUrl}${CALLBACK}?${visit.context.querystring}`);
    const said = await provider.finish(answer, attempt);
    if (!attempt.isFresh) return await logInWithIdentity(visit, said, next);
    const { user } = visit;
    return user === null
      ? logInPage(visit, { next }, stale(visit), 400)
      : await proveWithIdentity({ ...visit, user }, said, next);
  } catch (fault) {
    if (fault instanceof ProviderAway) return awayPage(visit, provider, fault, next);
    if (!(fault instanceof ProviderRefusal)) throw fault;
    visit.parts.log.warn({ code: fault.code }, 'the identity provider does not vouch');
    const words = visit.words.auth.provider.notSignedIn({ name: provider.name });
    return refuse(visit, next, { why: 'not_vouched', name: attempt.state, user: null, words });
  }
}

/** Source: docs/GAPS.md#A6 */
export const IDENTITY_PROVIDER_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: PROVIDER_LOG_IN, access: 'anyone', handle: beginAtProvider },
  { method: 'get', path: CALLBACK, access: 'anyone', handle: finishAtProvider },
];
