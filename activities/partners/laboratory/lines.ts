import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { faultCode } from '../../../lib/fault-code';
import { parseBody } from '../../../domain/payments/dispatch/answer-body';
import { callPartner, MAX_ANSWER_BYTES, type CallResult, type PartnerRequest, type PartnerTls } from '../partner-call';
import type { MakeCall } from './bench';

/** A call that is made badly has this long in all, its answer included, however slowly that comes. */
const CALL_MS = 10_000;

interface Way {
  /** In how many pieces the body is written, and the pause before each but the first. */
  pieces: number;
  pauseMs: number;
  /** `answer_lost`: the connection ends at the first byte of the answer; `reset`: in the middle of the body. */
  ends: 'answered' | 'answer_lost' | 'reset';
}

function splitBody(body: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / count));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size),
  );
}

/** Ends a connection without a farewell. */
function reset({ socket }: ClientRequest): void {
  if (socket !== null && 'resetAndDestroy' in socket && !('encrypted' in socket)) socket.resetAndDestroy();
  else socket?.destroy();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Writes a piece and waits until the machine has taken it. */
function write(outgoing: ClientRequest, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(piece, (fault) => (fault === null || fault === undefined ? resolve() : reject(fault)));
  });
}

/** Writes a body in pieces, with pauses, and ends or resets the connection half-way. */
async function writeBody(outgoing: ClientRequest, body: Buffer, { pieces, pauseMs, ends }: Way): Promise<void> {
  const all = splitBody(body, pieces);
  // Half of what is longer than a piece, so that the partner has the head and a part.
  const sent = ends === 'reset' ? all.slice(0, Math.ceil(all.length / 2)) : all;
  for (const [index, piece] of sent.entries()) {
    if (index > 0) await pause(pauseMs);
    await write(outgoing, piece);
  }
  if (ends !== 'reset') outgoing.end();
}

/** Reads an answer up to its maximum size. */
async function readAnswer(
  incoming: IncomingMessage,
  { readBody = parseBody }: Pick<PartnerRequest, 'readBody'>,
): Promise<CallResult> {
  const toAnswered = (body: ReturnType<typeof parseBody>): CallResult => ({
    kind: 'answered',
    answer: { status: incoming.statusCode ?? 0, body, retryAfter: null },
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > MAX_ANSWER_BYTES) return toAnswered({ kind: 'too_long' });
    chunks.push(chunk);
  }
  return toAnswered(readBody(Buffer.concat(chunks)));
}

/**
 * Ends a call and its connection at the deadline.
 * @returns a promise of the result `no_answer`
 */
function endAtDeadline(outgoing: ClientRequest, deadline: AbortSignal): Promise<CallResult> {
  return new Promise((resolve) => {
    const endUnanswered = (): void => {
      outgoing.destroy();
      resolve({ kind: 'no_answer', fault: 'NO_ANSWER_IN_TIME' });
    };
    deadline.addEventListener('abort', endUnanswered, { once: true });
  });
}

function clientCertificateOf(tls: PartnerTls | null): { cert?: string; key?: string; ca?: string } {
  if (tls === null) return {};
  const { certificate, key, authority } = tls;
  return { cert: certificate, key, ...(authority === null ? {} : { ca: authority }) };
}

/** Calls a partner in a way that has faults, such as slow pieces or a reset. */
async function callBadly(request: PartnerRequest, way: Way, callMs = CALL_MS): Promise<CallResult> {
  const { url, method, headers, body, agents } = request;
  const bytes = Buffer.from(body ?? '');
  const ask = url.protocol === 'https:' ? requestSecure : requestPlain;
  const length = bytes.length === 0 ? {} : { 'content-length': String(bytes.length) };
  const outgoing = ask(url, {
    method,
    headers: { ...headers, ...length },
    agent: false,
    ...clientCertificateOf(agents?.tls ?? null),
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  // The fault of a connection that the laboratory ends itself is of no interest.
  answered.catch(() => undefined);
  const exchange = async (): Promise<CallResult> => {
    await writeBody(outgoing, bytes, way);
    if (way.ends === 'reset') {
      reset(outgoing);
      return { kind: 'no_answer', fault: 'RESET_BY_LABORATORY' };
    }
    const incoming = await answered;
    if (way.ends === 'answered') return await readAnswer(incoming, request);
    reset(outgoing);
    return { kind: 'no_answer', fault: 'ANSWER_LOST_BY_LABORATORY' };
  };
  try {
    return await Promise.race([exchange(), endAtDeadline(outgoing, AbortSignal.timeout(callMs))]);
  } catch (fault) {
    return { kind: 'no_answer', fault: faultCode(fault) };
  }
}

/** The whole request arrives, its answer does not. */
export const losingAnswers: MakeCall = (request) => callBadly(request, { pieces: 1, pauseMs: 0, ends: 'answer_lost' });

/** The connection is reset in the middle of the body. */
export const resetting: MakeCall = (request) => callBadly(request, { pieces: 4, pauseMs: 20, ends: 'reset' });

/** The body arrives in pieces, with pauses between them; the call has `callMs` in all. */
export const dribbling =
  (pauseMs: number, callMs = CALL_MS): MakeCall =>
  (request) =>
    callBadly(request, { pieces: 6, pauseMs, ends: 'answered' }, callMs);

/** @returns a way that changes requests before they are sent */
export function changing(change: (request: PartnerRequest) => Partial<PartnerRequest>): MakeCall {
  return (request) => callPartner({ ...request, ...change(request) });
}
