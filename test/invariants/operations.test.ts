import type { Endpoint, Method } from '../../api/endpoint';
import { ENDPOINTS } from '../../api/endpoints';
import { OPERATOR_ROLES } from '../../domain/auth/operator-roles';
import { SCOPES } from '../../domain/auth/principal';
import { startOperationsStack, type OperationsStack } from './operations-stack';
import {
  bodyOf,
  namesOwnThing,
  NOTHING,
  OPERATIONS,
  READING_BODIES,
  SAMPLES,
  targetOf,
  WITH_BODY,
  type World,
} from './samples';

let service: OperationsStack;
let world: World;
let foreign: World;

beforeAll(async () => {
  service = await startOperationsStack();
  world = await service.createWorld(service.keys.client);
  foreign = await service.createWorld(await service.stack.createKey('somebody else'));
});

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const GUARDED = OPERATIONS.filter(([, { access }]) => access.kind !== 'public');
const SCOPED = OPERATIONS.filter(([, { access }]) => access.kind === 'client' && access.scope !== null);
const OWNED = OPERATIONS.filter(([, record]) => namesOwnThing(record));

/** Sends the sample of an operation. */
function send(record: Endpoint, at: World, key: string | undefined) {
  const body = bodyOf(record, at);
  return service.ask(record.method.toUpperCase(), targetOf(record, at), {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  });
}

function codeOf(answer: { body: unknown }): unknown {
  return (answer.body as { error?: { code?: unknown } }).error?.code;
}

describe('without a key', () => {
  it.each(GUARDED)('%s answers 401 and says how to authenticate', async (_name, record) => {
    const answer = await send(record, world, undefined);
    expect(answer.status).toBe(401);
    expect(codeOf(answer)).toBe('UNAUTHORIZED');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('a key in the query string is not read', async () => {
    const query = `?api_key=${service.keys.client}&access_token=${service.keys.client}`;
    expect((await service.ask('GET', `/v1/webhooks${query}`)).status).toBe(401);
  });
});

describe('with a credential that may not', () => {
  it.each(GUARDED)('%s answers 403 to every other kind of credential', async (_name, record) => {
    for (const [kind, key] of Object.entries(service.keys)) {
      if (kind === record.access.kind) continue;
      const answer = await send(record, world, key);
      expect([kind, answer.status, codeOf(answer)]).toEqual([kind, 403, 'FORBIDDEN']);
    }
  });

  it.each(SCOPED)('%s answers 403 to a key without its scope', async (_name, record) => {
    const needed = record.access.kind === 'client' ? record.access.scope : null;
    const key = await service.stack.createKey('laws', { scopes: SCOPES.filter((scope) => scope !== needed) });
    const answer = await send(record, world, key);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('with a key of an operator', () => {
  const ofOperators = OPERATIONS.filter(
    ([, { access }]) => access.kind === 'operator' && access.roles.length < OPERATOR_ROLES.length,
  );
  it.each(ofOperators)('%s answers 403 to every other role, and says which one it needs', async (_name, record) => {
    const needed = record.access.kind === 'operator' ? record.access.roles : [];
    const others = OPERATOR_ROLES.filter((role) => !needed.includes(role));
    expect(others).not.toEqual([]);
    const answer = await send(record, world, await service.stack.createOperator(...others));
    expect([answer.status, codeOf(answer)]).toEqual([403, 'FORBIDDEN']);
    expect(JSON.stringify(answer.body)).toContain(`an operator with the role ${needed.join(' or ')} can do it`);
  });
});

describe('with an id', () => {
  it.each(OWNED)('%s answers 404 to one that nothing has', async (_name, record) => {
    const answer = await send(record, NOTHING, service.keyFor(record));
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
  });

  it.each(OWNED)('%s answers 404 to what is no id at all', async (_name, record) => {
    const nonsense = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, "x' or 1=1 %E2%98%83"]));
    const answer = await send(record, { ...NOTHING, ...nonsense }, service.keyFor(record));
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
  });

  const ownedByClients = OWNED.filter(([, { access }]) => access.kind === 'client');
  it.each(ownedByClients)("%s answers another account's as if it were absent", async (_name, record) => {
    const [theirs, absent] = [
      await send(record, foreign, service.keys.client),
      await send(record, NOTHING, service.keys.client),
    ];
    expect(theirs.status).toBe(404);
    const withoutId = (body: unknown): string => JSON.stringify(body).replace(/req_\w+/, '');
    expect(withoutId(theirs.body)).toBe(withoutId(absent.body));
  });
});

describe('with another method', () => {
  it.each([...new Set(ENDPOINTS.map(({ path }) => path))])('%s answers 405 and names those it knows', async (path) => {
    const records = ENDPOINTS.filter((record) => record.path === path);
    const [first] = records;
    const known = records.map(({ method }) => method);
    if (first === undefined) throw new Error('a path without an operation');
    for (const method of METHODS.filter((candidate) => !known.includes(candidate))) {
      const answer = await service.ask(method.toUpperCase(), targetOf(first, world), { key: service.keys.client });
      expect([method, answer.status, codeOf(answer)]).toEqual([method, 405, 'METHOD_NOT_ALLOWED']);
      const allowed = (answer.headers.get('allow') ?? '').toLowerCase().split(', ');
      expect(allowed.filter((name) => name !== 'head').sort()).toEqual([...known].sort());
    }
  });

  it('an unknown path is 404, whatever the method', async () => {
    for (const method of METHODS) {
      expect((await service.ask(method.toUpperCase(), '/api/v1/nothing', { key: service.keys.client })).status).toBe(
        404,
      );
    }
  });
});

describe('with a body that is no good', () => {
  const LIMIT_BYTES = 256 * 1024;

  it.each(WITH_BODY)('%s answers 400 to broken JSON and to what is no object', async (_name, record) => {
    const key = service.keyFor(record);
    for (const raw of ['{', '[]', '"text"', '12', 'null', '{"a":1,"a":2}']) {
      const answer = await service.ask(record.method.toUpperCase(), targetOf(record, world), {
        ...(key ? { key } : {}),
        raw,
      });
      expect([raw, answer.status, codeOf(answer)]).toEqual([raw, 400, 'INVALID_REQUEST']);
    }
  });

  it.each(READING_BODIES)('%s answers 415 to what is not JSON', async (_name, record) => {
    const key = service.keyFor(record);
    const headers = { 'content-type': 'text/plain' };
    const options = { ...(key ? { key } : {}), raw: '{}', headers };
    const answer = await service.ask(record.method.toUpperCase(), targetOf(record, world), options);
    expect([answer.status, codeOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  const inMemory = READING_BODIES.filter(([, { fileTypes }]) => fileTypes === undefined);
  it.each(inMemory)('%s answers 413 to one byte more than it accepts', async (_name, record) => {
    const key = service.keyFor(record);
    const limit = record.bodyLimitBytes ?? LIMIT_BYTES;
    const raw = `{"pad":"${'x'.repeat(limit + 1 - '{"pad":""}'.length)}"}`;
    const answer = await service.ask(record.method.toUpperCase(), targetOf(record, world), {
      ...(key ? { key } : {}),
      raw,
    });
    expect([answer.status, codeOf(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  const required = WITH_BODY.filter(([, { body }]) => body?.safeParse({}).success === false);
  it.each(required)('%s names every missing member at once', async (_name, record) => {
    const key = service.keyFor(record);
    const answer = await service.ask(record.method.toUpperCase(), targetOf(record, world), {
      ...(key ? { key } : {}),
      body: {},
    });
    expect(answer.status).toBe(400);
    const { details } = (answer.body as unknown as { error: { details: { field: string }[] } }).error;
    const missing = record.body?.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(details.map(({ field }) => field).sort()).toEqual(missing.sort());
  });

  it.each(required)('%s has a sample', (name) => {
    expect(SAMPLES[name]?.body).toBeDefined();
  });
});

describe('with a request that is right', () => {
  const able = OPERATIONS.filter(([name]) => SAMPLES[name]?.needs === undefined);

  it.each(able)('%s answers as its record says', async (_name, record) => {
    const isChange = record.method !== 'get' && namesOwnThing(record);
    // Things of its own: what one operation ends or deletes, another one still needs.
    const own = isChange ? await service.createWorld(service.keys.client) : world;
    const answer = await send(record, own, service.keyFor(record));
    expect(Object.keys(record.responses)).toContain(String(answer.status));
    expect(answer.status).toBeLessThan(300);
    if (answer.status === 204) expect(answer.body).toEqual({});
    else if (record.envelope === 'wrapped') expect(answer.body).toMatchObject({ success: true });
    else expect(answer.body).not.toHaveProperty('success');
    if (answer.status === 201) expect(answer.headers.get('location')).toMatch(/^\//);
  });
});
