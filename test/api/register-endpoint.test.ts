import type { Context } from 'koa';
import type { Endpoint } from '../../api/endpoint';
import { answerOperations } from '../../api/register-endpoint';
import type { Services } from '../../api/services';

const PATHS = ['get /things/{id}', 'get /things/{id}/parts', 'post /things/search', 'delete /things/{id}'];

/** Which operation answers, and with which parameters; null where the router is left to answer. */
async function answering(method: string, path: string): Promise<[string, unknown] | null> {
  const records = PATHS.map(
    (name) => ({ method: name.split(' ')[0], path: name.split(' ')[1] }) as unknown as Endpoint,
  );
  const answered: string[] = [];
  const services = {
    // The first thing that an operation asks for.
    now: () => new Date(),
    credentials: { identify: (_context: Context, access: unknown) => Promise.reject(new Error(String(access))) },
  } as unknown as Services;
  const named = records.map(
    (record) => ({ ...record, access: `${record.method} ${record.path}` }) as unknown as Endpoint,
  );
  const context = { method, path, state: {} } as unknown as Context;
  let isLeft = false;
  const next = (): Promise<void> => Promise.resolve(void (isLeft = true));
  await Promise.resolve(answerOperations(named, services)(context as never, next)).catch((fault: unknown) =>
    answered.push(fault instanceof Error ? fault.message : ''),
  );
  return isLeft ? null : [answered[0] ?? '', context['params']];
}

describe('the operation that answers a path', () => {
  it.each([
    ['GET', '/things/a1', 'get /things/{id}', { id: 'a1' }],
    ['GET', '/things/a1/parts', 'get /things/{id}/parts', { id: 'a1' }],
    ['DELETE', '/things/a1', 'delete /things/{id}', { id: 'a1' }],
    ['POST', '/things/search', 'post /things/search', undefined],
  ])('%s %s', async (method, path, name, params) => {
    await expect(answering(method, path)).resolves.toEqual([name, params]);
  });

  it.each([
    ['the name of another operation', 'GET', '/things/search'],
    ['an escape', 'GET', '/things/a%201'],
    ['an empty parameter', 'GET', '/things/'],
    ['another text', 'GET', '/others/a1'],
    ['a further segment', 'GET', '/things/a1/'],
    ['another method', 'PATCH', '/things/a1'],
    ['the pattern of another method', 'HEAD', '/things/a1'],
  ])('is left to the router for %s', async (_what, method, path) => {
    await expect(answering(method, path)).resolves.toBeNull();
  });
});
