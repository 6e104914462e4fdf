import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Reply } from '../api/endpoint';
import type { Services } from '../api/services';
import type { Database } from '../db/database';
import type { IdentityProvider } from '../lib/identity-provider';
import type { Vault } from '../lib/vault';
import type { User } from '../domain/auth/users';
import type { VNode } from 'preact';
import type { SentFile } from './forms/read-form';
import type { Notice } from './notices';
import type { Words } from './words/use-words';

/** What the console needs of its process. */
export interface ConsoleParts {
  database: Database;
  vault: Vault;
  log: Logger;
  now: () => Date;
  /** Address of the service; `https:` makes cookies Secure. */
  publicUrl: string;
  /** Whether anyone may make an account on the sign-up page. */
  isSignUpOpen: boolean;
  /** Whether operators need a login with a second factor to act once the service has a live side; absent: they do not. */
  operatorsNeedSecondFactor?: boolean;
  /** Whether notices are sent by e-mail; absent: they are not. */
  sendsMail?: boolean;
  /** Where people log in in place of a password; null: with passwords alone. */
  identityProvider: IdentityProvider | null;
  /** For what pages have done by operations of the API. */
  services: Services;
}

/** One request of a person. */
export interface Visit<Who extends User | null = User | null> {
  context: Context;
  parts: ConsoleParts;
  user: Who;
  /** Fields of the form that was sent; empty for a page that is read. */
  form: URLSearchParams;
  /** Files that were chosen in it, by field. */
  files: ReadonlyMap<string, SentFile>;
  /** Parameters of the path. */
  params: Record<string, string>;
  /** Token that every form of the answer carries. */
  formToken: string;
  /** The language of the answer. */
  words: Words;
}

/**
 * The answer of a route: a page, the content of a frame, a redirect, the page that an act leads to, which says once what was
 * done, a file of an API operation, a streamed file, or
 * live updates as server-sent events.
 */
export type Answer =
  | { kind: 'page'; title: string; body: VNode; status?: number; headers?: Record<string, string>; notice?: Notice }
  | { kind: 'framed'; title: string; body: VNode; status?: number; headers?: Record<string, string> }
  | { kind: 'redirect'; location: string; headers?: Record<string, string> }
  | { kind: 'done'; notice: Notice; location: string }
  | { kind: 'file'; reply: Reply }
  | { kind: 'download'; fileName: string; contentType: string; stream: Readable }
  | { kind: 'stream'; stream: Readable };
