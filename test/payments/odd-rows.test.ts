import { MISFIT_MESSAGE } from '../../api/middleware/fit-answer';
import { instructionBody } from '../support/builders';
import { startTestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false, expectsMisfits: true });
  await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

describe('a payment whose row holds what no answer shows', () => {
  it('is read as far as it fits, with null for the rest, and the log names the fields without their values', async () => {
    const made = await stack.call('POST', PATH, { key, body: instructionBody() });
    const { instructionId } = made.body['data'] as { instructionId: string };
    const odd = { status: 'secretly-unheard-of', reason: 'ordered twice', requestedAt: 7, internal: 'not shown' };
    await stack.database.query(
      'update payment_instructions set cancellation = $2, version = version + 1 where id = $1',
      [instructionId, odd],
    );
    const before = await stack.call('GET', `${PATH}/${instructionId}`, { key });
    const again = await stack.call('GET', `${PATH}/${instructionId}`, { key });
    for (const { status, body } of [before, again]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, data: { instructionId, amount: 1250.5, status: 'pending' } });
      expect((body['data'] as { cancellation: unknown }).cancellation).toEqual({
        status: null,
        reason: 'ordered twice',
        requestedAt: null,
      });
    }
    const [line] = stack.logged.filter(({ msg }) => msg === MISFIT_MESSAGE);
    expect(line).toMatchObject({ level: 50, operation: 'getPaymentInstruction' });
    expect(line?.['misfits']).toEqual([
      { field: 'cancellation.status', code: 'invalid_value' },
      { field: 'cancellation.requestedAt', code: 'invalid_type' },
    ]);
    expect(JSON.stringify(line)).not.toContain('secretly');
  });
});
