import { findAccountKey } from '../../db/auth/account-keys';
import { isProven, recordProof } from '../../db/auth/logins';
import type { User } from '../../domain/auth/users';
import { PROOF_FIELD, ProofNeeded } from './proof-page';
import { codeFault, factorInUse, passwordFault, statusOfRefusal } from './proof';
import type { Faults } from '../forms/read-form';
import { pageOf } from '../return-path';
import type { ConsoleRoute } from '../route';
import { tokenOf } from '../user-of';
import type { Answer, Visit } from '../visit';

/** Forms before which a password or a code must have been given within five minutes, by the paths of their routes. */
const ACTS: readonly { path: RegExp; when?: (visit: Visit<User>) => Promise<boolean> }[] = [
  // A key that may be known to another person is revoked without delay.
  { path: /^\/console\/keys(\/:keyId\/rotate)?$/, when: isOfLiveKey },
  { path: /^\/console\/members(\/|$)/ },
  { path: /^\/console\/partner\/keys\// },
  { path: /^\/console\/operator\/(keys|network|partners|proposals)(\/|$)/ },
  { path: /^\/console\/operator\/payments\/:instructionId\/screening$/ },
  { path: /^\/console\/operator\/bulk-decisions\/:bulkDecisionId\/start$/ },
  // Who may approve and what needs it decides where live money goes.
  { path: /^\/console\/live\/(approvals(\/clear)?|payments\/:instructionId\/approvals|batches\/:batchId\/approvals)$/ },
  { path: /^\/console\/live\/beneficiaries\/:beneficiaryId\/(edit|confirm)$/ },
  { path: /^\/console\/security\/logins$/ },
];

async function isOfLiveKey({ form, params, user, parts }: Visit<User>): Promise<boolean> {
  const { keyId } = params;
  if (keyId === undefined || user.accountId === null) return form.get('environment') === 'live';
  return (await findAccountKey(parts.database, user.accountId, keyId))?.environment === 'live';
}

/** @returns whether a form of this route needs a proof */
export async function needsProof(route: Pick<ConsoleRoute, 'method' | 'path'>, visit: Visit<User>): Promise<boolean> {
  const act = route.method === 'post' ? ACTS.find(({ path }) => path.test(route.path)) : undefined;
  return act !== undefined && ((await act.when?.(visit)) ?? true);
}

function proofPage(visit: Visit, needsCode: boolean, faults: Faults, status = 403): Answer {
  const { context, parts, form, formToken } = visit;
  const page = pageOf(context, parts.publicUrl);
  const provider = parts.identityProvider?.name ?? null;
  const sent = { action: context.path, fields: [...form], page };
  const body = <ProofNeeded {...sent} {...{ needsCode, provider, formToken, faults }} />;
  return { kind: 'page', title: visit.words.auth.proof.title, body, status };
}

/**
 * Asks for a code, or for the password of a person without a second factor, before an act of the list whose login gave
 * neither for five minutes. The page carries the form along and sends it once more with the proof.
 * @returns null where the act goes on
 * Source: docs/GAPS.md#A3
 */
export async function askForProof(route: ConsoleRoute, visit: Visit): Promise<Answer | null> {
  const { user, form, parts } = visit;
  if (user === null) return null;
  const typed = form.get(PROOF_FIELD);
  form.delete(PROOF_FIELD);
  if (!(await needsProof(route, { ...visit, user }))) return null;
  const token = tokenOf(visit);
  if (await isProven(parts.database, token)) return null;
  const factor = await factorInUse(visit);
  if (typed === null) return proofPage(visit, factor !== null, {});
  const fault =
    factor === null ? await passwordFault(visit, typed) : await codeFault(visit, { user, factor, typed, way: 'proof' });
  if (fault !== null) return proofPage(visit, factor !== null, { [PROOF_FIELD]: fault }, statusOfRefusal(fault, 403));
  await recordProof(parts.database, token, factor === null ? 'password' : 'code');
  return null;
}
