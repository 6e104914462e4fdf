import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { listFlags } from '../../db/operator-flags';
import { createPartner } from '../../db/payments/dispatch/partners';
import { DEBTOR } from '../../lab/benches/debtor';
import { eventually, instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { addRoute, newRoute } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let key: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'corridor-bank-rules-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  stack = await startStack();
  const { database, vault } = stack;
  const config = { ...DEBTOR, directory, profile: 'sepa' };
  const { id } = await createPartner(database, vault, {
    name: 'bank',
    adapter: 'iso20022',
    config,
    environment: 'test',
  });
  await prepareDirectory(directory, id);
  await addRoute(database, newRoute(id, { currencies: ['EUR', 'USD'] }));
  key = await stack.createKey('acme');
});

const euros = (name: string): Record<string, unknown> => ({
  ...instructionBody(),
  currency: 'EUR',
  beneficiary: {
    name,
    country: 'DE',
    bankAccount: { accountNumber: 'DE89370400440532013000', country: 'DE' },
  },
});

const BROKEN = [{ field: 'beneficiary.name', reason: 'has characters that the bank does not take (sepa/characters)' }];

/** Source: docs/GAPS.md#P23 */
describe('a payment by a bank with rules', () => {
  it('is shown in a preview as the bank gets it, with the rules that it breaks', async () => {
    const sound = await stack.call('POST', '/api/v1/payments/preview', { key, body: euros('Müller & Söhne') });
    expect(sound.body['data']).toMatchObject({
      unmet: [],
      sentAs: expect.arrayContaining([{ field: 'beneficiary.name', text: 'Muller + Sohne' }]) as unknown,
    });
    const broken = await stack.call('POST', '/api/v1/payments/preview', { key, body: euros('株式会社') });
    expect(broken.body['data']).toMatchObject({ unmet: BROKEN });
  });

  it('that breaks one is taken, says so, and waits; nothing leaves', async () => {
    const { status, body } = await stack.call('POST', PATH, { key, body: euros('株式会社') });
    expect({ status, unmet: (body['data'] as { unmet: unknown }).unmet }).toEqual({ status: 201, unmet: BROKEN });
    const { instructionId } = body['data'] as { instructionId: string };
    const flags = await eventually(
      () => listFlags(stack.database, { kind: 'bank_rules' }),
      ({ length }) => length > 0,
      'the payment is flagged',
    );
    expect(flags).toMatchObject([{ subject: instructionId }]);
    expect(JSON.stringify(flags)).toContain(
      'beneficiary.name has characters that the bank does not take (sepa/characters)',
    );
    const shown = await stack.call('GET', `${PATH}/${instructionId}`, { key });
    expect(shown.body['data']).toMatchObject({ status: 'pending', waitingReason: 'bank_rules' });
    const { statusHistory } = shown.body['data'] as { statusHistory: { message: string }[] };
    expect(statusHistory.at(-1)?.message).toContain('beneficiary.name has characters');
    expect(await readdir(path.join(directory, 'out'))).toEqual([]);
    expect(await stack.database.query('select from dispatches where instruction_id = $1', [instructionId])).toEqual([]);
  });

  it('goes by no route of a bank without instant payments where it is to be instant', async () => {
    const { database, vault } = stack;
    const config = { ...DEBTOR, directory, profile: 'cbpr' };
    const bank = { name: 'correspondent', adapter: 'iso20022', config, environment: 'test' as const };
    const { id } = await createPartner(database, vault, bank);
    const timelines = ['instant' as const, 'same_day' as const];
    const routeId = await addRoute(database, newRoute(id, { currencies: ['CHF'], timelines }));
    const preview = (settlementRoute: object) =>
      stack.call('POST', '/api/v1/payments/preview', {
        key,
        body: { ...euros('Payee'), currency: 'CHF', settlementRoute },
      });
    const instant = await preview({ settlementTimeline: 'instant' });
    expect([instant.status, instant.body['error']]).toMatchObject([
      400,
      { details: [{ field: 'settlementRoute.settlementTimeline', code: 'no_route' }] },
    ]);
    const named = await preview({ settlementTimeline: 'instant', routeId });
    expect(JSON.stringify(named.body)).toContain('does not offer instant (cbpr/instant)');
    expect((await preview({})).body['data']).toMatchObject({
      settlementDetails: { settlementTimeline: 'same_day', partnerName: 'correspondent' },
    });
  });
});
