import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '../../api/endpoints';
import { createClient, createPartner } from '../../client/src';

type Method = (...args: unknown[]) => unknown;

const PYTHON = readFileSync(path.join(__dirname, '../../client/python/corridor/operations.py'), 'utf8');
const GO = readFileSync(path.join(__dirname, '../../client/go/operations.go'), 'utf8');
const LEADS_TO = ENDPOINTS.map((record) => ({
  record,
  pattern: new RegExp(`^${record.path.replaceAll(/\{\w+\}/g, 'x')}$`),
}));

/** The members of an object that are methods of its classes. */
function methodsOf(subject: object): [string, Method][] {
  const [found, names]: [[string, Method][], Set<string>] = [[], new Set()];
  for (let one: unknown = Object.getPrototypeOf(subject); one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (name === 'constructor' || names.has(name) || typeof value !== 'function') continue;
      names.add(name);
      found.push([name, (value as Method).bind(subject)]);
    }
  }
  return found;
}

/** Calls a method with `x` for each argument that it must have, as far as its request. */
async function call(method: Method): Promise<void> {
  const answer = method(...Array<string>(method.length).fill('x'));
  if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer) {
    await (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
  } else await answer;
}

describe('the clients', () => {
  const asked: string[] = [];

  beforeAll(async () => {
    const options = {
      baseUrl: 'https://corridor.example',
      apiKey: 'crd_test_x',
      fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        asked.push(`${init?.method} ${new URL(input as string).pathname}`);
        return Response.json({ data: [], items: [], nextCursor: null, next_cursor: null });
      },
    };
    const client = createClient(options);
    const partner = createPartner({ ...options, secret: 'whsec_x' });
    const groups = Object.entries(client as object).flatMap(([name, group]) =>
      name === 'transport' ? [] : [group as object],
    );
    const methods = [client, partner, ...groups].flatMap(methodsOf);
    const own = new Set(['request', 'verifyRequest']);
    for (const [name, method] of methods) if (!own.has(name)) await call(method).catch(() => undefined);
  });

  it.each(LEADS_TO.map(({ record, pattern }) => [record.operationId, record, pattern] as const))(
    '%s is a method of each',
    (_, record, pattern) => {
      const method = record.method.toUpperCase();
      const found = asked
        .map((one) => one.split(' '))
        .filter(([verb, at]) => verb === method && pattern.test(at ?? ''));
      expect(found.length).toBeGreaterThan(0);
      const written = record.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
        return `{part(${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)})}`;
      });
      expect(PYTHON).toContain(`"${written}"`);
      expect(GO).toContain(`method: "${method}", path: at("${record.path.replaceAll(/\{\w+\}/g, '{}')}"`);
    },
  );

  it('have no method beside the operations', () => {
    const unknown = asked.filter((one) => !LEADS_TO.some(({ pattern }) => pattern.test(one.split(' ')[1] ?? '')));
    expect(unknown).toEqual([]);
    expect(asked).toHaveLength(ENDPOINTS.length);
  });
});
