import type { VNode } from 'preact';
import { hasRole, missingRole, OPERATOR_ROLES, type OperatorRole } from '../domain/auth/operator-roles';
import type { User } from '../domain/auth/users';
import { DomainError } from '../domain/errors';
import type { Answer, Visit } from './visit';

/** Which role of an operator opens a page; `operator`: any, `payments`: both that look at payments that wait. */
const OPERATOR_ACCESS = {
  operator: OPERATOR_ROLES,
  payments: ['operations', 'compliance'],
  operations: ['operations'],
  compliance: ['compliance'],
  administration: ['administration'],
} as const satisfies Record<string, readonly OperatorRole[]>;

type OperatorAccess = keyof typeof OPERATOR_ACCESS;

/**
 * Who may go there: anyone, anyone logged in, all but people of a partner, people of an account, its owners and
 * developers, its owners, people of a partner, operators with a role.
 * Source: docs/GAPS.md#A3
 */
export type ConsoleAccess =
  'anyone' | 'user' | 'insider' | 'account' | 'developer' | 'owner' | 'partner' | OperatorAccess;

/** @returns whether it is a page of operators */
export function isForOperators(access: ConsoleAccess): access is OperatorAccess {
  return Object.hasOwn(OPERATOR_ACCESS, access);
}

export interface ConsoleRoute {
  method: 'get' | 'post';
  /** As @koa/router writes it. */
  path: string;
  access: ConsoleAccess;
  /** It makes a secret that is shown once: each form counts once, and a person may send so many of them. */
  makesSecret?: true;
  /** Bytes of files that the form takes; none by default. */
  fileLimitBytes?: number;
  /** Most bytes of the form's fields; a few hundred are usual. */
  formLimitBytes?: number;
  /** Its address is signed, and the form needs no token: it may be sent by a mail program (RFC 8058). */
  isSigned?: true;
  /** It stands in a frame of a page. */
  isFramed?: boolean;
  /** Each form counts once: what it does must not be done twice by a second click. */
  countsOnce?: true;
  handle(visit: Visit): Promise<Answer>;
  /** The part of its page that changes by itself; a request for server-sent events follows it. */
  live?: (visit: Visit) => Promise<VNode>;
}

/** Whether the visitor may use the route. */
export function isAllowed(access: ConsoleAccess, user: User | null): boolean {
  if (access === 'anyone') return true;
  if (user === null) return false;
  switch (access) {
    case 'user':
      return true;
    case 'insider':
      return user.role !== 'partner';
    case 'partner':
      return user.role === 'partner';
    case 'account':
      return user.accountId !== null;
    case 'developer':
      return user.role === 'owner' || user.role === 'developer';
    case 'owner':
      return user.role === 'owner';
    case 'operator':
    case 'payments':
    case 'operations':
    case 'compliance':
    case 'administration':
      return hasRole(OPERATOR_ACCESS[access], user.operatorRoles);
  }
}

/** @returns the 403 for a person who is logged in and may not go there */
export function refusalOf(access: ConsoleAccess, user: User): DomainError {
  if (user.role !== 'operator' || !isForOperators(access)) {
    return new DomainError('FORBIDDEN', 'Your role does not allow this.');
  }
  return missingRole(OPERATOR_ACCESS[access], 'Your role does not allow this: your user');
}
