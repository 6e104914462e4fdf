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
 * A short name by which a person recognises a login, such as `Firefox on Linux`. The rest of the user agent is not
 * stored.
 * @param userAgent of the request; may be empty
 */
export function deviceOf(userAgent: string): string {
  const named = (list: readonly [mark: RegExp, name: string][]): string | undefined =>
    list.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = named(BROWSERS) ?? 'Another program';
  const system = named(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
