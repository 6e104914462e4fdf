import { BANK_PROFILES, type BankRule, type ProfileName } from '../../facts/bank-profiles';
import { factAt, type Facts } from '../../facts';
import { localTime } from '../routing/dates';

/** Rules of a bank by the name of their member. */
export type ProfileMembers = Readonly<Record<string, BankRule | null>>;

/** What a partner's settings say of its bank. */
export interface ProfileSettings {
  profile: ProfileName;
  /** Members that differ from the profile's; null takes one away. */
  profileMembers?: ProfileMembers | undefined;
}

/** A rule of a kind that is in force, with the name of its member and where it comes from. */
export type NamedRule = BankRule & { member: string; from: ProfileName | 'every' | 'settings' };

/** The rules of a bank on one day. */
export interface BankProfile {
  name: ProfileName;
  rules: readonly NamedRule[];
}

/** Members that each profile has unless it says otherwise. */
const EVERY = 'every' as const;

/** The rules of a profile on a day by member: those of every bank, overridden by its own. */
function membersOn(facts: Facts<BankRule>, name: ProfileName, day: string): Map<string, NamedRule> {
  const members = new Map<string, NamedRule>();
  for (const owner of [EVERY, name]) {
    for (const { key } of facts.facts) {
      const [profile, member = ''] = key.split('/');
      const value = profile === owner ? factAt(facts, key, day)?.value : undefined;
      if (value !== undefined && value !== null) members.set(member, { ...value, member, from: owner });
    }
  }
  return members;
}

/** @returns the rule of a kind; null where the profile has none */
export function ruleOf<Kind extends BankRule['kind']>(
  { rules }: BankProfile,
  kind: Kind,
): Extract<NamedRule, { kind: Kind }> | null {
  const isOf = (rule: NamedRule): rule is Extract<NamedRule, { kind: Kind }> => rule.kind === kind;
  return rules.find(isOf) ?? null;
}

function zoneOrUtc(members: ReadonlyMap<string, BankRule>): string {
  const zone = members.get('zone');
  return zone?.kind === 'zone' ? zone.zone : 'UTC';
}

/**
 * Makes a reader of a bank's rules. A rule begins and ends at midnight of the bank's zone.
 * @returns a function from a moment to the rules; it caches the newest day
 * Source: docs/GAPS.md#P23
 */
export function profileReader(
  { profile, profileMembers = {} }: ProfileSettings,
  facts: Facts<BankRule> = BANK_PROFILES,
): (at: Date) => BankProfile {
  const membersOnDay = (day: string): Map<string, NamedRule> => {
    const members = membersOn(facts, profile, day);
    for (const [member, rule] of Object.entries(profileMembers)) {
      if (rule === null) members.delete(member);
      else members.set(member, { ...rule, member, from: 'settings' });
    }
    return members;
  };
  let newest: { day: string; read: BankProfile } | null = null;
  return (at) => {
    const day = localTime(at, zoneOrUtc(membersOnDay(at.toISOString().slice(0, 10)))).date;
    if (newest?.day !== day) {
      newest = { day, read: { name: profile, rules: [...membersOnDay(day).values()] } };
    }
    return newest.read;
  };
}
