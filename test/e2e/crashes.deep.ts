import { eventually, instructionBody } from '../support/builders';
import type { HttpRequest, Reaction } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startDeployment, type Deployment } from '../support/processes';

let deployment: Deployment;
let partner: TestPartner;
let key: string;
let react: (request: HttpRequest) => Reaction | Promise<Reaction> | undefined = () => undefined;

const PATH = '/api/v1/payments/instructions';

beforeAll(async () => {
  deployment = await startDeployment();
  partner = await startTestPartner(deployment.database, deployment.vault, {
    name: 'north',
    react: (request) => react(request),
  });
  key = await deployment.createKey('acme');
});

beforeEach(() => {
  react = () => undefined;
  partner.server.requests.length = 0;
});

function submissionsOf(id: string): HttpRequest[] {
  return partner.submissions().filter((request) => request.body.toString().includes(id));
}

describe('crashes', () => {
  it('100 equal creates over two API processes make one instruction and one dispatch', async () => {
    const [first, second, worker] = await Promise.all([
      deployment.startApi(),
      deployment.startApi(),
      deployment.startWorker(),
    ]);
    const body = instructionBody({ clientReference: 'the-one' });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        deployment.call(index % 2 === 0 ? first : second, 'POST', PATH, {
          key,
          body,
          headers: { 'Idempotency-Key': 'same' },
        }),
      ),
    );
    const created = answers.filter((answer) => answer.status === 201);
    const others = answers.filter((answer) => answer.status !== 201);
    expect(created.length).toBeGreaterThanOrEqual(1);
    expect(
      new Set(created.map((answer) => (answer.body['data'] as { instructionId: string }).instructionId)).size,
    ).toBe(1);
    for (const answer of others) expect(answer.body['error']).toMatchObject({ code: 'IN_PROGRESS' });
    const rows = await deployment.database.query(
      `select id from payment_instructions where client_reference = 'the-one'`,
    );
    expect(rows).toHaveLength(1);
    const { instructionId } = created[0]?.body['data'] as { instructionId: string };
    await deployment.submission(first, key, instructionId);
    expect(partner.submissions()).toHaveLength(1);
    await Promise.all([first.kill(), second.kill(), worker.kill()]);
  });

  it('a worker killed between the partner call and its record never sends twice', async () => {
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    let arrived: () => void = () => undefined;
    const called = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    react = (request) => {
      if (request.method === 'GET') return { status: 200, body: { partnerReference: 'N-1', status: 'submitted' } };
      arrived();
      return 'silence';
    };
    const answering = deployment.call(api, 'POST', PATH, { key, body: instructionBody() });
    await called;
    await worker.kill();
    const next = await deployment.startWorker();
    const answer = await answering;
    expect(answer.status).toBe(201);
    const { instructionId } = answer.body['data'] as { instructionId: string };
    await deployment.submission(api, key, instructionId);
    expect(submissionsOf(instructionId)).toHaveLength(1);
    await Promise.all([api.kill(), next.kill()]);
  });

  it('sends the same attempt again when the partner says that it never received it', async () => {
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    let posts = 0;
    react = (request) => {
      if (request.method === 'GET') return { status: 404, body: {} };
      posts += 1;
      return posts === 1 ? 'reset' : { status: 200, body: { partnerReference: 'N-2' } };
    };
    const answer = await deployment.call(api, 'POST', PATH, { key, body: instructionBody() });
    const { instructionId } = answer.body['data'] as { instructionId: string };
    await deployment.submission(api, key, instructionId);
    const keys = submissionsOf(instructionId).map((request) => request.headers['idempotency-key']);
    expect(keys).toEqual([`${instructionId}:1`, `${instructionId}:1`]);
    await Promise.all([api.kill(), worker.kill()]);
  });

  it('an API killed between commit and start loses nothing: a relay starts the payment', async () => {
    const api = await deployment.startApi();
    // Nobody works: the request hangs in the engine after its commit, and the API dies with it.
    const hanging = deployment
      .call(api, 'POST', PATH, { key, body: instructionBody({ clientReference: 'orphan' }) })
      .catch(() => null);
    const find = () =>
      deployment.database.query<{ id: string }>(
        `select id from payment_instructions where client_reference = 'orphan'`,
      );
    const [row] = await eventually(find, (rows) => rows.length === 1, 'the commit');
    await api.kill();
    await hanging;
    const worker = await deployment.startWorker();
    const restarted = await deployment.startApi();
    const id = row?.id ?? '';
    await deployment.submission(restarted, key, id);
    expect(submissionsOf(id)).toHaveLength(1);
    await Promise.all([restarted.kill(), worker.kill()]);
  });

  it('replays an acknowledged create after a crash of the API', async () => {
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const headers = { 'Idempotency-Key': 'survivor' };
    const body = instructionBody();
    const first = await deployment.call(api, 'POST', PATH, { key, body, headers });
    await api.kill();
    const restarted = await deployment.startApi();
    const second = await deployment.call(restarted, 'POST', PATH, { key, body, headers });
    expect(second.body).toEqual(first.body);
    // A create that took its two seconds was answered before the partner had it.
    await partner.server.until(() => partner.submissions().length > 0, 'the submission');
    expect(partner.submissions()).toHaveLength(1);
    await Promise.all([restarted.kill(), worker.kill()]);
  });
});
