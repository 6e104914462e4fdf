import { httpSettings } from '../../../../../domain/payments/dispatch/adapters/http';

const read = (url: unknown, environment: 'test' | 'live' = 'test') => httpSettings.read({ url }, environment);
const codes = (url: unknown, environment: 'test' | 'live' = 'test') => {
  const result = read(url, environment);
  return result.kind === 'faulty' ? result.faults.map(({ field, code }) => `${field} ${code}`) : [];
};

describe('the address of an http partner', () => {
  it('is kept without blanks around it and slashes behind it', () => {
    expect(read(' https://partner.example/api// ')).toEqual({
      kind: 'sound',
      config: { url: 'https://partner.example/api' },
    });
  });

  it('is https on the live side', () => {
    expect(codes('http://partner.example')).toEqual([]);
    expect(codes('https://partner.example', 'live')).toEqual([]);
    expect(codes('http://partner.example', 'live')).toEqual(['url https']);
  });

  it.each(['ftp://partner.example', 'partner.example', 'https://', 'see https://partner.example', 7, undefined])(
    'is not %s',
    (url) => expect(codes(url)).toEqual(['url url']),
  );

  it.each(['?a=1', '#a'])('has nothing behind its path, as in %s', (rest) => {
    expect(codes(`https://partner.example/${rest}`)).toEqual(['url url_parts']);
  });

  it.each(['user@', ':word@'])('names nobody, as in %s', (who) => {
    expect(codes(`https://${who}partner.example`)).toEqual(['url url_parts']);
  });

  it('has at most 2,000 characters', () => {
    const url = (length: number) => 'https://partner.example/'.padEnd(length, 'a');
    expect([codes(url(2_000)), codes(url(2_001))]).toEqual([[], ['url url']]);
  });

  it('is named with all that is wrong', () => {
    expect(codes('http://partner.example/?a=1', 'live')).toEqual(['url https', 'url url_parts']);
  });
});
