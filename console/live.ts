import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { admissionRefused } from '../api/admission-gate';
import { DomainError } from '../domain/errors';
import { userOf } from './user-of';
import type { Answer, Visit } from './visit';
import { inWords } from './words/use-words';

/** How often a page that is open is looked at. */
const LOOK_MS = 1_000;
/** A stream without changes sends a comment this often, so that no proxy closes it as idle. */
const HEARTBEAT_MS = 15_000;
/** Then the browser reconnects, and is admitted again. */
const LASTS_MS = 60_000;
const RECONNECT_MS = 1_000;
const NO_PLACE = {
  ofShare: 'Too many live pages of your account are open.',
  ofAll: 'Too many live pages are open at present.',
  retryAfterSeconds: 10,
};
/** Operators, who have no account, share places as the people of one account do. */
const OPERATORS = 'operators';

export const EVENT_STREAM = 'text/event-stream';

export interface LivePart {
  visit: Visit;
  render: (visit: Visit) => Promise<VNode>;
  /** Whether the visitor is still logged in. */
  isLoggedIn: () => Promise<boolean>;
}

/**
 * Yields the live part of a page each time that it changes. Ends when its time is over, the reader has left or is
 * logged out, it cannot be read (such as while the database is away), or this process ends.
 */
async function* liveMessages({ visit, render, isLoggedIn }: LivePart, isLeft: () => boolean): AsyncGenerator<string> {
  yield `retry: ${RECONNECT_MS}\n\n`;
  const endAtMs = performance.now() + LASTS_MS;
  let saidAtMs = performance.now();
  let shown = '';
  const { ending } = visit.parts.services;
  while (performance.now() < endAtMs && !isLeft() && !ending.hasBegun) {
    const part = await isLoggedIn()
      .then((is) => (is ? render(visit) : null))
      .catch((fault: unknown) => {
        if (fault instanceof DomainError) return null;
        throw fault;
      });
    if (part === null) return;
    const html = renderToString(inWords(visit.words, part));
    const isNews = html !== shown;
    if (isNews) yield `data: ${JSON.stringify(html)}\n\n`;
    else if (performance.now() - saidAtMs >= HEARTBEAT_MS) yield ':\n\n';
    else {
      await delay(LOOK_MS);
      continue;
    }
    shown = html;
    saidAtMs = performance.now();
  }
}

/**
 * Follows the live part of a page: server-sent events whose data is that part as HTML, a JSON string.
 * @throws DomainError RATE_LIMIT if the people of an account have too many pages open, UNAVAILABLE if all accounts
 * together have
 */
export async function followPage(part: LivePart): Promise<Answer> {
  const { parts } = part.visit;
  const admission = await parts.services.livePages.enter(userOf(part.visit).accountId ?? OPERATORS, 0);
  if (!admission.admitted) throw admissionRefused(admission, NO_PLACE);
  const stream: Readable = Readable.from(liveMessages(part, () => stream.destroyed));
  stream.once('close', () => admission.release());
  return { kind: 'stream', stream };
}
