const vm = require('node:vm');
const { ModernFakeTimers, LegacyFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/**
 * jest gives every test file a context of its own, with its own `Error` and `Array`, and compiles every module anew for
 * it. Here all files of a process run in the process's own context, one after the other: a script is compiled once, and
 * packages are shared by the files (test/support/runtime.js). So are the layers below the processes.
 */
const compileFunction = vm.compileFunction;
/** @type {Map<string, {source: string, script: vm.Script}>} by file and parameters */
const compiled = new Map();

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (filename === undefined || parsingContext === undefined) return compileFunction(source, parameters, options);
  const key = `${filename} ${parameters.join()}`;
  const known = compiled.get(key);
  if (known?.source === source) return known.script.runInThisContext();
  const opening = `(function (${parameters.join(', ')}) {`;
  // The same lines and columns as without the function around it: faults name them.
  const script = new vm.Script(`${opening}${source}\n})`, {
    filename,
    columnOffset: -opening.length,
    importModuleDynamically,
  });
  compiled.set(key, { source, script });
  return script.runInThisContext();
};

/** What jest reads of the process before a test can replace it. */
const KEPT = {
  'jest-native-promise': Promise,
  'jest-native-now': Date.now.bind(Date),
  'jest-native-read-file': require('node:fs').readFileSync,
  'jest-native-write-file': require('node:fs').writeFileSync,
  'jest-native-exists-file': require('node:fs').existsSync,
};
for (const [name, value] of Object.entries(KEPT)) {
  Object.defineProperty(globalThis, Symbol.for(name), { value, enumerable: false, configurable: true });
}

/** Of these, what a file changes is put back when it has ended, so that no file meets what another left. */
const WATCHED = [globalThis, process, Object.prototype];

/** @returns {Map<string|symbol, PropertyDescriptor>} */
function descriptors(of) {
  return new Map(Reflect.ownKeys(of).map((key) => [key, Object.getOwnPropertyDescriptor(of, key)]));
}

function putBack(of, before) {
  for (const key of Reflect.ownKeys(of)) {
    if (!before.has(key)) Reflect.deleteProperty(of, key);
  }
  for (const [key, descriptor] of before) {
    const now = Object.getOwnPropertyDescriptor(of, key);
    if (now?.value === descriptor.value && now?.get === descriptor.get) continue;
    Reflect.defineProperty(of, key, descriptor);
  }
}

class Environment {
  constructor({ projectConfig }, { testPath }) {
    this.testPath = testPath;
    this.global = globalThis;
    this.context = vm.createContext();
    this.before = WATCHED.map(descriptors);
    this.variables = { ...process.env };
    Error.stackTraceLimit = 100;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis };
    this.fakeTimersModern = new ModernFakeTimers(timers);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, moduleMocker: this.moduleMocker, timerConfig });
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    WATCHED.forEach((of, at) => putBack(of, this.before[at]));
    for (const name of Object.keys(process.env)) {
      if (!(name in this.variables)) delete process.env[name];
    }
    Object.assign(process.env, this.variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.context;
  }
}

module.exports = Environment;
