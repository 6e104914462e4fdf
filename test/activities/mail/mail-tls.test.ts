import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { sendMail, tryMailServer, type MailServer } from '../../../activities/mail/mail-server';
import { closeAtEnd } from '../../support/closing';

const CERTIFICATES = path.join(__dirname, '..', '..', 'fixtures', 'mail-tls');
const read = (name: string): string => readFileSync(path.join(CERTIFICATES, name), 'utf8');

const LOGIN = { user: 'notices', password: 'a pass:word' };
const MAIL = {
  ...{ id: '<1@pay.example.com>', from: 'Corridor <notices@corridor.example>', to: 'olga@example.com' },
  ...{ subject: 'Corridor: 2 things wait for you', text: 'This waits in Corridor.', headers: {} },
};
/** Addresses of this machine, of which the second is none by its name: nothing goes there in clear text. */
const [OWN, OTHER] = ['127.0.0.1', '0.0.0.0'];
const SYSTEM = getCACertificates('default');

interface Secured {
  /** Mails, each with whether it came over TLS. */
  mails: { isSecure: boolean; raw: string }[];
  server: MailServer;
}

/** @param isTls whether TLS begins with the first byte; else the server offers STARTTLS, and no log-in without it */
async function startServer(isTls: boolean, host: string): Promise<Secured> {
  const mails: Secured['mails'] = [];
  const smtp = new SMTPServer({
    ...{ secure: isTls, cert: read('server.pem'), key: read('server.key') },
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.password ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, { secure }, done) => {
      void text(stream).then((raw) => {
        mails.push({ isSecure: secure, raw });
        done();
      });
    },
  });
  // A client that does not trust the certificate ends the connection.
  smtp.on('error', () => undefined);
  const listening = smtp.listen(0, OWN);
  closeAtEnd(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { mails, server: { host, port, isTls, credentials: LOGIN } };
}

/** What `NODE_EXTRA_CA_CERTS` does at the start of a process. */
const trust = (): void => setDefaultCACertificates([...SYSTEM, read('ca.pem')]);
afterEach(() => setDefaultCACertificates(SYSTEM));

/** Source: docs/OPERATIONS.md, "Notices by e-mail" */
describe.each([
  ['TLS from the first byte', true, OWN],
  ['TLS from the first byte on another machine', true, OTHER],
  ['STARTTLS', false, OTHER],
] as const)('a mail over %s', (_what, isTls, host) => {
  it('is delivered, with the log-in, to a server whose authority is trusted', async () => {
    trust();
    const { server, mails } = await startServer(isTls, host);
    await tryMailServer(server);
    await sendMail(server, MAIL);
    expect(mails).toEqual([{ isSecure: true, raw: expect.stringContaining(`\r\n\r\n${MAIL.text}`) }]);
  });

  it('is not sent to a server with a certificate of an unknown authority', async () => {
    const { server, mails } = await startServer(isTls, host);
    await expect(sendMail(server, MAIL)).rejects.toThrow(/^the mail server takes no mail: (ESOCKET|ETLS)/);
    expect(mails).toEqual([]);
  });
});
