import { operatorOfLogin, userActor, type OperatorActor, type RequestActor } from '../domain/auth/actor';
import { mayChangeSide, type PartnerOfUser, type User } from '../domain/auth/users';
import type { Environment } from '../domain/auth/tenant';
import { DomainError } from '../domain/errors';
import { ConsoleCookies } from './auth/cookies';
import type { Visit } from './visit';

/** The visitor of a route that asks for one; the router has seen to it. */
export function userOf({ user }: Visit): User {
  if (user === null) throw new DomainError('UNAUTHORIZED', 'Sign in first.');
  return user;
}

/** Id of the request, as the answer's header carries it. */
export function requestIdOf({ context }: Visit): string {
  const requestId: unknown = context.state['requestId'];
  return String(requestId);
}

/** The token of the visitor's login; every login has one. */
export function tokenOf({ context, parts }: Visit): string {
  return new ConsoleCookies(context, parts.publicUrl).login() ?? '';
}

/** The visitor and the request, for the audit log. */
export function actorOf(visit: Visit): RequestActor {
  return userActor(userOf(visit).id, requestIdOf(visit));
}

/** The visitor of a page of operators or of a partner, with roles, which a person of a partner has none of, and proof. */
export function operatorOf(visit: Visit): OperatorActor {
  return operatorOfLogin(userOf(visit), requestIdOf(visit));
}

/** The partner of the visitor of a page for people of partners. */
export function partnerOf(visit: Visit): PartnerOfUser {
  const { partner } = userOf(visit);
  if (partner === null) throw new DomainError('FORBIDDEN', 'This page is for people of a partner.');
  return partner;
}

/** The account of the visitor; operators and people of partners have none. */
export function accountOf(visit: Visit): string {
  const { accountId } = userOf(visit);
  if (accountId === null) throw new DomainError('FORBIDDEN', 'This page is for people of an account.');
  return accountId;
}

/** Whether the visitor may change things of one side of the account. */
export function mayChange({ user }: Visit, environment: Environment): boolean {
  return user !== null && mayChangeSide(user, environment);
}

/** @throws DomainError FORBIDDEN where the visitor may not change things of that side */
export function requireChange(visit: Visit, environment: Environment): void {
  if (!mayChange(visit, environment)) throw new DomainError('FORBIDDEN', 'Your role does not allow this.');
}
