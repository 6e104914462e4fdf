import { memberOf } from '../../domain/unknown-value';
import { LOOPBACK } from '../../lib/identity-provider';

/** A server that takes mail. */
export interface MailServer {
  /** As `URL` writes it. */
  host: string;
  port: number;
  /** Whether TLS begins with the first byte; else the server is asked for STARTTLS. */
  isTls: boolean;
  credentials: { user: string; password: string } | null;
}

/** A mail in plain text to one person. */
export interface Mail {
  /** The same for the same mail: a repeat is known by it. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  headers: Readonly<Record<string, string>>;
}

/** The server does not take a mail to that address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';

  constructor(readonly isForGood: boolean) {
    super('the mail server refuses an address');
  }
}

/** No mail could be handed to the server; its words are left out, since they may name the address. */
class MailServerAway extends Error {
  override readonly name = 'MailServerAway';
}

/** A server has so long to connect and to greet, and for each answer after that. A slow one scans a mail for half a minute. */
const CONNECT_MS = 30_000;
const ANSWER_MS = 60_000;
/** At most so long does a mail take: a connection, a greeting and seven answers. */
export const MAIL_SECONDS = (2 * CONNECT_MS + 7 * ANSWER_MS) / 1_000;
/** "Service not available": of the server, not of the address (RFC 5321, 4.2.2). */
const CLOSING = 421;

async function connect({ host, port, isTls, credentials }: MailServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...{ host: host.replace(/^\[|\]$/g, ''), port, secure: isTls, disableFileAccess: true, disableUrlAccess: true },
    // A password goes over no network in clear text.
    requireTLS: !isTls && credentials !== null && !LOOPBACK.test(host),
    ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS },
  });
}

function translate(fault: unknown): Error {
  const [code, command, answer] = ['code', 'command', 'responseCode'].map((name) => memberOf(fault, name));
  const isAboutMail = (command === 'RCPT TO' || command === 'DATA') && typeof answer === 'number';
  if (isAboutMail && answer !== CLOSING) return new AddressRefused(answer >= 500);
  return new MailServerAway(`the mail server takes no mail: ${[code, command, answer].filter(Boolean).join(' ')}`);
}

/**
 * Hands a mail to the server.
 * @throws AddressRefused, Error where the server takes no mail at all
 */
export async function sendMail(server: MailServer, { id, ...mail }: Mail): Promise<void> {
  const transport = await connect(server);
  try {
    await transport.sendMail({ ...mail, messageId: id });
  } catch (fault) {
    throw translate(fault);
  } finally {
    transport.close();
  }
}

/** Connects, and logs in where the server asks for it. @throws Error where it takes no mail */
export async function tryMailServer(server: MailServer): Promise<void> {
  const transport = await connect(server);
  try {
    await transport.verify();
  } catch (fault) {
    throw translate(fault);
  } finally {
    transport.close();
  }
}
