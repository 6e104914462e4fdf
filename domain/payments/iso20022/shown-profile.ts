import type { BankRule } from '../../facts/bank-profiles';
import { profileReader, type NamedRule, type ProfileSettings } from './bank-profile';

/** One rule of a bank, as a person reads it. */
export interface ShownRule extends Pick<NamedRule, 'member' | 'from'> {
  /** As the predicate of a sentence about the bank or the message, in English. */
  says: string;
}

/** The effect of a rule as the predicate of a sentence about the bank or the message. */
export function ruleText(rule: BankRule): string {
  switch (rule.kind) {
    case 'omit':
      return `leaves out ${rule.elements.join(', ')}`;
    case 'cut':
      return `shortens ${Object.entries(rule.lengths)
        .map(([element, length]) => `${element} to ${length}`)
        .join(', ')}`;
    case 'characters':
      return `takes ${rule.allowed} in ${rule.elements.join(', ')}; ${rule.convert ? 'others are converted' : 'others break it'}`;
    case 'address':
      return `takes addresses with ${rule.needs.join(' and ')} and at most ${rule.lines} AdrLine; leaves out others`;
    case 'flatten':
      return `merges remittance whose reference has no type into ${rule.length} characters of Ustrd`;
    case 'envelope':
      return `puts messages into ${rule.root} with ${rule.header} for ${rule.service}`;
    case 'pattern':
      return `takes ${rule.elements.join(', ')} in the form ${rule.pattern}`;
    case 'values':
      return `takes ${rule.values.join(' or ')} in ${rule.elements.join(', ')}`;
    case 'refuse':
      return `refuses ${rule.elements.join(', ')}`;
    case 'require':
      return `refuses orders without ${rule.elements.join(', ')}`;
    case 'qr':
      return 'takes a QR reference with a QR-IBAN, and with no other account';
    case 'cancellation':
      return `cancels a pain.001 by ${rule['pain.001']}, a pacs.008 by ${rule['pacs.008']}`;
    case 'zone':
      return `begins and ends days in ${rule.zone}`;
  }
}

/**
 * The rules of a bank in force at a moment, those of the partner's settings first, and the members that the settings
 * remove.
 * Source: docs/GAPS.md#P23
 */
export function shownProfile(settings: ProfileSettings, at: Date): ShownRule[] {
  const removed = Object.entries(settings.profileMembers ?? {})
    .filter(([, rule]) => rule === null)
    .map(([member]): ShownRule => ({ member, from: 'settings', says: 'is taken away' }));
  const { rules } = profileReader(settings)(at);
  const shown = rules.map((rule): ShownRule => ({ member: rule.member, from: rule.from, says: ruleText(rule) }));
  const isOwn = ({ from }: ShownRule): boolean => from === 'settings';
  return [...removed, ...shown.filter(isOwn), ...shown.filter((rule) => !isOwn(rule))];
}
