const { createRequire, isBuiltin } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

/** What jest hands to each file anew. */
const OF_JEST = '@jest/globals';

function isPackage(name) {
  return !name.startsWith('.') && !name.startsWith('/') && !isBuiltin(name) && name !== OF_JEST;
}

/**
 * jest runs every module anew for each test file. Our own modules keep that; packages are loaded once in a process, by
 * Node itself, and shared by the files, which halves what a file that starts the whole service takes.
 */
module.exports = class Runtime extends JestRuntime {
  requireModuleOrMock(from, name) {
    return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
};
