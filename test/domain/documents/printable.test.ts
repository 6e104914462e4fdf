import { findTextFault } from '../../../domain/documents/printable';

describe('printable text', () => {
  it.each(['Đà Nẵng — 15 €', '深圳市', 'شركة', 'カタカナ', 'Ελλάδα', 'Київ', '📦', 'line\nbreak', 'می‌خواهم'])(
    'takes %s',
    (text) => {
      expect(findTextFault(text)).toBeNull();
    },
  );
  it.each([
    ['\u202e', 'invisible'],
    ['\u2066', 'invisible'],
    ['\u200b', 'invisible'],
    ['\ufeff', 'invisible'],
    ['\u00ad', 'invisible'],
    ['\u0007', 'control'],
    ['\u0e01', 'unprintable'],
    ['\ue000', 'unprintable'],
    ['\u{10ffff}', 'unprintable'],
  ])('refuses %j', (text, code) => {
    expect(findTextFault(`a${text}b`)?.code).toBe(code);
  });
});
