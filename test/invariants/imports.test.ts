import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CHECK = path.join(__dirname, '..', '..', 'scripts', 'check-imports.mjs');

/** A small house in which every import is allowed. */
const SOUND: Record<string, string> = {
  'package.json':
    '{"name":"house","dependencies":{"zod":"4","undici":"7","@temporalio/workflow":"1","@temporalio/client":"1"}}',
  'node_modules/zod/package.json': '{"name":"zod","main":"index.js"}',
  'node_modules/zod/index.js': 'exports.z = 1;',
  'node_modules/undici/package.json': '{"name":"undici","main":"index.js"}',
  'node_modules/undici/index.js': 'exports.request = 1;',
  'node_modules/@temporalio/workflow/package.json': '{"name":"@temporalio/workflow","main":"index.js"}',
  'node_modules/@temporalio/workflow/index.js': 'exports.sleep = 1;',
  'domain/rule.ts': 'export const rule = 1;',
  'domain/schema.ts': `import { z } from 'zod'; export const schema = z;`,
  'domain/facts/index.ts': `import { z } from 'zod'; export const facts = z;`,
  'domain/tax.ts': `import { facts } from './facts'; export const tax = facts;`,
  'db/query.ts': `import { rule } from '../domain/rule'; export const query = rule;`,
  'importers/reader.ts': `import { rule } from '../domain/rule'; export const reader = rule;`,
  'workflows/contract.ts': `import { sleep } from '@temporalio/workflow'; export const contract = sleep;`,
  'node_modules/@temporalio/client/package.json': '{"name":"@temporalio/client","main":"index.js"}',
  'node_modules/@temporalio/client/index.js': 'exports.Client = 1;',
  'workflows/client/clients.ts': `import { Client } from '@temporalio/client'; export const CLIENTS = Client;`,
  'workflows/client/workflow-client.ts': `import { CLIENTS } from './clients'; export const door = CLIENTS; import type { contract } from '../contract'; export type Life = typeof contract;`,
  'workflows/life.ts': `import { rule } from '../domain/rule'; import type { Act } from '../activities/act';
    export const life = (act: Act) => [rule, act];`,
  'workflows/index.ts': `export { life } from './life'; export { contract } from './contract';`,
  'activities/act.ts': `import { query } from '../db/query'; import type { Life } from '../workflows/client/workflow-client';
    import { reader } from '../importers/reader'; export type Act = Life; export const act = [query, reader];`,
  'api/endpoint.ts': 'export const endpoint = 1;',
  'api/middleware/errors.ts': `import { endpoint } from '../endpoint'; export const errors = endpoint;`,
  'api/payments/create.ts': `import { errors } from '../middleware/errors'; import { query } from '../../db/query';
    import { contract } from '../../workflows/contract'; export const create = [errors, query, contract];`,
  'api/webhooks/list.ts': `import { endpoint } from '../endpoint'; export const list = endpoint;`,
  'api/endpoints.ts': `import { create } from './payments/create'; import { list } from './webhooks/list';
    export const endpoints = [create, list];`,
  'console/page.tsx': `import { query } from '../db/query'; export const page = query;`,
  'cli/main.ts': `import { endpoints } from '../api/endpoints'; import { act } from '../activities/act';
    import { page } from '../console/page'; export const main = [endpoints, act, page];`,
  'lab/chaos/main.ts': `import { main } from '../../cli/main'; export const chaos = main;`,
  'test/main.test.ts': `import { main } from '../cli/main'; export const test = main;`,
};

/** One violation of each rule: the rule, the file at fault, what it must not import, its text. */
const SEEDED: [rule: string, file: string, target: string, text: string][] = [
  ['domain-stands-alone', 'domain/asks.ts', 'db/query.ts', `export { query } from '../db/query';`],
  ['domain-stands-alone', 'domain/typed.ts', 'db/query.ts', `export type { query } from '../db/query';`],
  ['facts-stand-alone', 'domain/facts/asks.ts', 'domain/rule.ts', `export { rule } from '../rule';`],
  ['lib-knows-errors-only', 'lib/asks.ts', 'db/query.ts', `export { query } from '../db/query';`],
  [
    'documents-know-domain-only',
    'domain/documents/layout/asks.ts',
    'db/query.ts',
    `export { query } from '../../../db/query';`,
  ],
  ['documents-know-domain-only', 'domain/documents/layout/calls.ts', 'https', `export { request } from 'node:https';`],
  ['domain-is-pure', 'domain/reads.ts', 'fs', `export { readFileSync } from 'node:fs';`],
  ['domain-is-pure', 'domain/calls.ts', 'undici', `export { request } from 'undici';`],
  [
    'db-knows-domain-only',
    'db/starts.ts',
    'workflows/client/workflow-client.ts',
    `export type { Life } from '../workflows/client/workflow-client';`,
  ],
  ['db-knows-domain-only', 'db/reads.ts', 'importers/reader.ts', `export { reader } from '../importers/reader';`],
  ['importers-know-domain-only', 'importers/asks.ts', 'db/query.ts', `export { query } from '../db/query';`],
  [
    'api-knows-the-door',
    'api/payments/reads.ts',
    'importers/reader.ts',
    `export { reader } from '../../importers/reader';`,
  ],
  [
    'workflows-take-types-of-activities',
    'workflows/acts.ts',
    'activities/act.ts',
    `export { act } from '../activities/act';`,
  ],
  ['workflows-know-domain-only', 'workflows/asks.ts', 'db/query.ts', `export { query } from '../db/query';`],
  [
    'activities-know-the-door',
    'activities/serves.ts',
    'api/endpoint.ts',
    `export { endpoint } from '../api/endpoint';`,
  ],
  ['activities-know-the-door', 'activities/runs.ts', 'workflows/life.ts', `export { life } from '../workflows/life';`],
  ['api-knows-the-door', 'api/payments/acts.ts', 'activities/act.ts', `export { act } from '../../activities/act';`],
  [
    'api-knows-the-door',
    'api/payments/runs.ts',
    'workflows/life.ts',
    `export type { life } from '../../workflows/life';`,
  ],
  [
    'clients-behind-the-door',
    'process/opens.ts',
    'workflows/client/clients.ts',
    `export { CLIENTS } from '../workflows/client/clients';`,
  ],
  ['sdk-behind-the-door', 'activities/opens.ts', '@temporalio/client', `export { Client } from '@temporalio/client';`],
  ['api-concepts-apart', 'api/payments/lists.ts', 'api/webhooks/list.ts', `export { list } from '../webhooks/list';`],
  ['api-concepts-apart', 'api/middleware/lists.ts', 'api/webhooks/list.ts', `export { list } from '../webhooks/list';`],
  ['api-ground-below-concepts', 'api/ground.ts', 'api/webhooks/list.ts', `export { list } from './webhooks/list';`],
  ['outermost-is-outermost', 'cli/tests.ts', 'test/main.test.ts', `export { test } from '../test/main.test';`],
  ['outermost-is-outermost', 'cli/chaos.ts', 'lab/chaos/main.ts', `export { chaos } from '../lab/chaos/main';`],
  ['console-without-commands', 'console/starts.ts', 'cli/main.ts', `export { main } from '../cli/main';`],
  ['resolvable', 'db/lost.ts', './nowhere', `export { nothing } from './nowhere';`],
  [
    'workflows-stay-deterministic',
    'workflows/index.ts',
    'zod',
    `export * from '../domain/schema'; export * from './dice';`,
  ],
  ['workflows-stay-deterministic', 'workflows/dice.ts', 'crypto', `export { randomInt } from 'node:crypto';`],
  ['no-cycles', 'db/egg.ts', 'db/hen.ts', `import type { Hen } from './hen'; export type Egg = Hen;`],
];

/** The other half of the cycle, which is reported once. */
const HEN = { 'db/hen.ts': `import type { Egg } from './egg'; export type Hen = Egg | null;` };

const houses: string[] = [];

/** Builds a house in a folder of its own and checks it. */
function check(files: Record<string, string>): { status: number | null; lines: string[] } {
  const house = mkdtempSync(path.join(tmpdir(), 'corridor-house-'));
  houses.push(house);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
    writeFileSync(path.join(house, file), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [CHECK, house], { encoding: 'utf8' });
  return { status, lines: stderr.split('\n').filter((line) => line !== '') };
}

afterAll(() => {
  for (const house of houses) rmSync(house, { recursive: true, force: true });
});

it('finds nothing in a sound house, types of activities in workflows included', () => {
  expect(check(SOUND)).toEqual({ status: 0, lines: [] });
});

describe('in a house with one violation of each rule', () => {
  let found: { status: number | null; lines: string[] };
  beforeAll(() => {
    found = check({ ...SOUND, ...HEN, ...Object.fromEntries(SEEDED.map(([, file, , text]) => [file, text])) });
  });

  it('fails', () => expect(found.status).toBe(1));

  it.each(SEEDED)('%s finds %s', (rule, file, target) => {
    const bundled = rule === 'workflows-stay-deterministic';
    const importer = bundled ? 'workflows/index.ts' : file;
    const mine = found.lines.filter(
      (line) => line.startsWith(`${importer} must not import `) && line.endsWith(`[${rule}]`),
    );
    expect(mine.filter((line) => line.includes(target))).not.toEqual([]);
  });

  it('finds nothing where nothing was seeded', () => {
    const seeded = new Set([...SEEDED.map(([, file]) => file), 'workflows/index.ts']);
    const innocent = found.lines.filter((line) => !seeded.has(line.split(' ')[0] ?? ''));
    expect(innocent).toEqual([]);
  });
});

it('knows every rule: each has a violation above', () => {
  const configurations = ['.dependency-cruiser.cjs', '.dependency-cruiser.determinism.cjs'];
  const names = configurations.flatMap((file) => {
    const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>(path.join(__dirname, '..', '..', file));
    return forbidden.map(({ name }) => name);
  });
  expect([...new Set(SEEDED.map(([rule]) => rule))].sort()).toEqual(names.sort());
});
