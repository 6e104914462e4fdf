import { setTimeout as delay } from 'node:timers/promises';
import { readRefusal, refusalOf, type ApiAccess } from './api-access';
import { UsageError } from './context';

const RECONNECT_MS = 1_000;

export interface StreamMessage {
  /** Id of the event. */
  id: string;
  /** Name of the event. */
  type: string;
  data: unknown;
}

/** The API says when to ask again; a person who watches waits no longer than this. */
const MAX_WAIT_MS = 60_000;

/** Milliseconds to wait after a refused stream: as it states, up to a limit, or else the usual pause. */
async function waitOf(response: Response): Promise<number> {
  await response.body?.cancel();
  const seconds = Number(response.headers.get('Retry-After'));
  return seconds > 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : RECONNECT_MS;
}

/**
 * Opens the event stream of the API.
 * @param after where the stream before it ended; undefined for the first one
 * @returns the stream, or after how many milliseconds to try again where the API may come back
 */
async function openEventStream(
  { baseUrl, key }: ApiAccess,
  query: URLSearchParams,
  after: string | undefined,
): Promise<ReadableStream<Uint8Array> | number> {
  const response = await fetch(`${baseUrl}/v1/events/stream?${query.toString()}`, {
    headers: { authorization: `Bearer ${key}`, ...(after === undefined ? {} : { 'Last-Event-ID': after }) },
  }).catch(() => null);
  if (response === null || response.status >= 500) return RECONNECT_MS;
  if (response.status === 429 && after !== undefined) return waitOf(response);
  if (!response.ok) throw refusalOf(await readRefusal(response));
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  if (isStream && response.body !== null) return response.body;
  if (after !== undefined) return waitOf(response);
  throw new UsageError(`The server at ${baseUrl} gives no stream of events.`);
}

/** One block of a stream: an event, or only where the stream stands, or a word that it lives. */
interface Block {
  id: string | undefined;
  message: StreamMessage | null;
}

function parseBlock(text: string): Block {
  const fields = new Map(
    text.split('\n').map((line) => {
      const end = line.indexOf(': ');
      return [line.slice(0, end), line.slice(end + 2)] as const;
    }),
  );
  const [id, type, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
  if (id === undefined || type === undefined || data === undefined) return { id, message: null };
  return { id, message: { id, type, data: JSON.parse(data) as unknown } };
}

/** Parses server-sent events as this API writes them: a message has one line of data and ends with an empty line. */
async function* parseBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<Block> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    yield* parts.map(parseBlock);
  }
}

/**
 * The events of `GET /v1/events/stream`, without end. When the stream breaks, it continues after the last event, or
 * from where it began.
 * @param onOpen called once, when the first stream is open
 * @throws UsageError when the API refuses, or is away at the beginning
 */
export async function* followEvents(
  api: ApiAccess,
  query: URLSearchParams,
  onOpen: () => void,
): AsyncGenerator<StreamMessage> {
  let after: string | undefined;
  let isOpen = false;
  for (;;) {
    const body = await openEventStream(api, query, after);
    if (typeof body === 'number') {
      if (!isOpen) throw new UsageError(`The API at ${api.baseUrl} does not answer.`);
      await delay(body);
      continue;
    }
    if (!isOpen) onOpen();
    isOpen = true;
    try {
      for await (const { id, message } of parseBlocks(body)) {
        if (message !== null) yield message;
        after = id ?? after;
      }
    } catch (fault) {
      // A broken connection is opened again; the reader of the events may fail for reasons of its own.
      if (!(fault instanceof TypeError)) throw fault;
    }
    await delay(RECONNECT_MS);
  }
}
