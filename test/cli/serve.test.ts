import { execFileSync } from 'node:child_process';
import path from 'node:path';

const DIST = path.join(__dirname, '..', '..', 'dist');

/** @returns the paths of all modules that compiled files of `cli/` load, with their own */
function modulesOf(...files: string[]): string[] {
  const script = `for (const file of process.argv.slice(1)) require(file); console.log(Object.keys(require.cache).join('\\n'))`;
  const paths = files.map((file) => path.join(DIST, 'cli', file));
  return execFileSync(process.execPath, ['-e', script, ...paths], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

const matching = (modules: readonly string[], unwanted: RegExp) => modules.filter((file) => unwanted.test(file));

describe('before its first request or task', () => {
  it('an API process loads neither the runtime of workers, nor what migrations, agents, pages or other languages need', () => {
    const modules = modulesOf('serve-processes.js', 'serve-api.js');
    expect(matching(modules, /\/dist\/process\/api\.js$/)).toHaveLength(1);
    const packages =
      /\/node_modules\/(@cantoo|@modelcontextprotocol|@temporalio\/(core-bridge|worker)|knex|puppeteer)\//;
    expect(matching(modules, packages)).toEqual([]);
    expect(matching(modules, /\/dist\/console\/console-pages\.js$|i18n-iso-countries\/langs\/(?!en)/)).toEqual([]);
  });

  it('a worker process loads neither what migrations and agents need, nor pages, nor what prints documents', () => {
    const modules = modulesOf('serve-processes.js', 'serve-worker.js');
    expect(matching(modules, /\/dist\/process\/worker\.js$/)).toHaveLength(1);
    expect(matching(modules, /\/node_modules\/(@cantoo|@modelcontextprotocol|knex|puppeteer)\//)).toEqual([]);
    expect(matching(modules, /\/dist\/console\//)).toEqual([]);
  });
});
