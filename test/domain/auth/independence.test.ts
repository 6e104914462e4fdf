import { commandActor } from '../../../cli/actor';
import {
  dependenceOf,
  earlierMembers,
  MADE_BY_PROVIDER,
  memberDependence,
  partyOf,
} from '../../../domain/auth/independence';
import { OPERATOR_ROLES } from '../../../domain/auth/operator-roles';

/** Two operators and their keys; `root` made the logins and keys of those who are independent. */
const made = (by: string | null, key: string | null = by, hours = 48) => ({
  ...{ invitedBy: by, invitedHours: hours, loginMadeBy: by },
  keys: { key_1: key },
});
const command = (named: string | null) =>
  commandActor(
    { uid: 0, name: 'root', host: 'h', sudoUser: undefined, loginUid: null },
    named === null ? null : { personId: named, roles: OPERATOR_ROLES },
  );
const login = (personId: string | null, isIdentified = true) => ({ id: `user:${personId}`, personId, isIdentified });
const key = (personId: string) => ({ id: 'operator:key_1', personId, isIdentified: true });

const FIRSTS = {
  'a command': command(null),
  'a command --as the person': command('usr_1'),
  'a login': login('usr_1'),
  'a key': key('usr_1'),
};
/** What is known of the first and of the second, what the second acts with, and why it is refused after each kind of first. */
const MATRIX: [
  string,
  ReturnType<typeof made>,
  ReturnType<typeof made>,
  ReturnType<typeof login>,
  (string | null)[],
][] = [
  ['a login', made('root'), made('root'), login('usr_2'), [null, null, null]],
  ['a key', made('root'), made('root'), key('usr_2'), [null, null, null]],
  ['a command', made('root'), made('root'), command(null), ['unidentified', 'unidentified', 'unidentified']],
  ['a command --as', made('root'), made('root'), command('usr_2'), ['unidentified', 'unidentified', 'unidentified']],
  [
    'no second factor',
    made('root'),
    made('root'),
    login('usr_2', false),
    ['unidentified', 'unidentified', 'unidentified'],
  ],
  ['the first', made('root'), made('root'), login('usr_1'), ['same', 'same', 'same']],
  [
    'a login the first made',
    made('root'),
    made('usr_1'),
    login('usr_2'),
    ['made_by_first', 'made_by_first', 'made_by_first'],
  ],
  [
    'a key the first made',
    made('root'),
    made('root', 'usr_1'),
    key('usr_2'),
    ['made_by_first', 'made_by_first', 'made_by_first'],
  ],
  [
    'a person the first invited a day ago',
    made('root'),
    { ...made('root'), invitedBy: 'usr_1', invitedHours: 23.9 },
    login('usr_2'),
    ['made_by_first', 'made_by_first', 'made_by_first'],
  ],
  [
    'a person the first invited earlier',
    made('root'),
    { ...made('root'), invitedBy: 'usr_1', invitedHours: 24 },
    login('usr_2'),
    [null, null, null],
  ],
  [
    'who made the login of the first',
    made('usr_2'),
    made('root'),
    login('usr_2'),
    ['made_first', 'made_first', 'made_first'],
  ],
  ['who made the key of the first', made('root', 'usr_2'), made('root'), login('usr_2'), [null, null, 'made_first']],
  ['a login of the same unknown typist', made(null), made(null), login('usr_2'), [null, null, null]],
  ['a key of the same unknown typist', made('root', null), made('root', null), key('usr_2'), [null, null, null]],
  ['a typist’s login beside one that is not', made('root'), made(null), login('usr_2'), [null, null, null]],
];

/** Source: docs/GAPS.md#A5 */
describe('the second person', () => {
  it.each(MATRIX)(
    'by %s is judged alike after every first',
    (_name, first, second, actor, [named, person, withKey]) => {
      const makersOf = new Map([
        ['usr_1', first],
        ['usr_2', second],
      ]);
      const judged = Object.values(FIRSTS).map((one) =>
        dependenceOf(partyOf(one, makersOf), { ...partyOf(actor, makersOf), isIdentified: actor.isIdentified }),
      );
      const unknown = actor.isIdentified ? 'unknown_first' : 'unidentified';
      expect(judged).toEqual([unknown, named, person, withKey]);
    },
  );
});

describe('a member of an account', () => {
  const after = (creator: string | null, approvedBy: string[], second = 'usr_2', makers = made(null)) =>
    memberDependence(
      earlierMembers(creator, approvedBy),
      login(second),
      new Map([
        [second, makers],
        ['usr_3', made('usr_4')],
      ]),
    );

  it.each([
    ['after another, whose login a command made, too', after('usr_1', []), null],
    ['after the same', after('usr_2', []), 'same'],
    ['whom the creator invited', after('usr_1', [], 'usr_2', made('usr_1')), 'made_by_first'],
    ['whom an approver invited', after('usr_1', ['usr_5'], 'usr_2', made('usr_5')), 'made_by_first'],
    ['who invited the creator', after('usr_3', [], 'usr_4'), null],
    ['who invited an approver, where the creator is not known', after(null, ['usr_3'], 'usr_4'), 'made_first'],
    ['after a key without a maker', after(null, []), null],
  ])('%s', (_name, found, expected) => {
    expect(found).toBe(expected);
  });

  it('is none with a key that belongs to none', () => {
    expect(memberDependence(earlierMembers('usr_1', []), { id: 'key:key_1', personId: null }, new Map())).toBe(
      'unidentified',
    );
  });
});

/** Source: docs/GAPS.md#A6 */
describe('a member whom groups of the identity provider made', () => {
  const PEOPLE = new Map([
    ['usr_1', made('root')],
    ['usr_2', made('root')],
    ['usr_made', made(MADE_BY_PROVIDER)],
    ['usr_vouched', { ...made(MADE_BY_PROVIDER), loginMadeBy: 'usr_operator' }],
    ['usr_invited', made('usr_made')],
    ['usr_loop', made('usr_loop_2')],
    ['usr_loop_2', made('usr_loop')],
    ['usr_new', { ...made(MADE_BY_PROVIDER, null, 23), loginMadeBy: 'usr_operator' }],
  ]);
  const judge = (creator: string | null, approvedBy: string[], member: string) =>
    memberDependence(earlierMembers(creator, approvedBy), { id: `user:${member}`, personId: member }, PEOPLE);

  it('approves nothing, the first approval of what nobody is known to have made included', () => {
    expect(judge('usr_1', [], 'usr_made')).toBe('made_by_provider');
    expect(judge(null, [], 'usr_made')).toBe('made_by_provider');
  });

  it('makes nothing that anybody approves, since another member may manage the groups', () => {
    expect(judge('usr_made', [], 'usr_1')).toBe('made_by_provider');
    expect(judge('usr_1', ['usr_made'], 'usr_2')).toBe('made_by_provider');
    expect(judge('usr_made', [], 'usr_made')).toBe('same');
  });

  it('makes nobody else who approves, or whose payments anybody approves', () => {
    expect(judge('usr_1', [], 'usr_invited')).toBe('made_by_provider');
    expect(judge('usr_invited', [], 'usr_1')).toBe('made_by_provider');
    expect(judge('usr_1', [], 'usr_loop')).toBeNull();
  });

  it('is another person once an operator has vouched, a day after it was made', () => {
    expect([judge('usr_1', [], 'usr_vouched'), judge('usr_vouched', [], 'usr_1')]).toEqual([null, null]);
    expect(judge('usr_1', [], 'usr_new')).toBe('made_by_provider');
  });
});
