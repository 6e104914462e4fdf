import { known } from '../../../../../domain/payments/dispatch/description/noted';

it('leaves out what is not known, and nothing else', () => {
  expect(known({ a: null, b: undefined, c: 0, d: '' })).toEqual({ c: 0, d: '' });
});
