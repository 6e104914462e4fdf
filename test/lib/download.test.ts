import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { download, DownloadRefused, type DownloadLimits, type Wanted } from '../../lib/download';
import { listenOn } from '../../lib/listen-on';
import { closeAtEnd } from '../support/closing';

function pem(name: string): Buffer {
  return readFileSync(path.join(__dirname, '..', 'fixtures', 'tls', name));
}

/** The name in the certificate of the fixtures; every name leads to this machine. */
const HOST = 'temporal.test';
const lookup: LookupFunction = (_hostname, options, done) => {
  if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};
const BODY = Buffer.from('code,rate\n'.repeat(20_000));
const HALF = 100_003;

describe('a download over TLS', () => {
  let server: Server;
  let port = 0;
  let respond: (request: IncomingMessage, response: ServerResponse) => void;
  const asked: IncomingMessage[] = [];
  beforeAll(async () => {
    server = createServer({ cert: pem('server.pem'), key: pem('server-key.pem') }, (request, response) => {
      asked.push(request);
      respond(request, response);
    });
    port = await listenOn(server);
    closeAtEnd(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
  });
  beforeEach(() => {
    asked.length = 0;
    target = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-download-')), 'file');
  });

  let target = '';
  const csv = { 'content-type': 'text/csv; charset=utf-8' };
  const fetching = (wanted: Partial<Wanted> = {}, limits: Partial<DownloadLimits> = {}) =>
    download(
      target,
      { url: `https://${HOST}:${port}/file`, contentTypes: ['text/csv'], maxBytes: 1_000_000, ...wanted },
      { ca: pem('ca.pem'), lookup, ...limits },
    );

  async function expectRefusal(refused: Promise<unknown>, message: RegExp): Promise<void> {
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(DownloadRefused);
    expect(existsSync(target)).toBe(false);
  }

  /** Sends half of what is asked for and cuts the connection, the first time. */
  function cutOnce(headers: Record<string, string>): void {
    respond = (request, response) => {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${from}-${BODY.length - 1}/${BODY.length}` };
      response.writeHead(from > 0 ? 206 : 200, {
        ...csv,
        ...headers,
        ...(from > 0 ? range : {}),
        'content-length': String(BODY.length - from),
      });
      if (asked.length > 1) response.end(BODY.subarray(from));
      else response.write(BODY.subarray(0, HALF), () => response.destroy());
    };
  }

  it('writes what the publisher sends', async () => {
    respond = (_request, response) => response.writeHead(200, csv).end(BODY);
    expect(await fetching()).toEqual({ url: `https://${HOST}:${port}/file`, bytes: BODY.length });
    expect(readFileSync(target).equals(BODY)).toBe(true);
  });

  it('goes on where it was cut off, if it is the same file', async () => {
    cutOnce({ etag: '"one"' });
    expect(await fetching()).toMatchObject({ bytes: BODY.length });
    expect(readFileSync(target).equals(BODY)).toBe(true);
    const [, second] = asked;
    expect(second?.headers).toMatchObject({
      'if-range': '"one"',
      range: expect.stringMatching(/^bytes=\d+-$/) as string,
    });
  });

  it('begins anew where the file has changed meanwhile', async () => {
    const other = Buffer.from('other\n'.repeat(10));
    respond = (_request, response) => {
      if (asked.length > 1) response.writeHead(200, { ...csv, etag: '"two"' }).end(other);
      else {
        response.writeHead(200, { ...csv, etag: '"one"', 'content-length': String(BODY.length) });
        response.write(BODY.subarray(0, HALF), () => response.destroy());
      }
    };
    await fetching();
    expect(readFileSync(target).equals(other)).toBe(true);
  });

  it('is refused when it is cut off and nothing says whether it is the same file', async () => {
    cutOnce({});
    await expectRefusal(fetching(), /^temporal\.test:\d+ was cut off after \d+ of 200000 bytes/);
    expect(asked).toHaveLength(1);
  });

  it('is refused when it is cut off again without a byte', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { ...csv, etag: '"one"', 'content-length': '10' });
      response.flushHeaders();
      response.destroy();
    };
    await expectRefusal(fetching(), /was cut off after 0 of 10 bytes/);
  });

  it('is refused when another part comes than was asked for', async () => {
    respond = (_request, response) => {
      const range = { 'content-range': `bytes 5-${BODY.length - 1}/${BODY.length}` };
      if (asked.length > 1) response.writeHead(206, { ...csv, ...range }).end(BODY.subarray(5));
      else {
        response.writeHead(200, { ...csv, etag: '"one"', 'content-length': String(BODY.length) });
        response.write(BODY.subarray(0, HALF), () => response.destroy());
      }
    };
    await expectRefusal(fetching(), /sent another part than was asked for/);
  });

  it('is refused when the publisher falls silent', async () => {
    respond = (_request, response) => {
      response.writeHead(200, csv);
      response.write('code,rate\n');
    };
    await expectRefusal(fetching({}, { silenceMs: 200 }), /was cut off after 10 bytes \(silent for 200 ms\)/);
  });

  it('is refused when it takes too long, byte after byte', async () => {
    respond = (_request, response) => {
      response.writeHead(200, csv);
      const timer = setInterval(() => response.write('1'), 20);
      response.on('close', () => clearInterval(timer));
    };
    await expectRefusal(fetching({}, { totalMs: 300 }), /took longer than 300 ms/);
  });

  it('is refused at the announcement of 500 MB', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { ...csv, 'content-length': String(500 * 1024 * 1024) });
      response.flushHeaders();
    };
    await expectRefusal(fetching(), /announces 524288000 bytes; at most 1000000 are taken/);
  });

  it('is refused as soon as it is larger than it may be, when nothing is announced', async () => {
    let sent = 0;
    respond = (_request, response) => {
      response.writeHead(200, csv);
      const more = (): void => {
        sent += BODY.length;
        if (!response.destroyed) response.write(BODY, more);
      };
      more();
    };
    await expectRefusal(fetching(), /sends more than 1000000 bytes/);
    expect(sent).toBeLessThan(500 * 1024 * 1024);
  });

  it.each([
    [404, {}, /answered 404/],
    [503, {}, /answered 503/],
    [304, {}, /answered 304/],
    [200, { 'content-type': 'text/html' }, /sent text\/html instead of text\/csv/],
    [200, { 'content-type': '' }, /sent no type instead of text\/csv/],
    [200, { ...csv, 'content-encoding': 'gzip' }, /sent gzip although it was not asked to/],
    [302, { location: 'https://elsewhere.test/file' }, /redirects to elsewhere\.test, which is not known/],
    [302, { location: 'http://temporal.test/file' }, /temporal\.test would be asked in clear text/],
    [302, { location: '/file' }, /redirects without end/],
  ])('is refused with %d and %j', async (status, headers, message) => {
    respond = (_request, response) => response.writeHead(status, headers).end('code,rate\n');
    await expectRefusal(fetching(), message);
  });

  it("follows redirects on the host, and to hosts that are named as the publisher's", async () => {
    respond = (request, response) => {
      if (request.url === '/v2') response.writeHead(200, csv).end(BODY);
      else response.writeHead(302, { location: `https://${HOST}:${port}/v2` }).end();
    };
    expect(await fetching()).toMatchObject({ url: `https://${HOST}:${port}/v2` });
    const from = `https://other.test:${port}/file`;
    const limits = { ca: pem('ca.pem'), lookup };
    const wanted = { url: from, contentTypes: [], maxBytes: 1_000_000, hosts: [`${HOST}:${port}`] };
    await expectRefusal(download(target, wanted, limits), /other\.test:\d+ could not be asked \(.*altnames/);
  });

  it('is refused when nobody vouches for the certificate, and where nobody listens', async () => {
    const wanted = { url: `https://${HOST}:${port}/file`, contentTypes: [], maxBytes: 10 };
    await expectRefusal(download(target, wanted, { lookup }), /could not be asked \(unable to verify/);
    const dead = { ...wanted, url: 'https://127.0.0.1:1/' };
    await expectRefusal(download(target, dead), /127\.0\.0\.1:1 could not be asked \(.*ECONNREFUSED/);
  });
});
