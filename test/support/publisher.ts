import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import path from 'node:path';
import { isFetched, readManifest, type FetchedPublication } from '../../activities/importers/publications';
import type { DownloadLimits } from '../../lib/download';
import { listenOn } from '../../lib/listen-on';
import { closeAtEnd } from './closing';

function pem(name: string): Buffer {
  return readFileSync(path.join(__dirname, '..', 'fixtures', 'tls', name));
}

const HOST = 'temporal.test';
const lookup: LookupFunction = (_hostname, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

/** What is sent for a path. */
export type PublishedAnswer = (response: ServerResponse) => void;

export const sends =
  (type: string, body: string | Uint8Array, status = 200): PublishedAnswer =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

/** What goes wrong on the way, with what a pull says of it. */
export function faultsOfPublishers(type: string, text: string): [string, PublishedAnswer, RegExp][] {
  return [
    ['a page', sends('text/html', '<html>maintenance</html>'), /sent text\/html instead of/],
    ['an error', sends(type, text, 503), /temporal\.test:\d+ answered 503/],
    [
      'a cut',
      (response) => {
        response.writeHead(200, { 'content-type': type, 'content-length': '1000000' });
        response.write(text, () => response.destroy());
      },
      /temporal\.test:\d+ was cut off/,
    ],
    [
      'a redirect elsewhere',
      (response) => response.writeHead(302, { location: 'https://cdn.example/x' }).end(),
      /redirects to cdn\.example, which is not known/,
    ],
    [
      '500 MB',
      (response) => {
        response.writeHead(200, { 'content-type': type, 'content-length': String(500 * 1024 * 1024) });
        response.flushHeaders();
      },
      /announces 524288000 bytes; at most \d+ are taken/,
    ],
  ];
}

/** The hosts of all publishers in one, over TLS on this machine. */
export class TestPublisher {
  /** By path; others are 404. */
  answers: Record<string, PublishedAnswer> = {};
  asked: string[] = [];
  readonly limits: Partial<DownloadLimits> = { ca: pem('ca.pem'), lookup, silenceMs: 5_000 };

  private constructor(readonly base: string) {}

  static async start(): Promise<TestPublisher> {
    const server = createServer({ cert: pem('server.pem'), key: pem('server-key.pem') });
    const publisher = new TestPublisher(`https://${HOST}:${await listenOn(server)}`);
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '', 'https://any');
      publisher.asked.push(pathname);
      (publisher.answers[pathname] ?? sends('text/plain', 'nothing here', 404))(response);
    });
    closeAtEnd(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return publisher;
  }

  /** A publication of the manifest as it is, at this server and of any size. */
  fetched(id: string): FetchedPublication {
    const publication = readManifest()
      .filter(isFetched)
      .find((listed) => listed.id === id);
    if (publication === undefined) throw new Error(`no ${id}`);
    const text = JSON.stringify(publication).replace(/https:\/\/[^/"]+/g, this.base);
    const moved = JSON.parse(text) as FetchedPublication;
    return { ...moved, check: { ...moved.check, minBytes: 1 } };
  }
}
