import { useWords, type Words } from './words/use-words';

/** What acts of operators and of people of partners have done; their pages are in English. */
const NOTICES_IN_ENGLISH = {
  'flag-cleared': 'Flag cleared.',
  'file-retried': 'The file will be read again within seconds.',
  'case-closed': 'Case closed.',
  'lock-out-lifted': 'Lock-out lifted.',
  'clearance-ended': 'Clearance revoked.',
  proposed: 'Proposal recorded. It is carried out once another operator confirms it within 24 hours.',
  'proposal-confirmed': 'Proposal confirmed.',
  'proposal-rejected': 'Proposal rejected.',
  'partner-changed': 'Partner changed. The change takes effect within a second.',
  'partner-enabled': 'Partner enabled.',
  'partner-disabled': 'Partner disabled.',
  'route-created': 'Route added.',
  'route-changed': 'Route changed for new payments. The change takes effect within a second.',
  'route-enabled': 'Route enabled.',
  'route-disabled': 'Route disabled.',
  'person-enabled': 'Person enabled.',
  'person-disabled': 'Person disabled and signed out everywhere.',
  'earlier-keys-ended': 'Earlier keys revoked.',
  'earlier-secrets-ended': 'Earlier signing secrets revoked.',
  'calendar-changed': 'Calendar saved. It takes effect within a second; payments not yet at a partner are dated again.',
  'bulk-prepared': 'Bulk decision prepared. It decides nothing until you start it.',
  'bulk-started': 'Bulk decision started.',
  'bulk-stopped': 'Bulk decision stopped.',
  'statement-recorded': 'Statement recorded.',
  'decision-recorded': 'Decision recorded. The payment is being processed.',
  'release-proposed': 'Proposal recorded. The payment stays held until another operator confirms.',
  'question-asked': 'Question sent to the client. The payment stays held.',
  'payment-taken': 'Payment assigned to you.',
  'payment-given-back': 'Payment given back.',
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
  return typeof text === 'function' ? text({ count: Number(count) }) : text;
}
