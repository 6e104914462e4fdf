import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Reply } from '../api/endpoint';
import type { Services } from '../api/services';
import type { Database } from '../db/database';
import type { Branding } from '../db/documents/brandings';
import type { IdentityProvider } from '../lib/identity-provider';
import type { Vault } from '../lib/vault';
import type { User } from '../domain/auth/users';
import type { DocumentContent } from '../domain/documents/registry';
import type { VNode } from 'preact';
import type { SentFile } from './read-form';

/** What the console needs of its process. */
export interface ConsoleParts {
  database: Database;
  vault: Vault;
  log: Logger;
  now: () => Date;
  /** Address of the service; `https:` makes cookies Secure. */
  publicUrl: string;
  /** Whether anybody may make an account on the sign-up page. */
  isSignUpOpen: boolean;
  /** Whether operators need a login with a second factor to act once the service has a live side; absent: they do not. */
  operatorsNeedSecondFactor?: boolean;
  /** Where people log in in place of a password; null: with passwords alone. */
  identityProvider: IdentityProvider | null;
  /** Tells the relays that the outbox has work. */
  wake(): void;
  /** For what pages have done by operations of the API. */
  services: Services;
  /**
   * How a document would look.
   * @param verifyUrl what stands on it for whoever wants to verify it
   * @returns a web page without script
   */
  previewDocument(content: DocumentContent, branding: Branding | null, verifyUrl: string): string;
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
}

/**
 * What a route answers with: a page, what stands in a frame of a page, where to go next, the file that an operation of the
 * API hands out, a file that is made while it is sent, or how a page goes on in server-sent events.
 */
export type Answer =
  | { kind: 'page'; title: string; body: VNode; status?: number; headers?: Record<string, string> }
  | { kind: 'framed'; title: string; body: VNode; status?: number }
  | { kind: 'redirect'; location: string; headers?: Record<string, string> }
  | { kind: 'file'; reply: Reply }
  | { kind: 'download'; fileName: string; contentType: string; stream: Readable }
  | { kind: 'stream'; stream: Readable };
