import { useWords, type Words } from './words/use-words';

/** What acts of operators and of people of partners have done; their pages are in English. */
const NOTICES_IN_ENGLISH = {
  'flag-cleared': 'The flag is cleared.',
  'case-closed': 'The case is closed.',
  'lock-out-lifted': 'The lock-out is lifted.',
  'clearance-ended': 'The clearance is revoked.',
  proposed: 'Proposal recorded. It is carried out once another operator confirms it within 24 hours.',
  'proposal-confirmed': 'The proposal is confirmed.',
  'proposal-rejected': 'The proposal is rejected.',
  'partner-changed': 'The partner is changed. It takes effect within a second.',
  'partner-enabled': 'The partner is enabled.',
  'partner-disabled': 'The partner is disabled.',
  'route-created': 'The route is added.',
  'route-changed': 'The route is changed for new payments. It takes effect within a second.',
  'route-enabled': 'The route is enabled.',
  'route-disabled': 'The route is disabled.',
  'person-enabled': 'The person is enabled.',
  'person-disabled': 'The person is disabled and signed out everywhere.',
  'earlier-keys-ended': 'The earlier keys no longer work.',
  'earlier-secrets-ended': 'The earlier signing secrets no longer work.',
  'calendar-changed': 'Saved. It takes effect within a second; payments not yet at a partner are dated again.',
  'bulk-prepared': 'The bulk decision is prepared. It decides nothing until you start it.',
  'bulk-started': 'The bulk decision is started.',
  'bulk-stopped': 'The bulk decision is stopped.',
  'statement-recorded': 'The statement is recorded.',
  'decision-recorded': 'Decision recorded. The payment continues accordingly.',
  'release-proposed': 'Proposal recorded. The payment stays held until another operator confirms.',
  'question-asked': 'The client sees your question; the payment stays held.',
  'payment-taken': 'The payment is assigned to you.',
  'payment-given-back': 'You gave the payment back.',
  'note-added': 'Note added.',
} as const;

export type NoticeName = keyof Words['notices'] | keyof typeof NOTICES_IN_ENGLISH;

/** What an act has done, to be shown once. */
export interface Notice {
  name: NoticeName;
  /** Of what it was done to, where the text says it. */
  count?: number;
}

/** As a cookie carries it: a name, and the count after a dot. */
const WRITTEN = /^([a-z-]{1,40})(?:\.(\d{1,9}))?$/;

/** @returns the notice as the value of a cookie */
export function writeNotice({ name, count }: Notice): string {
  return count === undefined ? name : `${name}.${count}`;
}

/** @returns the text of a notice as a cookie has it, in the reader's language; null where there is no such notice */
export function useNotice(written: string | null): string | null {
  const texts = { ...useWords().notices, ...NOTICES_IN_ENGLISH };
  const [, name = '', count = '0'] = WRITTEN.exec(written ?? '') ?? [];
  const text = new Map(Object.entries(texts)).get(name) ?? null;
  return typeof text === 'function' ? text(Number(count)) : text;
}
