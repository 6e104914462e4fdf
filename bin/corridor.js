#!/usr/bin/env node
const { existsSync } = require('node:fs');
const path = require('node:path');

const main = path.join(__dirname, '..', 'dist', 'cli', 'main.js');
if (!existsSync(main)) {
  console.error('Corridor is not built yet. Run "npm start" once, or "npm run build".');
  process.exit(1);
}
require(main);
