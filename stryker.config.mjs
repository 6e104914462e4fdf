/**
 * Mutation testing of domain/ and api/middleware/ by scripts/mutation/run.mjs. Stryker puts one small fault after another
 * into their code; one that the unit test of its file does not notice has survived.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: ['domain/**/*.ts', '!domain/{facts,documents/layout}/**', 'api/middleware/*.ts'],
  plugins: ['./scripts/mutation/unit-test-runner.mjs', './scripts/mutation/not-rules.mjs'],
  ignorers: ['not-rules'],
  testRunner: 'unit-tests',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  tempDirName: '.stryker/sandbox',
  // The sandbox holds what the unit tests read, and nothing else.
  ignorePatterns: [
    '**',
    ...['domain/**', 'importers/**', 'lib/**', 'test/domain/**', 'test/support/**', 'test/fixtures/*.ts'].map(
      (one) => `!${one}`,
    ),
    ...['api/**', 'db/**', 'domain/facts/**', 'test/api/middleware/**'].map((one) => `!${one}`),
    ...['test/documents/support/samples.ts', 'db/payments/routing/holidays.json', 'package.json'].map(
      (one) => `!${one}`,
    ),
  ],
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: true },
  jsonReporter: { fileName: '.stryker/report.json' },
  htmlReporter: { fileName: '.stryker/report.html' },
  thresholds: { high: 90, low: 85, break: 85 },
};
