import { DomainError } from '../errors';

/** Stands for every command that named no person by `--as`: nothing tells one who types from another. */
const A_COMMAND = 'command';

/** Stands for the identity provider whose groups made a user: who manages it may be any person. Source: docs/GAPS.md#A6 */
export const MADE_BY_PROVIDER = 'provider';

/** For so long a person does not count beside who invited them, whoever made the login since. Source: docs/GAPS.md#A5 */
const INVITED_HOURS = 24;

/** Who made the login and the keys of a user, by ids of users; null for a command that named no person. */
export interface Makers {
  invitedBy: string | null;
  /** Hours since the invitation, by Postgres' clock. */
  invitedHours: number;
  /** Who was last shown a link to the password, or gave it. */
  loginMadeBy: string | null;
  /** By the id of the key. */
  keys: Readonly<Record<string, string | null>>;
}

/** What is known of users, by their ids. */
export type MakersOf = ReadonlyMap<string, Makers>;

/** One of two people who act. */
export interface Party {
  /** Id of the user; null where it is not known who acts. */
  personId: string | null;
  /** Who else can have the login or the key that was used. */
  holders: readonly string[];
}

const KEY = /^(?:key|operator):(key_[0-9a-z]+)$/;

/** Who acts; `id` as the audit log names them, from which the key follows that was used. */
interface Actor {
  id: string;
  personId: string | null;
}

/** The person who acts, with everyone else who can have the login or the key that was used. */
export function partyOf({ id, personId }: Actor, makersOf: MakersOf): Party {
  const makers = makersOf.get(personId ?? '');
  if (makers === undefined) return { personId, holders: [A_COMMAND] };
  const { invitedBy, invitedHours, loginMadeBy, keys } = makers;
  const keyId = KEY.exec(id)?.[1];
  const all = [
    loginMadeBy,
    ...(invitedHours < INVITED_HOURS ? [invitedBy] : []),
    ...(keyId === undefined ? [] : [keys[keyId] ?? null]),
  ];
  return { personId, holders: all.map((maker) => maker ?? A_COMMAND).filter((maker) => maker !== personId) };
}

/** Why a person cannot be the second one beside the first. */
export type Dependence =
  'unidentified' | 'unknown_first' | 'same' | 'made_by_provider' | 'made_by_first' | 'made_first';

/**
 * How the second person depends on the first, or null if they are independent. Every act of two people is judged by
 * it.
 * @param second `isIdentified`: whether it is proven who acts
 * Source: docs/GAPS.md#A5
 */
export function dependenceOf(first: Party, second: Party & { isIdentified: boolean }): Dependence | null {
  if (second.personId === null || !second.isIdentified) return 'unidentified';
  if (first.personId === null) return 'unknown_first';
  if (first.personId === second.personId) return 'same';
  if (second.holders.includes(first.personId)) return 'made_by_first';
  return first.holders.includes(second.personId) ? 'made_first' : null;
}

/** @returns whether commands that named no person made the logins, or keys, of both: one person may have typed them */
export function areOfOneTypist(one: Party, other: Party): boolean {
  return [one, other].every(({ holders }) => holders.includes(A_COMMAND));
}

/** A member of an account who decides. Commands are typed by operators, who are no members. */
function memberOf(actor: Actor, makersOf: MakersOf): Party {
  const { personId, holders } = partyOf(actor, makersOf);
  return { personId, holders: holders.filter((holder) => holder !== A_COMMAND) };
}

/**
 * Whether groups of the provider made a person's login, or the login of anyone who made that one: whoever manages the
 * groups may act under any such name.
 * @param seen people already visited
 */
function isMadeByProvider(personId: string | null, makersOf: MakersOf, seen: readonly string[] = []): boolean {
  const { holders } = memberOf({ id: `user:${personId ?? ''}`, personId }, makersOf);
  return holders.some(
    (holder) =>
      holder === MADE_BY_PROVIDER || (!seen.includes(holder) && isMadeByProvider(holder, makersOf, [...seen, holder])),
  );
}

/** Those who acted before a member of an account, by their ids; null for one who is not known. */
interface EarlierMembers {
  firsts: readonly (string | null)[];
  /**
   * Whether none of the earlier ones may have invited another, either: where it is not known who made a payment, one of
   * those who approve may be that person. Otherwise an owner may approve what an invited person pays.
   */
  areApart: boolean;
}

/** @returns who decides about a payment or a batch before the next member: its creator, if known, and who approved it */
export function earlierMembers(creator: string | null, approvedBy: readonly string[]): EarlierMembers {
  return { firsts: [...(creator === null ? [] : [creator]), ...approvedBy], areApart: creator === null };
}

/**
 * Why a member of an account may not confirm or approve what others did, or null if they may.
 * @param actor `personId`: null for a key that belongs to no member
 * Source: docs/GAPS.md#A5, docs/GAPS.md#P16, docs/GAPS.md#P17
 */
export function memberDependence(
  { firsts, areApart }: EarlierMembers,
  actor: Actor,
  makersOf: MakersOf,
): Dependence | null {
  if (actor.personId === null) return 'unidentified';
  if (firsts.includes(actor.personId)) return 'same';
  if ([actor.personId, ...firsts].some((personId) => isMadeByProvider(personId, makersOf))) return 'made_by_provider';
  const second = { ...memberOf(actor, makersOf), isIdentified: true };
  for (const personId of firsts) {
    const first = areApart ? memberOf({ id: `user:${personId}`, personId }, makersOf) : { personId, holders: [] };
    const dependence = dependenceOf(first, second);
    if (dependence !== null) return dependence;
  }
  return null;
}

const REFUSALS: Readonly<Record<Dependence, string>> = {
  unidentified: 'A command, a key of no member and a login without a second factor cannot be the second person',
  unknown_first: 'It is not known who acted first, so the second person may be the same one',
  made_by_provider:
    'Groups of the identity provider made the login of one of these people, and who manages the groups may be the other; an operator can vouch for the login, and it counts 24 hours after it was made',
  same: 'Who acted first cannot be the second person, with any key or login',
  made_by_first:
    'The first person invited the second one, or was shown a link to the password, the password or the key',
  made_first: 'The second person invited the first one, or was shown a link to the password, the password or the key',
};

/**
 * @param who can be the second one, as the end of the sentence
 * @returns the refusal of a second person
 */
export function dependenceRefusal(dependence: Dependence, who: string): DomainError {
  return new DomainError('FORBIDDEN', `${REFUSALS[dependence]}: ${who}.`);
}
