import type { VNode } from 'preact';
import type { User } from '../domain/auth/users';
import type { Answer, Visit } from './visit';

/**
 * Who may go there: anybody, anybody logged in, people of an account, its owners and developers, its owners, operators.
 * Source: docs/GAPS.md#A3
 */
export type ConsoleAccess = 'anyone' | 'user' | 'account' | 'developer' | 'owner' | 'operator';

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
  /** It stands in a frame of a page. */
  isFramed?: boolean;
  /** Each form counts once: what it does must not be done twice by a second click. */
  countsOnce?: true;
  handle(visit: Visit): Promise<Answer>;
  /** The part of its page that changes by itself; whoever asks for server-sent events follows it. */
  live?: (visit: Visit) => Promise<VNode>;
}

/** @returns whether the visitor may go there */
export function isAllowed(access: ConsoleAccess, user: User | null): boolean {
  if (access === 'anyone') return true;
  if (user === null) return false;
  switch (access) {
    case 'user':
      return true;
    case 'account':
      return user.role !== 'operator';
    case 'developer':
      return user.role === 'owner' || user.role === 'developer';
    case 'owner':
      return user.role === 'owner';
    case 'operator':
      return user.role === 'operator';
  }
}
