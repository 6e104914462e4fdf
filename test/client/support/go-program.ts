import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.join(__dirname, '../../..');

export const hasGo = spawnSync('go', ['version']).error === undefined;

/**
 * Builds a program with the module of the client beside it, in place of a published one.
 * @param project an empty folder
 * @param source file of the program
 * @returns path of the built program
 */
export async function buildGo(project: string, source: string): Promise<string> {
  cpSync(path.join(ROOT, 'client/go'), path.join(project, 'client'), { recursive: true });
  copyFileSync(source, path.join(project, 'main.go'));
  const needs = 'require corridor.example/client v1.0.0-rc.1\nreplace corridor.example/client => ./client';
  writeFileSync(path.join(project, 'go.mod'), `module example\n\ngo 1.23\n\n${needs}\n`);
  const env = { ...process.env, GOPROXY: 'off' };
  await promisify(execFile)('go', ['build', '-o', 'program', '.'], { cwd: project, env });
  return path.join(project, 'program');
}
