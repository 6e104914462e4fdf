import { keyActor, operatorOfLogin, userActor, userOfActor } from '../../../domain/auth/actor';
import type { ClientPrincipal, OperatorPrincipal } from '../../../domain/auth/principal';
import type { User } from '../../../domain/auth/users';

const requestId = 'req_1';
const client: ClientPrincipal = {
  kind: 'client',
  keyId: 'key_1',
  memberId: null,
  creatorId: null,
  tenant: { accountId: 'acc_1', environment: 'test' },
  scopes: [],
  plan: 'starter',
  customLimits: {},
  endpointLimits: true,
  customEndpointLimits: {},
  isStrict: false,
};
const operator: OperatorPrincipal = {
  kind: 'operator',
  keyId: 'key_2',
  label: 'On call',
  personId: 'usr_2',
  roles: ['operations'],
};
const person: User = {
  id: 'usr_2',
  email: 'op@example.com',
  name: 'Op',
  role: 'operator',
  accountId: null,
  accountName: null,
  operatorRoles: ['compliance'],
  needsSecondFactor: false,
  refusedBefore: 0,
  language: null,
  partner: null,
  secondFactorAt: null,
};

it('a key acts for its account', () => {
  expect(keyActor(client, requestId)).toEqual({ id: 'key:key_1', requestId });
});

it('a key of an operator acts for its person, whom it identifies', () => {
  expect(keyActor(operator, requestId)).toEqual({
    id: 'operator:key_2',
    requestId,
    personId: 'usr_2',
    roles: ['operations'],
    isIdentified: true,
  });
});

it('nobody acts where a request has no key', () => {
  expect(keyActor(null, requestId)).toBeNull();
});

it('a login identifies its person by a second factor alone', () => {
  const expected = { id: 'user:usr_2', requestId, personId: 'usr_2', roles: ['compliance'] };
  expect(operatorOfLogin(person, requestId)).toEqual({ ...expected, isIdentified: false });
  const proven = { ...person, secondFactorAt: new Date('2026-01-01T00:00:00Z') };
  expect(operatorOfLogin(proven, requestId)).toEqual({ ...expected, isIdentified: true });
});

it('a person is known by the id again, and a key is none', () => {
  const { id } = userActor('usr_1', requestId);
  expect(id).toBe('user:usr_1');
  expect([id, 'key:key_1', 'corridor'].map(userOfActor)).toEqual(['usr_1', null, null]);
});
