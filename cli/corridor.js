#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const path = require('node:path');

const main = path.join(__dirname, '..', 'dist', 'cli', 'main.js');
if (!existsSync(main)) {
  console.error('Corridor is not built yet. Run "npm start" once, or "npm run build".');
  process.exit(1);
}
// In a checkout, npm may run on a Node that is older than the one that is supported.
const isOlder = Number(process.versions.node.split('.')[0]) < 24;
if (isOlder) void import('../scripts/lib/runtime.mjs').then(({ runOnSupportedNode }) => runOnSupportedNode());
else {
  // What is read from the cache stays in memory: 10 MB in a process that serves, for a start that is a second faster.
  if (process.argv[2] !== 'serve') enableCompileCache();
  require(main);
}
