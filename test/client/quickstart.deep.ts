import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readGuide } from '../../api/docs/guides';
import { seedSandbox } from '../../db/seed';
import { browserPath } from '../support/browser';
import { closeAtEnd } from '../support/closing';
import { startStack, type Stack } from '../support/stack';
import { describeWith } from '../support/tools';
import { missingPython } from './support/callable';
import { buildGo, hasGo } from './support/go-program';

const ROOT = path.join(__dirname, '../..');
const run = promisify(execFile);

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ documents: true, sandbox: true });
  await seedSandbox(stack.database, stack.vault);
});

/** The blocks of one language in the quickstart, one after the other: a program. */
function program(language: string): string {
  const blocks = [...readGuide('quickstart').matchAll(/^```(\w+)\n([^]*?)^```$/gm)];
  return blocks.flatMap(([, of, text]) => (of === language ? [text ?? ''] : [])).join('\n');
}

/** A folder as a reader has it: with the address and the key of a running service, and the clients beside it. */
async function readersFolder(account: string): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corridor-quickstart-'));
  closeAtEnd(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, '.corridor'));
  const settings = { baseUrl: stack.baseUrl, apiKey: await stack.createKey(account) };
  writeFileSync(path.join(folder, '.corridor/run.json'), JSON.stringify(settings));
  return folder;
}

async function expectDone(folder: string, account: string, output: string): Promise<void> {
  expect(output).toMatch(/^instr_\w+ (submitted|pending)\n/);
  expect(readFileSync(path.join(folder, 'invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  const key = await stack.createKey(account);
  const listed = await stack.call('GET', '/api/v1/payments/instructions', { key });
  expect(listed.body).toMatchObject({ data: { items: [{ amount: 1250.5 }] } });
}

describeWith('a browser', browserPath() !== null)('the quickstart', () => {
  it('pays, follows and makes an invoice in TypeScript', async () => {
    const folder = await readersFolder('typescript');
    const installed = path.join(folder, 'node_modules/@corridor/client');
    mkdirSync(installed, { recursive: true });
    const compile = ['--project', path.join(ROOT, 'client/tsconfig.json'), '--outDir', path.join(installed, 'dist')];
    await run(path.join(ROOT, 'node_modules/.bin/tsc'), compile);
    symlinkSync(path.join(ROOT, 'client/package.json'), path.join(installed, 'package.json'));
    // What the guide shows has no types of its own: Node runs it as it is.
    writeFileSync(path.join(folder, 'pay.mjs'), program('ts'));
    await expectDone(folder, 'typescript', (await run(process.execPath, ['pay.mjs'], { cwd: folder })).stdout);
  });

  describeWith('Python 3.11 or later', missingPython() === null)('in Python', () => {
    it('does the same', async () => {
      const folder = await readersFolder('python');
      writeFileSync(path.join(folder, 'pay.py'), program('python'));
      const env = { ...process.env, PYTHONPATH: path.join(ROOT, 'client/python'), PYTHONDONTWRITEBYTECODE: '1' };
      await expectDone(folder, 'python', (await run('python3', ['pay.py'], { cwd: folder, env })).stdout);
    });
  });

  describeWith('Go 1.23 or later', hasGo)('in Go', () => {
    it('does the same', async () => {
      const folder = await readersFolder('go');
      const source = path.join(folder, 'pay.go');
      writeFileSync(source, program('go'));
      const project = path.join(folder, 'project');
      mkdirSync(project);
      await expectDone(folder, 'go', (await run(await buildGo(project, source), { cwd: folder })).stdout);
    });
  });
});
