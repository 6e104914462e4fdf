const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * jest compiles every module anew for every test file, since the functions that V8 compiles for a context are kept
 * nowhere. A script is compiled once for the process and run in the context of each file, which halves what a file that
 * starts the whole service takes.
 */
const compileFunction = vm.compileFunction;
/** @type {Map<string, {source: string, script: vm.Script}>} by file and parameters */
const compiled = new Map();

/**
 * What a module names without declaring it is looked up in the context of its file, through Node's own handlers, each time.
 * These never change, and are handed to the modules once. Not among them: what tests replace, such as `Date` and timers.
 */
const CONSTANTS = [
  ...[
    'Object',
    'Function',
    'Array',
    'String',
    'Number',
    'Boolean',
    'BigInt',
    'Symbol',
    'RegExp',
    'Math',
    'JSON',
    'Intl',
  ],
  ...['Reflect', 'Proxy', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Error', 'TypeError', 'RangeError'],
  ...['ArrayBuffer', 'DataView', 'Uint8Array', 'Buffer', 'URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder'],
  ...['parseInt', 'parseFloat', 'isNaN', 'isFinite', 'encodeURIComponent', 'decodeURIComponent', 'process'],
].join(', ');

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext, importModuleDynamically } = options;
  if (filename === undefined || parsingContext === undefined) return compileFunction(source, parameters, options);
  const opening = `((${CONSTANTS}) => (function (${parameters.join(', ')}) {`;
  const key = `${filename} ${opening}`;
  const known = compiled.get(key);
  if (known?.source === source) return known.script.runInContext(parsingContext);
  // The same lines and columns as without the function around it: faults name them.
  const script = new vm.Script(`${opening}${source}\n}))(${CONSTANTS})`, {
    filename,
    columnOffset: -opening.length,
    importModuleDynamically,
  });
  compiled.set(key, { source, script });
  return script.runInContext(parsingContext);
};

const OWN_KEYS = new Set(Reflect.ownKeys(Object.prototype));

/** Jest marks what it does not take apart after a file. */
function isOfJest(key) {
  return typeof key === 'symbol' && String(key.description).startsWith('$$jest');
}

/**
 * What a file leaves on the prototype of the process's own objects meets every file after it, and jest itself, which then
 * cannot even begin them. It is taken away, and said with the file that left it.
 */
class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.testPath = context.testPath;
    // For test/support/shared-packages.js.
    this.global.loadShared = require;
  }

  async teardown() {
    await super.teardown();
    for (const key of Reflect.ownKeys(Object.prototype)) {
      if (OWN_KEYS.has(key) || isOfJest(key)) continue;
      const { value } = Object.getOwnPropertyDescriptor(Object.prototype, key) ?? {};
      process.stderr.write(`${this.testPath} left Object.prototype[${String(key)}]: ${String(value).slice(0, 200)}\n`);
      Reflect.deleteProperty(Object.prototype, key);
    }
  }
}

module.exports = Environment;
