import * as http from 'node:http';
import * as https from 'node:https';
import { faultCode } from '../../lib/fault-code';

/** How connections to a receiver are made. */
export interface Connections {
  /** Leaves a connection open after an answer, for the next attempt. */
  kept: http.Agent;
  /** Makes one for each request. */
  fresh: http.Agent;
}

export interface Post {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Ends the exchange, reading the answer included; not given yet. */
  signal: AbortSignal;
}

/** A receiver's headers count as part of its answer. Source: docs/GAPS.md#W4 */
const MAX_HEADER_BYTES = 64 * 1024;
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** A kept connection was closed before a byte of an answer came: the receiver, or a proxy before it, did so just then. */
class ClosedMeanwhile extends Error {}

/**
 * Posts on one connection and waits for the head of the answer.
 * @throws ClosedMeanwhile if a reused connection was closed without an answer
 */
function sendRequest(agent: http.Agent, url: URL, { headers, body, signal }: Post): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers, maxHeaderSize: MAX_HEADER_BYTES };
    const request = (url.protocol === 'https:' ? https : http).request(url, options);
    // Node's own option for signals watches both streams until they are over, at a tenth of the price of an exchange.
    signal.addEventListener('abort', () => request.destroy());
    let isAnswered = false;
    let readBefore = 0;
    request.once('socket', (socket) => (readBefore = socket.bytesRead));
    request.once('response', (answer) => {
      isAnswered = true;
      // A receiver may answer before it has taken the body: the agent waits for that, however long.
      answer.once('end', () => {
        if (!request.writableFinished) request.destroy();
      });
      resolve(answer);
    });
    request.on('error', (fault) => {
      const isUnanswered = request.reusedSocket && request.socket?.bytesRead === readBefore && !signal.aborted;
      reject(isUnanswered && CLOSED.has(faultCode(fault)) ? new ClosedMeanwhile() : fault);
    });
    // A switch of protocols, which nothing asked for, ends the request without another word.
    request.once('close', () => {
      if (!isAnswered) reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }));
    });
    request.end(body);
  });
}

/**
 * Posts a body and waits for the head of the answer. If a reused connection is closed by its receiver meanwhile, the
 * request may or may not have arrived; it is sent once more on a new connection, because receivers recognise repeated
 * deliveries by `webhook-id`.
 * @throws Node's network errors, and the error of a connection that is closed because the signal was given
 * Source: docs/GAPS.md#W4
 */
export async function exchange(connections: Connections, url: URL, post: Post): Promise<http.IncomingMessage> {
  try {
    return await sendRequest(connections.kept, url, post);
  } catch (fault) {
    if (!(fault instanceof ClosedMeanwhile)) throw fault;
    return sendRequest(connections.fresh, url, post);
  }
}
