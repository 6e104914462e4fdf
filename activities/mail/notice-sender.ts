import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { endNoticeLease, listNoticeReaders, takeNoticeLease, type NoticeLease } from '../../db/auth/notice-settings';
import type { Queryable } from '../../db/database';
import { readOwnAttention } from '../../db/payments/review/attention';
import { readWaiting } from '../../db/payments/review/decisions';
import {
  decideNotice,
  noticesOffLabel,
  noticesOffPath,
  type Letter,
  type WaitingGroup,
} from '../../domain/auth/notices';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { mayChangeSide } from '../../domain/auth/users';
import type { Vault } from '../../lib/vault';
import { AddressRefused, MAIL_SECONDS, sendMail, type MailServer } from './mail-server';

/** Puts a letter into words. */
export type WriteLetter = (letter: Letter, publicUrl: string) => Promise<{ subject: string; text: string }>;

export interface NoticeContext {
  database: Queryable;
  vault: Pick<Vault, 'derive'>;
  log: Logger;
  /** Address of the service, to which mails link. */
  publicUrl: string;
  mail: { server: MailServer; from: string };
  writeLetter: WriteLetter;
}

/** People that are read at a time. */
const PAGE = 100;
/** Longer than a look at a person takes with its mail: until then no other process sends to the same person. */
const LEASE_SECONDS = MAIL_SECONDS + 120;
/** A look ends after so many failures, one after the other: a server that takes no mail takes none of the next people. */
const MAX_FAILURES = 3;
/** A mail in hand has so long when the process ends. */
const CLOSE_MS = 10_000;

async function readGroups(database: Queryable, reader: NoticeLease): Promise<WaitingGroup[]> {
  const { userId, accountId, operatorRoles: roles } = reader;
  if (accountId === null) return readOwnAttention(database, { personId: userId, roles });
  const sides = ENVIRONMENTS.map((environment) =>
    readWaiting(database, {
      ...{ tenant: { accountId, environment }, userId },
      mayChange: mayChangeSide(reader, environment),
    }),
  );
  return (await Promise.all(sides)).flat();
}

/**
 * Sends notices by e-mail to people who chose them. Open items are read anew for each mail, and those in a mail are
 * recorded once the server has accepted it: an outage delays mails and adds none.
 * Source: docs/GAPS.md#mail
 */
export class NoticeSender {
  private looking: Promise<void> | null = null;
  /** One after the other, since the last mail. */
  private failures = 0;
  private readonly ending = new AbortController();
  private isEnding = false;

  constructor(private readonly context: NoticeContext) {}

  /** Looks at everyone who may be sent a mail now. @throws when the database does not answer */
  async look(): Promise<void> {
    if (this.isEnding || this.looking !== null) return;
    this.looking = this.lookAtAll().finally(() => (this.looking = null));
    await this.looking;
  }

  /** Ends the look after the person whom it is at; a mail that the server takes too long for is put off. */
  async close(): Promise<void> {
    this.isEnding = true;
    const timer = setTimeout(() => this.ending.abort(), CLOSE_MS);
    await this.looking?.catch(() => undefined);
    clearTimeout(timer);
  }

  private async lookAtAll(): Promise<void> {
    const { database, log } = this.context;
    let people: readonly string[];
    this.failures = 0;
    do {
      people = await listNoticeReaders(database, PAGE);
      for (const userId of people) {
        if (this.isEnding) return;
        const lease = await takeNoticeLease(database, userId, LEASE_SECONDS);
        if (lease !== null) await this.lookAt(lease);
        if (this.failures === MAX_FAILURES) return log.warn('the mail server takes no notices; the rest have to wait');
      }
    } while (people.length === PAGE);
  }

  private async lookAt(lease: NoticeLease): Promise<void> {
    const { database, log } = this.context;
    const { userId } = lease;
    let decision: ReturnType<typeof decideNotice>;
    try {
      const groups = await readGroups(database, lease);
      decision = decideNotice(groups, lease.told);
      if (decision.isNews) await this.send(lease, groups, decision.all);
    } catch (fault) {
      const isOfAddress = fault instanceof AddressRefused;
      const outcome = isOfAddress && fault.isForGood ? 'refused' : 'put_off';
      log.warn({ userId, outcome, fault }, 'a notice could not be sent by e-mail');
      this.failures = isOfAddress ? 0 : this.failures + 1;
      return endNoticeLease(database, lease, outcome, lease.told);
    }
    const { isNews, all } = decision;
    if (isNews) this.failures = 0;
    await endNoticeLease(database, lease, isNews ? 'sent' : 'no_news', all);
  }

  private async send(reader: NoticeLease, groups: readonly WaitingGroup[], all: readonly string[]): Promise<void> {
    const { vault, publicUrl, mail, writeLetter } = this.context;
    const { userId, email, language, accountId, sentAt } = reader;
    const offUrl = `${publicUrl}${noticesOffPath(userId, vault.derive(noticesOffLabel(userId)))}`;
    const lines = groups.map(({ kind, side, ids }) => ({ kind, side, count: ids.length }));
    const letter = await writeLetter({ language, isForOperator: accountId === null, lines, offUrl }, publicUrl);
    const content = createHash('sha256')
      .update(JSON.stringify([userId, sentAt, [...all].sort()]))
      .digest('hex');
    await sendMail(mail.server, {
      ...{ ...letter, from: mail.from, to: email, id: `<${content}@${new URL(publicUrl).hostname}>` },
      signal: this.ending.signal,
      headers: {
        'List-Unsubscribe': `<${offUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    });
  }
}
