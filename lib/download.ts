import { open, rm } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { faultCode } from './fault-code';

/** A file could not be had, or is not what was asked for. The message is for an operator and names the host. */
export class DownloadRefused extends Error {
  /** @param status of the answer, where the publisher answered with another one than success */
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

export interface Wanted {
  /** `https:`, or `http:` on this machine alone. */
  url: string;
  /** Hosts beside its own that the publisher is known to redirect to. */
  hosts?: readonly string[];
  /** Media types without parameters; none named: any. */
  contentTypes: readonly string[];
  maxBytes: number;
}

export interface DownloadLimits {
  /** Longest time without a byte, in milliseconds. */
  silenceMs: number;
  /** Longest time for the whole, in milliseconds. */
  totalMs: number;
  /** Authorities beside those of the system, PEM. */
  ca?: string | Buffer;
  lookup?: LookupFunction;
}

export interface Downloaded {
  /** The address that answered, after redirects. */
  url: string;
  bytes: number;
}

const DEFAULTS: DownloadLimits = { silenceMs: 60_000, totalMs: 30 * 60_000 };
const MAX_REDIRECTS = 5;
/** How often a file is continued that was cut: a line that is worse than this is no line. */
const MAX_RESUMPTIONS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CUT_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE']);
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** What has arrived of a file, and by what the publisher knows that it still is the same. */
interface Part {
  bytes: number;
  /** Strong entity tag or date; null where the publisher gives none: the file cannot be continued then. */
  validator: string | null;
  total: number | null;
}

interface Exchange {
  wanted: Wanted;
  limits: DownloadLimits;
  signal: AbortSignal;
}

/** The connection ended before the file did. */
class CutOff extends Error {}

function checkAddress(url: URL, { wanted }: Exchange): void {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    throw new DownloadRefused(`${url.host} would be asked in clear text.`);
  }
  const own = new URL(wanted.url);
  if (url.host === own.host || wanted.hosts?.includes(url.host) === true) return;
  throw new DownloadRefused(`${own.host} redirects to ${url.host}, which is not known as the publisher's.`);
}

/** Requests a file and resolves with the head of the answer; the connection ends when it is silent too long. */
function request(url: URL, headers: Record<string, string>, exchange: Exchange): Promise<http.IncomingMessage> {
  const { limits, signal } = exchange;
  const { ca, lookup, silenceMs } = limits;
  const trust = ca === undefined ? {} : { ca };
  const look = lookup === undefined ? {} : { lookup };
  return new Promise((resolve, reject) => {
    const options = { agent: false, headers, signal, ...trust, ...look } as const;
    let answer: http.IncomingMessage | null = null;
    const request = (url.protocol === 'https:' ? https : http).get(url, options, (response) => {
      answer = response;
      resolve(response);
    });
    request.setTimeout(silenceMs, () => (answer ?? request).destroy(new CutOff(`silent for ${silenceMs} ms`)));
    request.on('error', reject);
  });
}

/** Requests a file, or the rest of it, and follows redirects within the publisher's own hosts. */
async function followRedirects(part: Part, exchange: Exchange): Promise<{ url: URL; answer: http.IncomingMessage }> {
  const range: Record<string, string> =
    part.bytes > 0 && part.validator !== null ? { range: `bytes=${part.bytes}-`, 'if-range': part.validator } : {};
  const headers = { 'user-agent': 'corridor', accept: '*/*', 'accept-encoding': 'identity', ...range };
  let url = new URL(exchange.wanted.url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    checkAddress(url, exchange);
    const answer = await request(url, headers, exchange);
    const { statusCode = 0, headers: fields } = answer;
    if (!REDIRECTS.has(statusCode) || fields.location === undefined) return { url, answer };
    answer.destroy();
    url = new URL(fields.location, url);
  }
  throw new DownloadRefused(`${url.host} redirects without end.`);
}

/** @throws DownloadRefused for another status, type or encoding than wanted */
function checkAnswer(host: string, answer: http.IncomingMessage, { wanted }: Exchange): void {
  const { statusCode = 0, headers } = answer;
  if (statusCode !== 200 && statusCode !== 206) {
    throw new DownloadRefused(`${host} answered ${statusCode}.`, statusCode);
  }
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (wanted.contentTypes.length > 0 && !wanted.contentTypes.includes(type)) {
    throw new DownloadRefused(`${host} sent ${type || 'no type'} instead of ${wanted.contentTypes.join(' or ')}.`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new DownloadRefused(`${host} sent ${encoding} although it was not asked to.`);
}

/** @returns where the body goes on; 0 where it starts again */
function placeOf(host: string, answer: http.IncomingMessage, part: Part): number {
  if (answer.statusCode === 200) return 0;
  const from = Number(/^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '')?.[1] ?? NaN);
  if (from !== part.bytes) throw new DownloadRefused(`${host} sent another part than was asked for.`);
  return from;
}

function validatorOf({ headers }: http.IncomingMessage): string | null {
  const { etag, 'last-modified': modified } = headers;
  return etag !== undefined && !etag.startsWith('W/') ? etag : (modified ?? null);
}

/** Writes the body into the file from its position on; `part` counts the written bytes. */
async function writeBody(
  target: string,
  part: Part,
  answer: http.IncomingMessage,
  tooLong: DownloadRefused,
  max: number,
) {
  const file = await open(target, part.bytes === 0 ? 'w' : 'r+');
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (part.bytes + chunk.length > max) throw tooLong;
      await file.write(chunk, 0, chunk.length, part.bytes);
      part.bytes += chunk.length;
    }
  } finally {
    await file.close();
  }
}

/** Downloads what is missing; `part` tells afterwards how much there is, also if it was cut off. */
async function fetchRest(target: string, part: Part, exchange: Exchange): Promise<URL> {
  const { url, answer } = await followRedirects(part, exchange);
  try {
    checkAnswer(url.host, answer, exchange);
    const from = placeOf(url.host, answer, part);
    const length = answer.headers['content-length'];
    Object.assign(part, {
      bytes: from,
      validator: validatorOf(answer),
      total: length === undefined ? null : from + Number(length),
    });
    const { maxBytes } = exchange.wanted;
    if (part.total !== null && part.total > maxBytes) {
      throw new DownloadRefused(`${url.host} announces ${part.total} bytes; at most ${maxBytes} are taken.`);
    }
    const tooLong = new DownloadRefused(`${url.host} sends more than ${maxBytes} bytes.`);
    await writeBody(target, part, answer, tooLong, maxBytes);
  } catch (fault) {
    answer.destroy();
    throw fault;
  }
  if (part.total !== null && part.bytes !== part.total) throw new CutOff('closed early');
  return url;
}

function isCut(fault: unknown): boolean {
  return fault instanceof CutOff || CUT_CODES.has(faultCode(fault));
}

/** The refusal that a fault of a download means: too slow, cut off, or failed. */
function toRefusal(fault: unknown, part: Part, { wanted, limits, signal }: Exchange): DownloadRefused {
  if (fault instanceof DownloadRefused) return fault;
  const { host } = new URL(wanted.url);
  if (signal.aborted) return new DownloadRefused(`${host} took longer than ${limits.totalMs} ms.`);
  const message = String(((fault ?? {}) as { message?: unknown }).message);
  const so = part.total === null ? `${part.bytes} bytes` : `${part.bytes} of ${part.total} bytes`;
  return new DownloadRefused(
    isCut(fault) ? `${host} was cut off after ${so} (${message}).` : `${host} could not be asked (${message}).`,
  );
}

/**
 * Downloads a file as a stream. If it is cut off it is resumed, provided that the publisher's tag or date shows the
 * same file; each resumption must add something.
 * @param target the file to write; it is removed if the download is refused
 * @throws DownloadRefused when it is cut off, slow, too long, of another type, or redirected to another host
 */
export async function download(
  target: string,
  wanted: Wanted,
  bounds: Partial<DownloadLimits> = {},
): Promise<Downloaded> {
  const limits = { ...DEFAULTS, ...bounds };
  const exchange: Exchange = { wanted, limits, signal: AbortSignal.timeout(limits.totalMs) };
  const part: Part = { bytes: 0, validator: null, total: null };
  for (let resumptions = 0; ; resumptions += 1) {
    const before = part.bytes;
    try {
      const url = await fetchRest(target, part, exchange);
      return { url: url.href, bytes: part.bytes };
    } catch (fault) {
      const mayResume = part.validator !== null && part.bytes > before && resumptions < MAX_RESUMPTIONS;
      if (isCut(fault) && mayResume && !exchange.signal.aborted) continue;
      await rm(target, { force: true });
      throw toRefusal(fault, part, exchange);
    }
  }
}
