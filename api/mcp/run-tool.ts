import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Context, Middleware } from 'koa';
import { z, type ZodType } from 'zod';
import type { Endpoint } from '../endpoint';
import { answerErrors } from '../middleware/errors';
import { logRequests } from '../middleware/log-requests';
import { identifyRequest } from '../middleware/request-id';
import { runEndpoint } from '../middleware/run-endpoint';
import { readsBody } from '../middleware/read-body';
import type { Services } from '../services';

/** What an operation answers to an agent. */
export interface ToolAnswer {
  status: number;
  /** Body in JSON; empty where there is none. */
  text: string;
  /** State of the key's limits, and when to try again. */
  headers: Readonly<Record<string, string>>;
}

type Arguments = Readonly<Record<string, unknown>>;

const SHOWN_HEADERS = /^(x-ratelimit-.*|retry-after)$/;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const namesOf = (schema: ZodType | undefined): ReadonlySet<string> =>
  new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Divides the arguments of a tool into path, query and body of the operation, by their names. */
function requestParts(record: Endpoint, given: Arguments) {
  const inPath = namesOf(record.params);
  const inQuery = namesOf(record.query);
  const takesBody = readsBody(record);
  const params = Object.fromEntries([...inPath].map((name) => [name, textOf(given[name] ?? '')]));
  const others = Object.entries(given).filter(([name]) => !inPath.has(name));
  const asked = others.filter(([name, value]) => (inQuery.has(name) || !takesBody) && value !== null);
  const query = new URLSearchParams(asked.map(([name, value]) => [name, textOf(value)])).toString();
  const body = Object.fromEntries(others.filter(([name]) => !inQuery.has(name)));
  const path = record.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = query === '' ? path : `${path}?${query}`;
  return { params, url, body: takesBody ? Buffer.from(JSON.stringify(body)) : null };
}

/** A request of its own within the agent's: same key and address, but no connection. */
function innerContext(outer: Context, record: Endpoint, given: Arguments): Context {
  const { params, url, body } = requestParts(record, given);
  const request = new IncomingMessage(new Socket());
  request.method = record.method.toUpperCase();
  request.url = url;
  const sent = body === null ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) };
  request.headers = { host: outer.get('Host'), authorization: outer.get('Authorization'), ...sent };
  if (body !== null) request.push(body);
  request.push(null);
  request.complete = true;
  const context: Context = outer.app.createContext(request, new ServerResponse(request));
  context.request.ip = outer.ip;
  context['params'] = params;
  return context;
}

function answerOf(context: Context): ToolAnswer {
  const { status, body } = context;
  const headers = Object.entries(context.response.headers).filter(([name]) => SHOWN_HEADERS.test(name));
  const shown = headers.map(([name, value]): [string, string] => [name, String(value)]);
  return { status, text: typeof body === 'string' ? body : '', headers: Object.fromEntries(shown) };
}

/**
 * Runs an operation for an agent like any request: with the same key, scope, limits, faults, log and answer.
 * @param outer the agent's request
 * @returns the answer, also if it is a refusal
 */
export async function runTool(
  outer: Context,
  { record, given }: { record: Endpoint; given: Arguments },
  services: Services,
): Promise<ToolAnswer> {
  const context = innerContext(outer, record, given);
  const layers: readonly Middleware[] = [identifyRequest(), logRequests(services), answerErrors(services)];
  const run = layers.reduceRight<() => Promise<void>>(
    (next, layer) => async () => {
      await layer(context, next);
    },
    () => runEndpoint(context, record, services),
  );
  await run();
  return answerOf(context);
}
