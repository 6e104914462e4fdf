import { instructionIdOf, PaymentScene } from '../support/payment-scene';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

async function countInstructions(): Promise<number> {
  const [row] = await scene.stack.database.query<{ count: number }>(
    'select count(*)::integer from payment_instructions',
  );
  return row?.count ?? NaN;
}

describe('many requests at once, which share statements', () => {
  it('gives one of several equal clientReferences the instruction, and the fault to nobody else', async () => {
    const before = await countInstructions();
    const references = ['twice', 'other-1', 'other-2', 'twice', 'other-3', 'twice'];
    const answers = await Promise.all(references.map((clientReference) => scene.instruct({ clientReference })));
    const twice = answers.filter((_, index) => references[index] === 'twice');
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const first = twice.find(({ status }) => status === 201);
    for (const refused of twice.filter(({ status }) => status === 409)) {
      expect(refused.body['error']).toMatchObject({ code: 'DUPLICATE' });
      expect(JSON.stringify(refused.body)).toContain(first === undefined ? 'none' : instructionIdOf(first));
    }
    const others = answers.filter((_, index) => references[index] !== 'twice');
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await countInstructions()).toBe(before + 4);
  });

  it('makes one instruction of equal Idempotency-Keys, while other keys are not disturbed', async () => {
    const before = await countInstructions();
    const keys = ['same', 'own-1', 'same', 'own-2', 'same'];
    const answers = await Promise.all(keys.map((name) => scene.instruct({}, { 'Idempotency-Key': name })));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(instructionIdOf)).size).toBe(3);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(refused.body['error']).toMatchObject({ code: 'IN_PROGRESS' });
    }
    expect(await countInstructions()).toBe(before + 3);
    const repeated = await scene.instruct({}, { 'Idempotency-Key': 'same' });
    expect(made.map(instructionIdOf)).toContain(instructionIdOf(repeated));
  });

  it('applies different reports of one instruction and those of others', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => scene.create()));
    const [first = ''] = ids;
    const answers = await Promise.all([
      ...ids.map((id) => scene.report(id, { status: 'accepted' })),
      scene.report(first, { status: 'processing' }),
      scene.report(first, { status: 'accepted' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const read = await Promise.all(ids.map((id) => scene.show(id)));
    expect(read.map(({ status }) => status)).toEqual(['processing', 'accepted', 'accepted']);
  });
});
