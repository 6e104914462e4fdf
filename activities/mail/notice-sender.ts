import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import {
  endNoticeLease,
  keepTold,
  listNoticeReaders,
  takeNoticeLease,
  type NoticeOutcome,
  type NoticeReader,
} from '../../db/auth/notice-settings';
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
/** Longer than a mail takes: until then no other process sends to the same person. */
const LEASE_SECONDS = MAIL_SECONDS + 30;

async function readGroups(database: Queryable, reader: NoticeReader): Promise<WaitingGroup[]> {
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
 * Sends people what they chose to be told of. Whatever waits is read anew for each mail, and what a person was told of is
 * on record once the server has the mail: an outage delays mails and makes no more of them.
 * Source: docs/GAPS.md#mail
 */
export class NoticeSender {
  private isBusy = false;

  constructor(private readonly context: NoticeContext) {}

  /** Looks at everyone who may be sent a mail now. @throws for a server that takes no mail; the next look tries again */
  async look(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      let after: string | undefined = '';
      while (after !== undefined) after = await this.lookAtPage(after);
    } finally {
      this.isBusy = false;
    }
  }

  private async lookAtPage(after: string): Promise<string | undefined> {
    const readers = await listNoticeReaders(this.context.database, { after, limit: PAGE });
    for (const reader of readers) await this.lookAt(reader);
    return readers.at(-1)?.userId;
  }

  private async lookAt(reader: NoticeReader): Promise<void> {
    const { database } = this.context;
    const groups = await readGroups(database, reader);
    const { isNews, stillTold, all } = decideNotice(groups, reader.told);
    if (!isNews) return keepTold(database, reader, stillTold);
    const lease = await takeNoticeLease(database, reader.userId, LEASE_SECONDS);
    if (lease === null) return;
    const end = (outcome: NoticeOutcome): Promise<void> => endNoticeLease(database, lease, outcome, all);
    try {
      await this.send(reader, groups, all);
    } catch (fault) {
      await end(fault instanceof AddressRefused ? (fault.isForGood ? 'refused' : 'put_off') : 'away');
      if (!(fault instanceof AddressRefused)) throw fault;
      this.context.log.warn({ userId: reader.userId, isForGood: fault.isForGood }, fault.message);
      return;
    }
    await end('sent');
  }

  private async send(reader: NoticeReader, groups: readonly WaitingGroup[], all: readonly string[]): Promise<void> {
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
      headers: {
        'List-Unsubscribe': `<${offUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'Auto-Submitted': 'auto-generated',
      },
    });
  }
}
