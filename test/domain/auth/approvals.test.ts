import { approvalsInForce, confirmationRefusal, decidedByOne, changedMembers } from '../../../domain/auth/approvals';
import { OPERATOR_ROLES } from '../../../domain/auth/operator-roles';

const ann = {
  id: 'operator:key_1',
  requestId: 'req_1',
  personId: 'usr_ann',
  roles: OPERATOR_ROLES,
  isIdentified: true,
};
const bob = { personId: 'usr_bob', holders: [] };
const known = (loginMadeBy: string | null) => ({ invitedBy: loginMadeBy, invitedHours: 48, loginMadeBy, keys: {} });
const makersOf = new Map([['usr_ann', known(null)]]);
const proposal = { first: bob, role: 'administration' as const, makersOf };

it('another, identified person with the role confirms', () => {
  expect(confirmationRefusal(proposal, ann)).toBeNull();
});

it.each([
  ['without the role', { ...ann, roles: ['operations' as const] }, /lacks the role administration/],
  [
    'without a second factor',
    { ...ann, isIdentified: false },
    /a login without a second factor cannot.*: another operator/,
  ],
  ['a command', { ...ann, personId: null, isIdentified: false }, /A command.*cannot be the second person/],
  ['who proposed it', { ...ann, personId: 'usr_bob' }, /with any key or login: another operator/],
])('nobody confirms %s', (_name, actor, message) => {
  const refusal = confirmationRefusal(proposal, actor);
  expect([refusal?.status, refusal?.message]).toEqual([403, expect.stringMatching(message)]);
});

it('settings that one person decides are named', () => {
  expect(decidedByOne({ 'live-network': 'one', 'release-approvals': 'two' })).toEqual(['live-network']);
  expect(decidedByOne({ 'live-network': 'two', 'release-approvals': 'two' })).toEqual([]);
});

it('what has changed since is named with both values', () => {
  expect(changedMembers({ url: 'a', same: [1] }, { url: 'b', same: [1], more: true })).toEqual([
    { field: 'url', code: 'changed', message: 'was "a" when it was proposed, and is "b"' },
    { field: 'more', code: 'changed', message: 'was null when it was proposed, and is true' },
  ]);
});

it('where nothing is set, two decide from the moment two operators with the role are independent', () => {
  const nothing = { 'live-network': null, 'release-approvals': null };
  const operator = (id: string, loginMadeBy: string | null) => ({ id, roles: OPERATOR_ROLES, ...known(loginMadeBy) });
  const [first, second] = [operator('usr_1', null), operator('usr_2', 'usr_1')];
  const both = (count: 'one' | 'two') => ({ 'live-network': count, 'release-approvals': count });
  expect(approvalsInForce(nothing, [])).toEqual(both('one'));
  expect(approvalsInForce(nothing, [first, operator('usr_typed', null)])).toEqual(both('one'));
  expect(approvalsInForce(nothing, [first, second])).toEqual(both('one'));
  const third = operator('usr_3', 'usr_2');
  expect(approvalsInForce(nothing, [first, second, third])).toEqual(both('two'));
  const officer = { ...third, roles: ['compliance' as const] };
  expect(approvalsInForce(nothing, [first, officer])).toEqual({ ...both('one'), 'release-approvals': 'two' });
  expect(approvalsInForce(both('one'), [first, second, third])).toEqual(both('one'));
});
