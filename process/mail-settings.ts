import { emailAddress } from '../domain/auth/users';
import type { MailServer } from '../activities/mail/mail-server';
import { optional, type Environment } from './environment';

/** The mail server and who writes; an API process may know the sender alone. */
export interface MailSettings {
  /** As it was set: the one process that sends mail parses it. */
  serverUrl: string | null;
  /** As in a header: an address, or a name and an address in angle brackets. */
  from: string;
}

/** The port of mail that is handed in with a log-in (RFC 6409), and with TLS from the first byte (RFC 8314). */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
/** Of one line, so that it is a header by itself. */
const FROM = /^(?:[^<>\r\n]*<([^<>\s]+)>|([^<>\s]+))$/;

/** @returns null for an escape that is none, such as `%` alone */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** @throws Error for what is no address of a mail server, without repeating it: it holds a password */
export function mailServerOf(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = url === null ? undefined : PORTS[url.protocol];
  const [user, password] = [decode(url?.username ?? ''), decode(url?.password ?? '')];
  const isServer = url !== null && url.hostname !== '' && /^\/?$/.test(url.pathname + url.search + url.hash);
  if (!isServer || port === undefined || user === null || password === null)
    throw new Error(
      'CORRIDOR_SMTP_URL must be smtp:// or smtps://, user:password@ with other characters escaped as in %25 if needed, ' +
        'a host, and a port.',
    );
  return {
    ...{ host: url.hostname, port: url.port === '' ? port : Number(url.port), isTls: url.protocol === 'smtps:' },
    credentials: user === '' ? null : { user, password },
  };
}

/**
 * @returns null where no mail is sent
 * @throws Error in plain words for a server without a sender, or a sender that is no address
 */
export function readMail(environment: Environment): MailSettings | null {
  const serverUrl = optional(environment, 'CORRIDOR_SMTP_URL');
  const from = optional(environment, 'CORRIDOR_MAIL_FROM');
  if (from === null) {
    if (serverUrl === null) return null;
    throw new Error('Set CORRIDOR_MAIL_FROM with CORRIDOR_SMTP_URL.');
  }
  const [, named, bare] = FROM.exec(from) ?? [];
  if (!emailAddress.safeParse(named ?? bare).success)
    throw new Error('CORRIDOR_MAIL_FROM must be an address, such as Corridor <notices@example.com>.');
  return { serverUrl, from };
}
