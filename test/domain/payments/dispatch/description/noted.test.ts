import { omitUnknown } from '../../../../../domain/payments/dispatch/description/noted';

it('leaves out what is not known, and nothing else', () => {
  expect(omitUnknown({ a: null, b: undefined, c: 0, d: '' })).toEqual({ c: 0, d: '' });
});
