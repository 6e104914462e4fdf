import { execFile, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../../../cli/embedded/ports';
import { closeAtEnd } from '../../../support/closing';

const ROOT = path.join(__dirname, '../../../..');
const PROGRAMS = path.join(ROOT, 'test/fixtures/generated-clients');
const MAVEN = ['-q', '--batch-mode', '-Dmaven.test.skip=true', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true'];

/** A command that plays a merchant's day with a client that was generated and compiled. */
export interface Player {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** @returns what the command wrote; its errors are those of compilers, which write to either */
export async function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: object } = {},
): Promise<string> {
  const env = { ...process.env, ...options.env };
  try {
    return (await promisify(execFile)(command, args, { ...options, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (fault) {
    const { stdout, stderr } = fault as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}:\n${`${stdout}\n${stderr}`.slice(0, 6_000)}`, { cause: fault });
  }
}

export function freshFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `corridor-${name}-`));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function program(name: string, into: string): string {
  mkdirSync(path.dirname(into), { recursive: true });
  copyFileSync(path.join(PROGRAMS, name), into);
  return into;
}

/** A folder with what openapi-generator makes of a document with its defaults. */
async function generate(jars: string, document: string, args: readonly string[]): Promise<string> {
  const folder = freshFolder(args[1] ?? 'client');
  const cli = 'org.openapitools.codegen.OpenAPIGenerator';
  await run('java', ['-cp', `${jars}/*`, cli, 'generate', '-i', document, '-o', folder, ...args]);
  return folder;
}

/** Compiles a day in a folder that has a client in `client/`. */
async function compileDay(folder: string, name: string): Promise<Player> {
  program(name, path.join(folder, 'day.ts'));
  writeFileSync(path.join(folder, 'package.json'), '{}');
  const types = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')];
  const options = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'nodenext', ...types];
  await run(path.join(ROOT, 'node_modules/.bin/tsc'), [...options, '--outDir', 'dist', 'day.ts'], { cwd: folder });
  return { command: process.execPath, args: [path.join(folder, 'dist/day.js')] };
}

/** By language: generates a client from the document for clients, compiles it, and says how it is run. */
export const GENERATED = {
  async python(jars: string, document: string, environment: string): Promise<Player> {
    const folder = await generate(jars, document, ['-g', 'python']);
    const python = path.join(environment, 'bin/python');
    await run(python, ['-m', 'compileall', '-q', 'openapi_client'], { cwd: folder });
    return { command: python, args: [path.join(PROGRAMS, 'day.py')], env: { PYTHONPATH: folder } };
  },
  async typescript(jars: string, document: string): Promise<Player> {
    const made = await generate(jars, document, ['-g', 'typescript-fetch']);
    const folder = freshFolder('day');
    cpSync(made, path.join(folder, 'client'), { recursive: true });
    return compileDay(folder, 'day-fetch.ts');
  },
  async go(jars: string, document: string): Promise<Player> {
    const folder = await generate(jars, document, ['-g', 'go']);
    program('day.go', path.join(folder, 'cmd/day/main.go'));
    await run('go', ['build', '-o', 'day', './cmd/day'], { cwd: folder, env: { GOFLAGS: '-mod=mod' } });
    return { command: path.join(folder, 'day'), args: [] };
  },
  async java(jars: string, document: string): Promise<Player> {
    const folder = await generate(jars, document, ['-g', 'java', '--library', 'native']);
    const libraries = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=target/lib'];
    await run('mvn', [...MAVEN, 'compile', ...libraries], { cwd: folder });
    const classes = [path.join(folder, 'target/classes'), path.join(folder, 'target/lib/*')].join(path.delimiter);
    return { command: 'java', args: ['-cp', classes, program('Day.java', path.join(folder, 'Day.java'))] };
  },
};

/** Generates a client from the whole document by another generator of TypeScript. */
export async function generateOpenApiTs(tool: string, document: string): Promise<Player> {
  const folder = freshFolder('day');
  const command = path.join(tool, 'node_modules/@hey-api/openapi-ts/bin/run.js');
  await run(process.execPath, [command, '-i', document, '-o', path.join(folder, 'client')], { cwd: folder });
  return compileDay(folder, 'day-openapi-ts.ts');
}

/** @returns the facts that a day has read, one a line */
export async function play({ command, args, env }: Player, day: object): Promise<string[]> {
  const written = await run(command, args, { env: { ...env, DAY: JSON.stringify(day) } });
  return written.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}

/**
 * Prism in front of a service: a request or an answer that breaks the document is an error of it.
 * @param upstream address of the service
 * @returns its address
 */
export async function startPrism(tool: string, document: string, upstream: string): Promise<string> {
  const command = path.join(tool, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const port = String(await findFreePort());
  const args = [command, 'proxy', document, upstream, '--errors', '--host', '127.0.0.1', '--port', port];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  closeAtEnd(() => {
    child.kill();
    return ended;
  });
  // It goes on writing, so that its output is read to the end.
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Prism is listening') && resolve());
  });
  return `http://127.0.0.1:${port}`;
}

/** A server in front of the service that adds to its answers a member that the document does not have. */
export async function startWideningServer(baseUrl: string): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
      const passed = ['authorization', 'content-type', 'idempotency-key'];
      const given = passed.map((name) => [name, request.headers[name]]);
      const headers = Object.fromEntries(given.filter(([, value]) => typeof value === 'string')) as Record<
        string,
        string
      >;
      const method = request.method ?? 'GET';
      const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const answer = await fetch(`${baseUrl}${request.url ?? ''}`, { method, headers, ...body });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const type = answer.headers.get('content-type') ?? '';
      response.writeHead(answer.status, type === '' ? {} : { 'content-type': type });
      response.end(type.startsWith('application/json') ? JSON.stringify(widened(JSON.parse(bytes.toString()))) : bytes);
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closeAtEnd(() => new Promise((closed) => server.close(closed).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Maps of an answer have names of its data, so that members are added around them alone. */
function widened(answer: Record<string, unknown>): object {
  const { data } = answer;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return { ...answer, addedLater: 'x', ...(isObject ? { data: { ...data, addedLater: 'x' } } : {}) };
}
