import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ENDPOINTS } from '../../api/endpoints';
import { browserPath } from '../support/browser';
import { startExampleScene, type ExampleScene } from '../api/openapi/support/example-scene';
import { closeAtEnd } from '../support/closing';
import { startScriptedServer, type Reaction } from '../support/http-server';
import { describeWith } from '../support/tools';
import { bytes, missingPython, startCallable, startPython, type Call } from './support/callable';
import { ClientRun, type ClientMethod } from './support/client-run';
import { buildGo, hasGo } from './support/go-program';
import { instruction } from './support/scene';

const ROOT = path.join(__dirname, '../..');
const NEED_BROWSER = ['generateDocument', 'getDocument', 'listDocuments', 'downloadDocument'];
const run = promisify(execFile);

const SAMPLE = `
import { createClient, verifyWebhook, CorridorError, type components } from '@corridor/client';

const client = createClient({ baseUrl: 'https://corridor.example', apiKey: 'crd_test_x' });
const order: components['schemas']['PaymentInstructionRequest'] = {
  amount: 1250.5,
  currency: 'USD',
  beneficiary: { name: 'A', country: 'US', bankAccount: { accountNumber: '1', swiftBic: 'BOFAUS3N', country: 'US' } },
  purpose: { code: 'trade_settlement' },
  settlementRoute: {},
};
export async function pay(raw: Uint8Array, headers: Headers): Promise<string> {
  const { instructionId } = await client.payments.create(order, { strict: true });
  for await (const one of client.payments.list({ status: 'settled' })) console.log(one.amount.toFixed(2));
  const { items, nextCursor } = await client.beneficiaries.list().page();
  const event = await verifyWebhook(raw, headers, 'whsec_x');
  // @ts-expect-error there is no such status
  client.payments.list({ status: 'gone' });
  return [instructionId, event.type, nextCursor, items.length, CorridorError.name].join();
}
`;

/** Where the clients have each operation; the generator is a module of scripts/. */
async function clientMethods(): Promise<ClientMethod[]> {
  const program = `import { clientMethods } from './scripts/lib/clients/model.mjs';
    import document from './docs/openapi.json' with { type: 'json' };
    console.log(JSON.stringify(clientMethods(document)));`;
  const args = ['--input-type=module', '--no-warnings', '--eval', program];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as ClientMethod[];
}

function freshFolder(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `corridor-${name}-`));
  closeAtEnd(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The tarball as npm packs it from a folder that was never built, in a project of its own. */
async function installTarball(): Promise<string> {
  const [source, project] = [freshFolder('source'), freshFolder('project')];
  cpSync(path.join(ROOT, 'client'), source, { recursive: true, filter: (from) => !/\bdist$/.test(from) });
  const env = { ...process.env, PATH: `${ROOT}/node_modules/.bin${path.delimiter}${process.env['PATH']}` };
  await run('npm', ['pack', '--pack-destination', project], { cwd: source, env });
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', './corridor-client-1.0.0-rc.1.tgz'], { cwd: project });
  for (const [name, text] of [
    ['call.mjs', readFileSync(path.join(__dirname, 'support/call.mjs'), 'utf8')],
    ['sample.ts', SAMPLE],
  ] as const) {
    writeFileSync(path.join(project, name), text);
  }
  return project;
}

/** A wheel built as pip builds it, in an environment of its own. @returns its interpreter */
async function installWheel(): Promise<string> {
  const [source, project] = [freshFolder('source'), freshFolder('project')];
  cpSync(path.join(ROOT, 'client/python'), source, { recursive: true });
  await run('python3', ['-m', 'pip', 'wheel', '--no-deps', '--wheel-dir', project, source]);
  await run('python3', ['-m', 'venv', path.join(project, 'venv')]);
  const python = path.join(project, 'venv/bin/python');
  const wheel = path.join(project, 'corridor_client-1.0.0rc1-py3-none-any.whl');
  await run(python, ['-m', 'pip', 'install', '--no-index', wheel]);
  return python;
}

type Start = (settings: object) => Call;

/** Every operation once, and what the scenario has no way to: verifying a delivery, refusals, lost connections. */
function proveEvery(install: () => Promise<Start>, spell: (name: string) => string): void {
  let scene: ExampleScene;
  let start: Start;
  let call: Call;
  let played: ClientRun;
  let methods: readonly ClientMethod[];

  beforeAll(async () => {
    [start, scene, methods] = await Promise.all([install(), startExampleScene(), clientMethods()]);
    const { stack, keys, partner } = scene;
    const { client: apiKey, operator: operatorKey, partner: partnerKey } = keys;
    const { baseUrl } = stack;
    call = start({ baseUrl, apiKey, operatorKey, partnerKey, partnerSecret: partner.secret });
    played = new ClientRun(stack, call, methods, spell);
    await scene.play(played);
  });

  it('calls every operation of the API', async () => {
    const confirm = methods.find(({ operationId }) => operationId === 'confirmBeneficiary');
    const refused = confirm && (await played.outcomeOf(confirm, { body: { version: 1 } }));
    expect(refused?.fault).toMatchObject({ type: 'CorridorError', status: 404, code: 'NOT_FOUND' });
    const left = ENDPOINTS.map(({ operationId }) => operationId).filter((name) => !played.answered.has(name));
    expect(left.sort()).toEqual(['confirmBeneficiary', ...(browserPath() === null ? NEED_BROWSER : [])].sort());
  });

  it('verifies the bytes of a delivery', async () => {
    const { headers = {}, body = '' } = scene.receiver.requests.find((one) => one.path === '/corridor') ?? {};
    const verify = `corridor.${spell('verifyWebhook')}`;
    const { answer } = await call(verify, [bytes(body), headers, played.secret]);
    expect(answer).toMatchObject({ id: headers['webhook-id'] });
    const { fault } = await call(verify, [bytes(`${body.toString()} `), headers, played.secret]);
    expect(fault?.type).toBe('SignatureError');
  });

  it('repeats after a lost connection what has a name, under that name, and nothing else', async () => {
    const failures: Reaction[] = ['reset'];
    const answered = { status: 200, body: { data: { instructionId: 'instr_1' } } };
    const { url, requests } = await startScriptedServer(() => failures.shift() ?? answered);
    const settings = { baseUrl: url, apiKey: 'crd_test_x', operatorKey: 'x', partnerKey: 'x', partnerSecret: 'x' };
    const failing = start(settings);
    const [payments, create, webhooks] = [spell('payments'), spell('create'), spell('webhooks')];
    const { answer } = await failing(`client.${payments}.${create}`, [instruction('lost')]);
    expect(answer).toMatchObject({ instructionId: 'instr_1' });
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, keys[0]]).toEqual([2, keys[1]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    failures.push('reset');
    const { fault } = await failing(`client.${webhooks}.${spell('rotateSecret')}`, ['wh_1']);
    expect(fault).toMatchObject({ type: 'CorridorError', code: 'CONNECTION', status: 0 });
    expect(fault?.message).toContain(`POST ${url}/v1/webhooks/wh_1/rotate-secret got no answer: `);
    expect(requests).toHaveLength(3);
  });
}

describe('the tarball of the client of TypeScript', () => {
  let project: string;
  proveEvery(
    async () => {
      project = await installTarball();
      return (settings) =>
        startCallable(process.execPath, ['call.mjs', JSON.stringify(settings), '@corridor/client'], { cwd: project });
    },
    (name) => name,
  );

  it('has types for programs with strict settings', async () => {
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const types = path.join(ROOT, 'node_modules/@types');
    const args = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022'];
    const all = [compiler, ...args, '--typeRoots', types, '--types', 'node', 'sample.ts'];
    expect((await run(process.execPath, all, { cwd: project })).stdout).toBe('');
  });
});

describeWith('Go 1.23 or later', hasGo)('the module of the client of Go', () => {
  proveEvery(
    async () => {
      const program = await buildGo(freshFolder('project'), path.join(__dirname, 'support/call.go'));
      return (settings) => startCallable(program, [JSON.stringify(settings)]);
    },
    (name) => name.slice(0, 1).toUpperCase() + name.slice(1),
  );

  it('is written as gofmt and vet want it', async () => {
    const cwd = path.join(ROOT, 'client/go');
    expect((await run('gofmt', ['-l', '.'], { cwd })).stdout).toBe('');
    await run('go', ['vet', './...'], { cwd });
  });
});

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describeWith('Python 3.11 or later', missingPython() === null)('the wheel of the client of Python', () => {
  proveEvery(async () => {
    const python = await installWheel();
    return (settings) => startPython(settings, python);
  }, snake);
});
