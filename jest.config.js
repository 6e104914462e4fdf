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

/** @type {import('jest').Config} */
module.exports = {
  // Test files share a process's context and its packages.
  testEnvironment: '<rootDir>/test/support/environment.js',
  runtime: '<rootDir>/test/support/runtime.js',
  // What guards a change; `npm run test:deep` runs *.deep.ts, `npm run record-histories` *.record.ts.
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker/'],
  // A module that is loaded when it is needed is named as it is once compiled.
  moduleNameMapper: {
    '^((\\.\\./(activities|console|db|demo|doctor)|\\./commands)/.+|\\./(up|serve|migrate|import|data))\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': COMPILE,
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/time-limit.ts', '<rootDir>/test/support/close-after-file.ts'],
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // One more than two cores: tests that wait for a partner or a timer leave room for others.
  maxWorkers: 3,
  // Files share a process: what they leave in its memory goes with it.
  workerIdleMemoryLimit: '2GB',
  // A worker process that ran the whole service needs about the half second that jest waits by default, more on a busy machine.
  // A handle that a test leaves open holds it for the full time, and jest warns.
  workerGracefulExitTimeout: 10_000,
};
