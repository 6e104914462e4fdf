import { differingMembers } from '../../../../domain/payments/dispatch/test-twin';
import { exampleBank } from '../../../support/descriptions';

/** Source: docs/GAPS.md#P20 */
it('takes a description for the test environment of another one, whatever its address and client are', () => {
  const live = exampleBank('form-oauth');
  const { authentication } = live;
  if (authentication.kind !== 'oauth') throw new Error('the example uses OAuth');
  const test = { ...live, baseUrl: 'https://test.example', authentication: { ...authentication, clientId: 'other' } };
  expect(differingMembers(live, test)).toEqual([]);
  const others = { ...test, cancel: undefined, authentication: { ...authentication, scope: 'other' }, statuses: {} };
  expect(differingMembers(live, others)).toEqual(['authentication', 'cancel', 'statuses']);
});
