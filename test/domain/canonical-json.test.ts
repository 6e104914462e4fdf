import { canonicalJson } from '../../domain/canonical-json';

describe('the text of RFC 8785', () => {
  it('has sorted members, no spaces and the numbers of ECMAScript', () => {
    expect(canonicalJson({ b: [1e21, 0.5], a: 'é"' })).toBe('{"a":"é\\"","b":[1e+21,0.5]}');
  });

  it('does not exist for what is no JSON', () => {
    expect(() => canonicalJson(undefined)).toThrow('the value has no JSON form');
  });
});
