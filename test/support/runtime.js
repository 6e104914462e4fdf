const path = require('node:path');
const { createRequire, isBuiltin } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

/** What jest hands to each file anew. */
const OF_JEST = '@jest/globals';

const ROOT = path.join(__dirname, '..', '..', path.sep);
/** Layers that import each other alone. What their modules remember is by database, account or value. */
const SHARED = ['domain', 'lib', 'db', 'importers', 'workflows', 'api', 'console'];

/** Modules of those layers that a file of this process has run, by path. */
const shared = new Map();

function isShared(file) {
  return file.startsWith(ROOT) && SHARED.includes(file.slice(ROOT.length).split(path.sep, 1)[0]);
}

function isPackage(name) {
  return !name.startsWith('.') && !name.startsWith('/') && !isBuiltin(name) && name !== OF_JEST;
}

/**
 * jest runs every module anew for each test file. Tests, their support and the modules of processes keep that; packages
 * are loaded once in a process, by Node itself, and the modules of the layers below the processes are run once in a
 * process. A file that starts the whole service takes a third of the time that it takes with all of them run anew.
 */
module.exports = class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    for (const [file, module] of shared) this.registries.moduleRegistry.set(file, module);
  }

  requireModuleOrMock(from, name) {
    return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  teardown() {
    for (const [file, module] of this.registries.moduleRegistry) {
      if (module.loaded && isShared(file)) shared.set(file, module);
    }
    return super.teardown();
  }
};
