const COMPILE = [
  '@swc/jest',
  {
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
  },
];

/** Packages that are ECMAScript modules only: Node loads them beside ours, jest only compiled. */
const MODULES = '(openid-client|oauth4webapi|jose)';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  // What a test leaves among the globals is wrapped otherwise, also where it belongs to the process: other files fail then.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker/'],
  // A module that is loaded when it is needed is named as it is once compiled.
  moduleNameMapper: { '^(\\.\\./activities/.+)\\.js$': '$1' },
  transform: { '^.+\\.tsx?$': COMPILE, [`/node_modules/${MODULES}/.+\\.js$`]: COMPILE },
  transformIgnorePatterns: [`/node_modules/(?!${MODULES}/)`],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/close-after-file.ts'],
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // Two cores: one worker beside Postgres and Temporal keeps timings honest.
  maxWorkers: 2,
  // A bound for what never ends, and no measure of speed: other work may share the machine.
  testTimeout: 180_000,
};
