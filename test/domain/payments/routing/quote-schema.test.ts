import { PreviewQuery } from '../../../../domain/payments/routing/quote-schema';

const hold = (text?: string) => PreviewQuery.safeParse({ hold_for: text });

describe('the seconds of a quote', () => {
  it.each(['1', '900'])('may be %s', (text) => expect(hold(text).data).toEqual({ hold_for: Number(text) }));
  it('may be absent', () => expect(hold().data).toEqual({ hold_for: undefined }));
  it.each(['0', '901', '1.5', '-1', '9000', 'x1', '1x', ''])('are not "%s"', (text) => {
    expect(hold(text).error?.issues).toMatchObject([
      { message: 'must be a whole number of seconds from 1 to 900', params: { code: 'range' } },
    ]);
  });
});
