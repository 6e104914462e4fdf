import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Endpoint, Reply } from '../api/endpoint';
import { authorize } from '../api/middleware/authenticate';
import { parseRequest, withoutBody } from '../api/middleware/parse-request';
import { runOperation as run } from '../api/middleware/run-operation';
import type { PartnerPrincipal, Principal } from '../domain/auth/principal';
import type { Tenant } from '../domain/auth/tenant';
import { scopesOf } from '../domain/auth/users';
import { DomainError } from '../domain/errors';
import { memberOf } from '../domain/unknown-value';
import { faultsOf, type Faults } from './forms/read-form';
import { actorOf, operatorOf, partnerOf, requestIdOf, userOf } from './user-of';
import type { Answer, Visit } from './visit';

/** What a page says to an operation, as a client would send it: the operation's own schemas judge it. */
interface Sent {
  /** Those of the page's own path by default. */
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: AsyncIterable<Uint8Array>;
  /** A file in place of a body of JSON, for an operation that takes either. */
  upload?: { bytes: Buffer; fileType: string };
}

/** What a form says, and what its page makes of the answer. */
interface Submission extends Sent {
  done: (reply: Reply) => Answer | Promise<Answer>;
  /** @param faults by the field of the request */
  refused: (faults: Faults, status: number) => Answer | Promise<Answer>;
}

/** A visit to a page of operators, or to one of a side of an account. */
type OperatingVisit = Visit & { tenant?: Tenant };

/**
 * The principal of a partner's member, who may read what the partner's key may read, even while the partner is
 * disabled.
 */
function partnerPrincipal(visit: Visit): PartnerPrincipal {
  const { id: partnerId, name: partnerName } = partnerOf(visit);
  const limits = { endpointLimits: false, customEndpointLimits: {} };
  return {
    kind: 'partner',
    keyId: userOf(visit).id,
    partnerId,
    partnerName,
    authMode: 'bearer',
    isDisabled: false,
    ...limits,
  };
}

/**
 * The principal of a visit: an operator with roles, a partner, or a key of the side with the scopes of the visitor's
 * role.
 * @throws Error for an operation of clients on a page without a side, and for one of no operator, partner or client
 */
function principalOf(visit: OperatingVisit, { operationId, access }: Endpoint): Principal {
  const { tenant } = visit;
  const { id: personId, name: label, operatorRoles: roles, ...user } = userOf(visit);
  if (access.kind === 'operator') return { kind: 'operator', keyId: personId, label, personId, roles };
  if (access.kind === 'partner') return partnerPrincipal(visit);
  if (access.kind !== 'client' || tenant === undefined) throw new Error(`no page can run ${operationId} here`);
  return {
    kind: 'client',
    keyId: personId,
    memberId: personId,
    creatorId: personId,
    tenant,
    scopes: scopesOf(user, tenant.environment),
    plan: 'free',
    customLimits: {},
    endpointLimits: false,
    customEndpointLimits: {},
    isStrict: false,
  };
}

/** The same form with the same fields acts once, also when its first answer was lost on the way. */
function idempotencyKeysOf({ form }: Visit, rawBody: Buffer): string[] {
  const formId = form.get('form_id');
  return formId === null ? [] : [createHash('sha256').update(formId).update('\n').update(rawBody).digest('hex')];
}

/** The answer with `data` as clients get it: also of a repeat, whose first answer was stored as text. */
function withData({ envelope }: Endpoint, reply: Reply): Reply {
  if (reply.verbatim === undefined || reply.verbatim === '') return reply;
  const whole: unknown = JSON.parse(reply.verbatim);
  return { ...reply, data: envelope === 'wrapped' ? memberOf(whole, 'data') : whole };
}

/**
 * Runs an operation of the API with the visitor as actor: same permission, parsing, idempotency, handler and audit.
 * @throws DomainError as the operation does; FORBIDDEN if the visitor's role lacks its scope or role
 */
export async function runOperation(visit: OperatingVisit, record: Endpoint, sent: Sent = {}): Promise<Reply> {
  const { params = visit.params, query = {}, body = {}, file = Readable.from([]), upload } = sent;
  const { services, now } = visit.parts;
  const principal = principalOf(visit, record);
  authorize(principal, record.access);
  const rawBody = upload?.bytes ?? Buffer.from(JSON.stringify(body));
  const parsing = upload === undefined ? record : withoutBody(record);
  const idempotencyKeys = idempotencyKeysOf(visit, rawBody);
  const reply = await run(record, services, {
    principal,
    actor: principal.kind === 'operator' ? operatorOf(visit) : actorOf(visit),
    parsed: parseRequest({ params, query, idempotencyKeys, prefer: '' }, parsing, rawBody),
    ...{ rawBody, fileType: upload?.fileType ?? null, file },
    path: record.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    requestId: requestIdOf(visit),
    receivedAt: now(),
    header: () => '',
  });
  return withData(record, reply);
}

/**
 * Runs the operation of a form. Faults of fields, and refusals that the operation declares, are shown on the form's
 * page, so that no input is lost.
 * @throws DomainError as the operation does, for every other refusal
 */
export async function submitOperation(visit: OperatingVisit, record: Endpoint, form: Submission): Promise<Answer> {
  const { done, refused, ...sent } = form;
  let reply: Reply;
  try {
    reply = await runOperation(visit, record, sent);
  } catch (fault) {
    return refused(
      faultsOf(fault, [...record.errors, 'UNAVAILABLE']),
      fault instanceof DomainError ? fault.status : 400,
    );
  }
  return done(reply);
}

/** @returns the id of what an operation has made, which its `Location` ends with */
export function createdId({ headers = {} }: Reply): string {
  return headers['Location']?.split('/').at(-1) ?? '';
}
