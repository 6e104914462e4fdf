import { findNoticeSetting, setNotices } from '../../db/auth/notice-settings';
import { NOTICE_FREQUENCIES, noticesOffLabel, noticesOffPath } from '../../domain/auth/notices';
import { DomainError, invalidField } from '../../domain/errors';
import { isSameCode } from '../../lib/same-code';
import type { ConsoleRoute } from '../route';
import { userOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { MAIL, Mail, MailOff } from './mail-page';

async function mailPage(visit: Visit): Promise<Answer> {
  const { parts, formToken, words } = visit;
  const { id, email } = userOf(visit);
  const setting = await findNoticeSetting(parts.database, id);
  const body = <Mail {...{ setting, email, formToken }} isSent={parts.sendsMail === true} />;
  return { kind: 'page', title: words.mail.title, body };
}

async function choose(visit: Visit): Promise<Answer> {
  const frequency = NOTICE_FREQUENCIES.find((one) => one === visit.form.get('frequency'));
  if (frequency === undefined) throw invalidField('frequency', 'invalid_value', 'is none of the choices');
  const { id: userId } = userOf(visit);
  const { endedByLinkAt } = await findNoticeSetting(visit.parts.database, userId);
  if (endedByLinkAt !== null && frequency !== 'off')
    throw invalidField('frequency', 'invalid_value', 'is off by the link of a mail, which turns it on again');
  await setNotices(visit.parts.database, { userId, frequency });
  return { kind: 'done', notice: { name: 'notices-chosen' }, location: MAIL };
}

/** What a path is without the act at its end. */
const linkOf = (path: string): string => path.replace(/\/on$/, '');

/** @returns the person whose mail has the link. @throws DomainError NOT_FOUND for one that this service has not written */
function personOf({ context, params, parts }: Visit): string {
  const { userId: user = '' } = params;
  const asked = linkOf(context.path);
  const isOurs = parts.vault
    .derivations(noticesOffLabel(user))
    .some((secret) => isSameCode(noticesOffPath(user, secret), asked));
  if (!isOurs) throw new DomainError('NOT_FOUND', 'There is no such page.');
  return user;
}

async function showOff(visit: Visit): Promise<Answer> {
  const { frequency } = await findNoticeSetting(visit.parts.database, personOf(visit));
  return offPage(visit, frequency === 'off');
}

function offPage({ context, formToken, words }: Visit, isOff: boolean): Answer {
  const title = isOff ? words.mail.isOff : words.mail.turnOff;
  const body = <MailOff {...{ isOff, formToken }} action={linkOf(context.path)} />;
  return { kind: 'page', title, body };
}

/** By the person on the page, or by a mail program at one click (RFC 8058). */
async function turnOff(visit: Visit): Promise<Answer> {
  const userId = personOf(visit);
  await setNotices(visit.parts.database, { userId, frequency: 'off', isByLink: true });
  return offPage(visit, true);
}

/** By who reads the mails of an address: it may be that of somebody else than the person who signed up. */
async function turnOn(visit: Visit): Promise<Answer> {
  const userId = personOf(visit);
  const { frequency } = await findNoticeSetting(visit.parts.database, userId);
  if (frequency === 'off') await setNotices(visit.parts.database, { userId, frequency: 'at_once', isByLink: true });
  return offPage(visit, false);
}

const OFF = '/console/notices-off/:userId/:mailCode';

/** Source: docs/GAPS.md#mail */
export const MAIL_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: MAIL, access: 'insider', handle: mailPage },
  { method: 'post', path: MAIL, access: 'insider', handle: choose },
  { method: 'get', path: OFF, access: 'anyone', handle: showOff },
  { method: 'post', path: OFF, access: 'anyone', isSigned: true, handle: turnOff },
  { method: 'post', path: `${OFF}/on`, access: 'anyone', handle: turnOn },
];
