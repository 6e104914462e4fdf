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
  /** Ends the attempt; what the server then does with the mail is unknown. */
  signal?: AbortSignal;
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

const CONNECT_MS = 30_000;
/** A client waits at least so long for the answer to the end of a mail. Source: RFC 5321, 4.5.3.2.6 */
const ANSWER_MS = 600_000;
/** At most so long does a mail take, however many answers the server delays. */
export const MAIL_SECONDS = 900;
/** "Service not available": of the server, not of the address (RFC 5321, 4.2.2). */
const CLOSING = 421;
/** An enhanced code about the address of the recipient (RFC 3463, 3.2), in an answer to the mail. */
const BAD_ADDRESS = /^5\d\d[ -]5\.1\./;

async function connect({ host, port, isTls, credentials }: MailServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...{ host: host.replace(/^\[|\]$/g, ''), port, secure: isTls, disableFileAccess: true, disableUrlAccess: true },
    // A password goes over no network in clear text; a server on the same machine may have a certificate of its own making.
    ignoreTLS: LOOPBACK.test(host),
    requireTLS: !isTls && credentials !== null && !LOOPBACK.test(host),
    ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS },
  });
}

function translate(fault: unknown): Error {
  const [code, system, command, answer] = ['code', 'originalCode', 'command', 'responseCode'].map((name) =>
    memberOf(fault, name),
  );
  const isOfAddress = command === 'RCPT TO' && typeof answer === 'number' && answer !== CLOSING;
  const isBad = command === 'DATA' && BAD_ADDRESS.test(String(memberOf(fault, 'response')));
  if (isOfAddress || isBad) return new AddressRefused(Number(answer) >= 500);
  return new MailServerAway(
    `the mail server takes no mail: ${[code, system, command, answer].filter(Boolean).join(' ')}`,
  );
}

/**
 * Hands a mail to the server.
 * @throws AddressRefused, Error where the server did not take it, or may have
 */
export async function sendMail(server: MailServer, { id, signal, ...mail }: Mail): Promise<void> {
  const transport = await connect(server);
  try {
    const late = AbortSignal.timeout(MAIL_SECONDS * 1_000);
    await transport.sendMail({ ...mail, messageId: id, signal: AbortSignal.any([late, ...(signal ? [signal] : [])]) });
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
