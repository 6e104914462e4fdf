import { keyActor, userActor, userOfActor } from '../../../domain/auth/actor';
import type { ClientPrincipal, OperatorPrincipal } from '../../../domain/auth/principal';

const requestId = 'req_1';
const client: ClientPrincipal = {
  kind: 'client',
  keyId: 'key_1',
  tenant: { accountId: 'acc_1', environment: 'test' },
  scopes: [],
  plan: 'starter',
  customLimits: {},
  endpointLimits: true,
  customEndpointLimits: {},
  isStrict: false,
};
const operator: OperatorPrincipal = { kind: 'operator', keyId: 'key_2', label: 'On call' };

it('a key acts for its account, or for the service', () => {
  expect(keyActor({ principal: client, requestId })).toEqual({ id: 'key:key_1', requestId });
  expect(keyActor({ principal: operator, requestId })).toEqual({ id: 'operator:key_2', requestId });
});

it('a person is known by the id again, and a key is none', () => {
  const { id } = userActor('usr_1', requestId);
  expect(id).toBe('user:usr_1');
  expect([id, 'key:key_1', 'corridor'].map(userOfActor)).toEqual(['usr_1', null, null]);
});
