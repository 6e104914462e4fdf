import { findAccountKey } from '../../db/auth/account-keys';
import { isProven, recordProof } from '../../db/auth/logins';
import type { User } from '../../domain/auth/users';
import { ConsoleCookies } from './cookies';
import { PAGE_FIELD, PROOF_FIELD, ProofForm } from './proof-page';
import { codeFault, factorInUse, passwordFault, statusOfRefusal } from './proof';
import type { Faults } from '../forms/read-form';
import { consolePath, logInPath, pageOf } from '../return-path';
import type { ConsoleRoute } from '../route';
import { tokenOf } from '../user-of';
import type { Answer, Visit } from '../visit';

/** A form that needs no proof, and why. */
interface Exception {
  /** Paths of its routes. */
  path: RegExp;
  because: string;
  when?: (visit: Visit<User>) => Promise<boolean>;
}

/**
 * The forms of a person who is signed in that need no proof; all others do, so that a new form asks by default. A form that
 * strangers may send, and one that stands in a frame of a page, changes nothing that needs a proof.
 * Source: docs/GAPS.md#A13
 */
export const WITHOUT_PROOF: readonly Exception[] = [
  { path: /^\/console\/test\//, because: 'the test side moves no money' },
  {
    path: /^\/console\/keys(\/:keyId\/rotate)?$/,
    because: 'a key of the test side',
    when: async (visit) => !(await isOfLiveKey(visit)),
  },
  { path: /^\/console\/keys\/:keyId\/revoke$/, because: 'a key that may be known to others is revoked without delay' },
  {
    path: /^\/console\/(password|security\/(second-factor(\/confirm)?|recovery-codes|turn-off))$/,
    because: 'the form itself asks for the password or a code',
  },
  { path: /^\/console\/language$/, because: 'the language of pages' },
  { path: /\/payments\/new\/(fields|review)$/, because: 'shows what was entered, and keeps nothing' },
  { path: /\/documents\/new\/:type\/rows$/, because: 'adds lines to the form, and keeps nothing' },
];

async function isOfLiveKey({ form, params, user, parts }: Visit<User>): Promise<boolean> {
  const { keyId } = params;
  if (keyId === undefined || user.accountId === null) return form.get('environment') === 'live';
  return (await findAccountKey(parts.database, user.accountId, keyId))?.environment === 'live';
}

/** Files of whole lists, which are exports; a page shows some rows of them. */
const LIST_FILE = /\/file$/;

/** Takes the proof that a file of a list needs and leads to it. */
export const PROOF_PATH = '/console/proof';

/** @returns whether a form, or a file of a list, needs a proof */
export async function needsProof(
  { method, access, isFramed = false, path }: Pick<ConsoleRoute, 'method' | 'access' | 'isFramed' | 'path'>,
  visit: Visit<User>,
): Promise<boolean> {
  if ((method === 'get' && !LIST_FILE.test(path)) || access === 'anyone' || isFramed) return false;
  const exception = WITHOUT_PROOF.find((one) => one.path.test(path));
  return exception === undefined || (await exception.when?.(visit)) === false;
}

function proofPage(visit: Visit, needsCode: boolean, faults: Faults, status = 403): Answer {
  const { context, parts, form, files, formToken } = visit;
  const page = form.has(PAGE_FIELD) ? consolePath(form.get(PAGE_FIELD)) : pageOf(context, parts.publicUrl);
  const provider = parts.identityProvider?.name ?? null;
  const isExport = context.method === 'GET' || context.path === PROOF_PATH;
  // No page can carry files along: the person goes back to the form and chooses them again.
  const hasFiles = !isExport && (files.size > 0 || form.has(PAGE_FIELD));
  const fields: [string, string][] = isExport || hasFiles ? [[PAGE_FIELD, page]] : [...form];
  const sent = { action: isExport ? PROOF_PATH : context.path, fields, page, hasFiles };
  const body = <ProofForm {...sent} {...{ needsCode, provider, formToken, faults }} />;
  return { kind: 'page', title: visit.words.auth.proof.title, body, status };
}

/**
 * Asks for proof (a code, or the password of a person without a second factor) before a form or an export, if the
 * login gave none within five minutes. The page carries the form along and submits it again with the proof, which
 * gives the login a new token. For a form with files and for an export it leads back to the page.
 * @returns null if no proof is needed
 * Source: docs/GAPS.md#A3, docs/GAPS.md#A13
 */
export async function askForProof(route: ConsoleRoute, visit: Visit): Promise<Answer | null> {
  const { user, form, parts } = visit;
  if (user === null) return null;
  const typed = form.get(PROOF_FIELD);
  form.delete(PROOF_FIELD);
  if (!(await needsProof(route, { ...visit, user }))) return null;
  const token = tokenOf(visit);
  const page = form.get(PAGE_FIELD);
  const goOn = (): Answer | null => (page === null ? null : { kind: 'redirect', location: consolePath(page) });
  if (await isProven(parts.database, token)) return goOn();
  const factor = await factorInUse(visit);
  if (typed === null) return proofPage(visit, factor !== null, {});
  const fault =
    factor === null ? await passwordFault(visit, typed) : await codeFault(visit, { user, factor, typed, way: 'proof' });
  if (fault !== null) return proofPage(visit, factor !== null, { [PROOF_FIELD]: fault }, statusOfRefusal(fault, 403));
  const renewed = await recordProof(parts.database, token, factor === null ? 'password' : 'code');
  if (renewed === null) return { kind: 'redirect', location: logInPath(pageOf(visit.context, parts.publicUrl)) };
  new ConsoleCookies(visit.context, parts.publicUrl).setLogin(renewed);
  return goOn();
}
