import { createUser } from '../../../db/auth/users';
import { RequestCounter } from '../../../db/limits/request-counts';
import { RequestLog, type AnsweredRequest } from '../../../db/requests/request-log';
import { newId } from '../../../lib/ids';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertInstructions, insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const TENANT = { accountId: 'acc_north', environment: 'test' } as const;
const NOW = new Date();

let database: TestDatabase;
const people: Record<string, Person> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of ['north', 'south']) {
    await insertPartner(database, name);
    const owner = { email: `${name}@example.com`, name, role: 'owner', accountId: `acc_${name}` } as const;
    await createUser(database, { ...owner, password: PASSWORD, actor: 'command:test' });
    const person = new Person(createConsoleApp(database), '203.0.113.20');
    await person.logIn(owner.email, PASSWORD);
    people[name] = person;
  }
});

const pageOf = async (name: string, path: string): Promise<string> => (await people[name]?.get(path))?.text ?? '';

function answered(more: Partial<AnsweredRequest>): AnsweredRequest {
  return {
    ...{ id: newId('request'), tenant: TENANT, plan: 'free', keyId: 'key_1', method: 'GET', operation: 'getAccount' },
    ...{ isRead: false, status: 200, ms: 3, errorCode: null, faultField: null, faultCode: null, subject: null },
    ...more,
  };
}

const onFault = (fault: unknown): never => {
  throw fault;
};

async function list(...requests: AnsweredRequest[]): Promise<void> {
  const log = new RequestLog(database, { now: () => NOW, onFault });
  for (const request of requests) log.add(request);
  await log.write();
}

it('shows what a request made to its account, on its side, and to nobody else', async () => {
  const [requestId, id] = [newId('request'), newId('instruction')];
  // The rows' ids end in their number, in place of the last character.
  await insertInstructions(database, { prefix: id.slice(0, -1), count: 1, partner: 'north' });
  const made = `${id.slice(0, -1)}1`;
  await database.query('update payment_instructions set request_id = $1 where id = $2', [requestId, made]);
  expect(await pageOf('north', `/console/test/requests/${requestId}`)).toContain(`/console/test/payments/${made}`);
  const nothing = 'Nothing on this side was created by a request with this id';
  expect(await pageOf('north', `/console/live/requests/${requestId}`)).toContain(nothing);
  expect(await pageOf('south', `/console/test/requests/${requestId}`)).toContain(nothing);
  expect(await pageOf('north', `/console/test/requests/${newId('request')}`)).toContain(nothing);
  expect((await people['north']?.get('/console/test/requests/nonsense'))?.status).toBe(404);
});

it('lists requests with their first fault, on their side of their account alone', async () => {
  const subject = newId('document');
  const fault = { errorCode: 'INVALID_REQUEST', faultField: 'data.items.0.total', faultCode: 'total' };
  const refused = answered({ method: 'POST', operation: 'generateDocument', status: 400, ...fault });
  const made = answered({ operation: 'getDocument', subject });
  await list(refused, made);
  const page = await pageOf('north', '/console/test/requests');
  for (const words of [refused.id, made.id, 'data.items.0.total: total']) expect(page).toContain(words);
  expect(await pageOf('north', '/console/live/requests')).not.toContain(made.id);
  expect(await pageOf('south', '/console/test/requests')).not.toContain(made.id);
  expect(await pageOf('south', `/console/test/requests/${made.id}`)).toContain('Not listed');
  const narrowed = await pageOf('north', '/console/test/requests?status=4xx&operation=&about=');
  expect(narrowed).toContain(refused.id);
  expect(narrowed).not.toContain(made.id);
  expect(await pageOf('north', `/console/test/requests?about=${subject}`)).toContain(made.id);
  expect(await pageOf('north', `/console/test/requests/${made.id}`)).toContain(`/console/test/documents/${subject}`);
});

it('says at each field of the filter what is wrong, and leads from the id of a request to its page', async () => {
  const answer = await people['north']?.get('/console/test/requests?from=soon&about=me&status=9xx&id=1');
  expect(answer?.status).toBe(400);
  for (const field of ['from', 'about', 'status', 'id']) expect(answer?.text).toContain(`id="${field}-fault"`);
  const id = newId('request');
  const found = await people['north']?.get(`/console/test/requests?id=${id}`);
  expect([found?.status, found?.headers['location']]).toEqual([303, `/console/test/requests/${id}`]);
});

it('gives the requests that fit as a file', async () => {
  const one = answered({ operation: 'searchHsCodes', status: 404, errorCode: 'NOT_FOUND' });
  await list(one);
  const file = await pageOf('north', '/console/test/requests/file?operation=searchHsCodes&cursor=');
  const [head, line, end] = file.split('\r\n');
  expect(head).toMatch(/^id,time,method,operation,status,ms,/);
  expect(line).toMatch(new RegExp(`^${one.id},.*,GET,searchHsCodes,404,3,key_1,,NOT_FOUND,,,$`));
  expect(end).toBe('');
  expect(await pageOf('south', '/console/test/requests/file')).not.toContain(one.id);
});

it('says how many requests are missing', async () => {
  expect(await pageOf('south', '/console/test/requests')).not.toContain('are missing');
  const counter = new RequestCounter(database, () => NOW, onFault);
  counter.count(answered({ tenant: { ...TENANT, accountId: 'acc_south' } }), false);
  await counter.write();
  expect(await pageOf('south', '/console/test/requests')).toContain('1 requests of the last 7 days are missing');
});
