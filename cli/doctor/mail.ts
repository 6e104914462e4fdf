import { tryMailServer } from '../../activities/mail/mail-server';
import { mailServerOf, readMail } from '../../process/mail-settings';
import { fault, ok, warning, withTimeLimit, wordsOf, type Finding } from './finding';

const LIMIT_MS = 5_000;

/** Whether people are told by e-mail of what waits, and the server takes the log-in. Source: docs/GAPS.md#mail */
export async function checkMail(environment: Record<string, string | undefined>): Promise<Finding> {
  try {
    const mail = readMail(environment);
    if (mail === null) return ok('mail', 'none is sent: CORRIDOR_SMTP_URL and CORRIDOR_MAIL_FROM are not set');
    if (mail.serverUrl === null)
      return warning('mail', 'none is sent from here', 'Set CORRIDOR_SMTP_URL where workers run.');
    const server = mailServerOf(mail.serverUrl);
    const { host, port } = server;
    try {
      await withTimeLimit(LIMIT_MS, tryMailServer(server));
      return ok('mail', `${host}:${port}`);
    } catch (error) {
      return warning(
        'mail',
        `${host}:${port}: ${wordsOf(error)}`,
        'Notices are delayed until the mail server takes them.',
      );
    }
  } catch (error) {
    return fault('mail', wordsOf(error), 'Correct the settings; see docs/OPERATIONS.md.');
  }
}
