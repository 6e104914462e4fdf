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
const MODULES =
  '(canonicalize|openid-client|oauth4webapi|jose|commander|raw-body|marked|puppeteer|puppeteer-core|@puppeteer/browsers|@redocly/openapi-core)';

/** Packages that only compute, and take long to load: see test/support/shared-packages.js. Who shares a class shares its package. */
const SHARED = '(@temporalio/proto|protobufjs|mime-types|mime-db|transliteration|rxjs|lodash|memfs|@jsonjoy.com/[^/]+)';

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  // What a test leaves among the globals is wrapped otherwise, also where it belongs to the process: other files fail then.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  // What guards a change; `npm run test:deep` runs *.deep.ts, `npm run record-histories` *.record.ts.
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker/'],
  // A module that is loaded when it is needed is named as it is once compiled.
  moduleNameMapper: {
    '^((\\.\\./(activities|db|demo|doctor)|\\./commands)/.+|\\./(up|serve|migrate|import|data))\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': COMPILE,
    [`/node_modules/${MODULES}/.+\\.js$`]: COMPILE,
    [`/node_modules/${SHARED}/.+\\.c?js$`]: '<rootDir>/test/support/shared-packages.js',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${MODULES}|${SHARED})/)`],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/time-limit.ts', '<rootDir>/test/support/close-after-file.ts'],
  testSequencer: '<rootDir>/test/support/longest-first.js',
  // One more than two cores: tests that wait for a partner or a timer leave room for others.
  maxWorkers: 3,
};
