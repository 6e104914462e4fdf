/**
 * The tests of domain/ alone, `npx jest -c jest.unit.config.js`: no database, no Temporal, nothing to set up.
 * @type {import('jest').Config}
 */
const { testEnvironment, runtime, modulePathIgnorePatterns, transform } = require('./jest.config.js');

module.exports = {
  testEnvironment,
  runtime,
  modulePathIgnorePatterns,
  transform,
  roots: ['<rootDir>/domain', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/domain/**/*.test.ts'],
  testTimeout: 60_000,
};
