import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import pino from 'pino';
import request from 'supertest';
import { FORM_LANGUAGE } from '../../console/forms/form-language';
import { createConsole } from '../../console';
import { registerAssets, SHARED_ASSETS } from '../../api/assets';
import { Ending } from '../../api/ending';
import type { Services } from '../../api/services';
import type { ConsoleParts } from '../../console/visit';
import { openDatabase, type Database } from '../../db/database';
import { openVault } from '../../lib/vault';
import { AdmissionGate } from '../../api/admission-gate';
import { closeAtEnd } from './closing';
import { urlFor } from './database';
import { listenOn } from '../../lib/listen-on';

const opened = new Map<string, Database>();

/**
 * The API's access to a test database, one for all consoles of a file: each keeps connections open, and a server has only
 * so many.
 */
function openForApi({ url }: Database): Database {
  const known = opened.get(url);
  if (known !== undefined) return known;
  const database = openDatabase(urlFor('api', url), 4);
  closeAtEnd(() => database.close());
  opened.set(url, database);
  return database;
}

/** What the pages load, which the service serves beside the console. */
function sharedAssets(): ReturnType<Router['routes']> {
  const router = new Router();
  registerAssets(router, SHARED_ASSETS);
  return router.routes();
}

/** @param given a test database; the console reaches it as the role of the API */
export function createConsoleMiddleware(given: Database, parts: Partial<ConsoleParts> = {}): Koa.Middleware {
  const database = openForApi(given);
  const vault = parts.vault ?? openVault(Buffer.alloc(32, 7).toString('base64'));
  const log = pino({ enabled: false });
  const limiter = { describeAddress: () => ({}) };
  const settings = { publicUrl: 'http://localhost' };
  const assets = sharedAssets();
  const pages = createConsole({
    ...{ database, vault, log },
    now: () => new Date(),
    publicUrl: 'http://localhost',
    isSignUpOpen: true,
    identityProvider: null,
    // What operations on the database alone need; other ones are tested over a whole stack.
    services: {
      database,
      vault,
      log,
      limiter,
      settings,
      ending: new Ending(),
      wake: () => undefined,
      searches: new AdmissionGate({ total: 4, perKey: 2, maxWaiting: 16 }),
    } as unknown as Services,
    ...parts,
  });
  return (context, next) => assets(context as Parameters<typeof assets>[0], () => pages(context, next));
}

/** The console over a database, as a Koa application of its own. */
export function createConsoleApp(database: Database, parts: Partial<ConsoleParts> = {}): Koa {
  return new Koa({ proxy: true, maxIpsCount: 1 }).use(createConsoleMiddleware(database, parts));
}

/** A person with a browser: keeps cookies and sends forms with the token of the page they stand on. */
export class Person {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly app: Koa,
    readonly address = '192.0.2.1',
  ) {}

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  plantCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  private keep(answer: request.Response): request.Response {
    const set: unknown = answer.headers['set-cookie'];
    for (const line of Array.isArray(set) ? set : []) {
      const [pair = ''] = String(line).split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  private get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<request.Response> {
    const sent = request(this.app.callback())
      .get(path)
      .set({ Cookie: this.header, 'X-Forwarded-For': this.address, ...headers });
    return this.keep(await sent);
  }

  /** Sends a form as it is, without a token of its own. */
  async post(
    path: string,
    fields: [string, string][],
    headers: Record<string, string> = {},
  ): Promise<request.Response> {
    const sent = request(this.app.callback())
      .post(path)
      .set({ Cookie: this.header, 'X-Forwarded-For': this.address, ...headers })
      .type('form')
      .send(new URLSearchParams(fields).toString());
    return this.keep(await sent);
  }

  /** Opens a page and sends a form from it. */
  async submit(page: string, path: string, fields: [string, string][]): Promise<request.Response> {
    const { text } = await this.get(page);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
    const names = ['form_token', 'form_id', ...(text.includes(`name="${FORM_LANGUAGE}"`) ? [FORM_LANGUAGE] : [])];
    const own = names.map((name): [string, string] => [name, hidden(name)]);
    return this.post(path, [...own, ...fields]);
  }

  /** As `multipart/form-data`, without cookies. */
  async postParts(path: string, fields: [string, string][]): Promise<request.Response> {
    const sent = request(this.app.callback()).post(path).set({ 'X-Forwarded-For': this.address });
    for (const [name, value] of fields) void sent.field(name, value);
    return sent;
  }

  /** Sends a form with a file from the page that it stands on. */
  async submitFile(
    page: string,
    path: string,
    { field, text }: { field: string; text: string },
  ): Promise<request.Response> {
    const { text: html } = await this.get(page);
    const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const sent = request(this.app.callback())
      .post(path)
      .set({ Cookie: this.header, 'X-Forwarded-For': this.address, Referer: `http://localhost${page}` })
      .field('form_token', token)
      .attach(field, Buffer.from(text), { filename: 'rows.csv', contentType: 'text/csv' });
    return this.keep(await sent);
  }

  /** What the script of the page does with a link that is opened, and a person without script. */
  openLink(token: string): Promise<request.Response> {
    return this.submit('/console/link', '/console/link', [['token', token]]);
  }

  logIn(email: string, password: string): Promise<request.Response> {
    return this.submit('/console/login', '/console/login', [
      ['email', email],
      ['password', password],
    ]);
  }
}

/** @returns the page that an act led to, and the notice that it shows there */
export function ledTo({ headers }: request.Response): [page: unknown, notice: string | undefined] {
  return [headers['location'], /corridor_notice=([^;@]+)/.exec(String(headers['set-cookie']))?.[1]];
}

/** Serves an application on a free port, until the file's tests are over. @returns its address */
export async function serve(app: Koa): Promise<string> {
  const server = createServer((message, response) => void app.callback()(message, response));
  const port = await listenOn(server);
  closeAtEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}
