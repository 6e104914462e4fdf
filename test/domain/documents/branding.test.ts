import { Accent, BrandingRequest, contrastWithWhite, MAX_LOGO_BYTES } from '../../../domain/documents/branding';

const codes = (result: { error?: { issues: { code: string; params?: unknown }[] } | undefined }) =>
  (result.error?.issues ?? []).map((issue) => issue.code);

describe('the contrast of a colour with white', () => {
  // Figures of the WebAIM contrast checker.
  it.each([
    ['#000000', 21],
    ['#ffffff', 1],
    ['#777777', 4.48],
    ['#ff0000', 4],
    ['#00ff00', 1.37],
    ['#0000ff', 8.59],
    ['#0a0a0a', 19.8],
  ])('of %s is %d', (colour, expected) => {
    expect(contrastWithWhite(colour)).toBeCloseTo(expected, 1);
  });
});

describe('a colour of titles', () => {
  it('is kept in small letters', () => expect(Accent.parse('#7A1F2B')).toBe('#7a1f2b'));

  it('has a contrast of 4.5 at least', () => {
    expect(Accent.safeParse('#767676').success).toBe(true);
    const pale = Accent.safeParse('#777777');
    expect(pale.error?.issues).toMatchObject([{ params: { code: 'contrast' } }]);
  });

  it.each(['7a1f2b', '#7a1f2', '#7a1f2bb', 'red', '#ffffgg'])('is not "%s", and that is the one fault', (text) => {
    expect(codes(Accent.safeParse(text))).toEqual(['invalid_format']);
  });
});

describe('a logo', () => {
  const logo = (bytes: number, mediaType = 'image/png') =>
    BrandingRequest.safeParse({ logo: { mediaType, data: Buffer.alloc(bytes).toString('base64') } });

  it('is a PNG or an SVG of 64 KiB at most', () => {
    expect([logo(MAX_LOGO_BYTES).success, logo(10, 'image/svg+xml').success]).toEqual([true, true]);
    expect([logo(MAX_LOGO_BYTES + 3).success, logo(0).success, logo(10, 'image/jpeg').success]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('may be absent, as may the colour', () => expect(BrandingRequest.parse({ logo: null })).toEqual({}));
});
