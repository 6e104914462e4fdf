/** In the order in which they are looked for: one name is part of another's. */
const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/**
 * What a person knows a login by, such as `Firefox on Linux`. Nothing more of what the browser says of itself is kept.
 * @param userAgent of the request; may be empty
 */
export function deviceOf(userAgent: string): string {
  const named = (list: readonly [mark: RegExp, name: string][]): string | undefined =>
    list.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = named(BROWSERS) ?? 'Another program';
  const system = named(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
