import { sandboxSettings } from '../../../../../domain/payments/dispatch/adapters/sandbox';

it('the sandbox is a partner of the test side alone', () => {
  expect(sandboxSettings.read({}, 'test')).toEqual({ kind: 'sound', config: {} });
  expect(sandboxSettings.read({}, 'live')).toMatchObject({
    kind: 'faulty',
    faults: [{ field: 'environment', code: 'test_only' }],
  });
});
