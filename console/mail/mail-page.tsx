import type { VNode } from 'preact';
import type { NoticeSetting } from '../../db/auth/notice-settings';
import { NOTICE_FREQUENCIES } from '../../domain/auth/notices';
import { Form, Moment, Notice, Select } from '../parts';
import { useWords } from '../words/use-words';

/** Where a person chooses notices by e-mail. */
export const MAIL = '/console/security/mail';

/** @param parts `isSent`: whether the installation sends mail */
export function Mail(parts: { setting: NoticeSetting; email: string; isSent: boolean; formToken: string }): VNode {
  const { setting, email, isSent, formToken } = parts;
  const { frequency, sentAt, refusedAt, endedByLinkAt } = setting;
  const { mail } = useWords();
  return (
    <div class="narrow">
      <p>{mail.means}</p>
      {!isSent && <Notice tone="wait">{mail.unavailable}</Notice>}
      {refusedAt !== null && (
        <Notice tone="bad">{mail.refused({ address: email, at: <Moment at={refusedAt} /> })}</Notice>
      )}
      {endedByLinkAt !== null && <Notice tone="wait">{mail.endedByLink({ at: <Moment at={endedByLinkAt} /> })}</Notice>}
      <Form action={MAIL} formToken={formToken}>
        <Select
          name="frequency"
          label={mail.frequency}
          value={frequency}
          options={NOTICE_FREQUENCIES.map((one) => [one, mail.frequencies[one]] as const)}
        />
        <button>{mail.save}</button>
      </Form>
      {sentAt !== null && <p class="hint">{mail.lastSent({ at: <Moment at={sentAt} /> })}</p>}
    </div>
  );
}

/** The page behind the link of a mail; what looks at links only reads it. */
export function MailOff({ isOff, action, formToken }: { isOff: boolean; action: string; formToken: string }): VNode {
  const { mail } = useWords();
  return (
    <Form action={isOff ? `${action}/on` : action} formToken={formToken}>
      <p>{isOff ? mail.isOffMeans : mail.turnOffMeans}</p>
      <button>{isOff ? mail.turnOn : mail.turnOff}</button>
    </Form>
  );
}
