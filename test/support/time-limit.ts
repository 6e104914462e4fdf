/**
 * Limits for what never ends, and no measure of speed: other work may share the machine. A rule that needs a minute is
 * broken; a service with its partners, whose answers take up to 15 s, is not.
 */
const LIMITS_MS: readonly (readonly [RegExp, number])[] = [
  [/\/test\/(domain|lib)\//, 20_000],
  [/\.test\.tsx?$/, 120_000],
  [/./, 240_000],
];

const file = expect.getState().testPath ?? '';
const limit = LIMITS_MS.find(([files]) => files.test(file))?.[1];
if (limit !== undefined) jest.setTimeout(limit);
