/**
 * jest runs every module anew for each test file. A package that only computes, and throws nothing that is looked at by
 * its class, is loaded once in a process, by Node itself, and shared by the files: its modules are compiled to that.
 * `loadShared` comes from test/support/environment.js; without it, it is Node that loads the module, as it is.
 */
module.exports = {
  process: (source, file) => ({
    code: `if (typeof loadShared === 'undefined') { (function () {${source}\n}).call(this); }
else { module.exports = loadShared(${JSON.stringify(file)}); }`,
  }),
};
