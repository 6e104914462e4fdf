import { confirmationRefusal, decidedByOne, differences } from '../../../domain/auth/approvals';
import { OPERATOR_ROLES } from '../../../domain/auth/operator-roles';

const ann = {
  id: 'operator:key_1',
  requestId: 'req_1',
  personId: 'usr_ann',
  roles: OPERATOR_ROLES,
  isIdentified: true,
};
const proposal = { proposedPerson: 'usr_bob', role: 'administration' as const };

it('another, identified person with the role confirms', () => {
  expect(confirmationRefusal(proposal, ann)).toBeNull();
  expect(confirmationRefusal({ ...proposal, proposedPerson: null }, ann)).toBeNull();
});

it.each([
  ['without the role', { ...ann, roles: ['operations' as const] }, /lacks the role administration/],
  ['without a second factor', { ...ann, isIdentified: false }, /A login without a second factor cannot/],
  ['a command', { ...ann, personId: null, isIdentified: false }, /A command cannot be the second person/],
  ['who proposed it', { ...ann, personId: 'usr_bob' }, /The proposer cannot confirm/],
])('nobody confirms %s', (_name, actor, message) => {
  const refusal = confirmationRefusal(proposal, actor);
  expect([refusal?.status, refusal?.message]).toEqual([403, expect.stringMatching(message)]);
});

it('settings that one person decides are named', () => {
  expect(decidedByOne({ 'live-network': 'one', 'release-approvals': 'two' })).toEqual(['live-network']);
  expect(decidedByOne({ 'live-network': 'two', 'release-approvals': 'two' })).toEqual([]);
});

it('what has changed since is named with both values', () => {
  expect(differences({ url: 'a', same: [1] }, { url: 'b', same: [1], more: true })).toEqual([
    { field: 'url', code: 'changed', message: 'was "a" when it was proposed, and is "b"' },
    { field: 'more', code: 'changed', message: 'was null when it was proposed, and is true' },
  ]);
});
