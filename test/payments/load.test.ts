import { startStack, type Answer, type Stack } from '../support/stack';
import { instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';

let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

afterAll(async () => {
  await stack.stop();
  await partner.server.close();
});

const PATH = '/api/v1/payments/instructions';

function idOf(answer: Answer): string {
  return (answer.body as unknown as { data: { instructionId: string } }).data.instructionId;
}

function create(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return stack.call('POST', PATH, { key, body, headers });
}

async function countInstructions(): Promise<number> {
  const [row] = await stack.database.query<{ count: number }>('select count(*)::integer from payment_instructions');
  return row?.count ?? NaN;
}

describe('many requests at once, which share statements', () => {
  it('gives one of several equal clientReferences the instruction, and the fault to nobody else', async () => {
    const before = await countInstructions();
    const references = ['twice', 'other-1', 'other-2', 'twice', 'other-3', 'twice'];
    const answers = await Promise.all(
      references.map((clientReference) => create(instructionBody({ clientReference }))),
    );
    const twice = answers.filter((_, index) => references[index] === 'twice');
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const first = twice.find(({ status }) => status === 201);
    for (const refused of twice.filter(({ status }) => status === 409)) {
      expect(refused.body['error']).toMatchObject({ code: 'DUPLICATE' });
      expect(JSON.stringify(refused.body)).toContain(first === undefined ? 'none' : idOf(first));
    }
    const others = answers.filter((_, index) => references[index] !== 'twice');
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await countInstructions()).toBe(before + 4);
  });

  it('makes one instruction of equal Idempotency-Keys, while other keys are not disturbed', async () => {
    const before = await countInstructions();
    const body = instructionBody();
    const keys = ['same', 'own-1', 'same', 'own-2', 'same'];
    const answers = await Promise.all(keys.map((name) => create(body, { 'Idempotency-Key': name })));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(idOf)).size).toBe(3);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(refused.body['error']).toMatchObject({ code: 'IN_PROGRESS' });
    }
    expect(await countInstructions()).toBe(before + 3);
    const repeated = await create(body, { 'Idempotency-Key': 'same' });
    expect(made.map(idOf)).toContain(idOf(repeated));
  });

  it('applies different reports of one instruction and those of others', async () => {
    const ids = (await Promise.all([1, 2, 3].map(() => create(instructionBody())))).map(idOf);
    const [first = ''] = ids;
    const report = (id: string, status: string): Promise<Answer> =>
      stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status } });
    const answers = await Promise.all([
      ...ids.map((id) => report(id, 'accepted')),
      report(first, 'processing'),
      report(first, 'accepted'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const read = async (id: string): Promise<string> => {
      const answer = await stack.call('GET', `${PATH}/${id}`, { key });
      return (answer.body as unknown as { data: { status: string } }).data.status;
    };
    expect(await Promise.all(ids.map(read))).toEqual(['processing', 'accepted', 'accepted']);
  });
});
