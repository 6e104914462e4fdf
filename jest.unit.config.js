/**
 * The tests of domain/ alone: no database, no Temporal, nothing to set up, so that mutation testing can run them
 * thousands of times.
 * @type {import('jest').Config}
 */
const { testEnvironment, modulePathIgnorePatterns, transform } = require('./jest.config.js');

module.exports = {
  testEnvironment,
  modulePathIgnorePatterns,
  transform,
  roots: ['<rootDir>/domain', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/domain/**/*.test.ts'],
  testTimeout: 10_000,
};
