import { storeCertificate } from '../../../db/payments/dispatch/certificates';
import { setApprovals } from '../../../db/administration/approvals';
import { settingsHash, type LaboratoryReport } from '../../../domain/payments/dispatch/certificate';
import { startStack, type Answer, type Stack } from '../../support/stack';

const PARTNERS = '/v1/operator/partners';
const ADDRESS = 'https://live.example';

let stack: Stack;
let operator: string;
beforeAll(async () => {
  stack = await startStack({ workers: false });
  operator = await stack.createOperator();
});

const ask = (method: string, path: string, body: object = {}): Promise<Answer> =>
  stack.call(method, path, { key: operator, ...(method === 'GET' ? {} : { body }) });

async function makeLive(name: string, more: object = {}): Promise<Answer> {
  return ask('POST', PARTNERS, { name, adapter: 'http', url: ADDRESS, environment: 'live', ...more });
}

function keep(partnerId: string, verdict: LaboratoryReport['verdict']): Promise<{ id: string }> {
  const report: LaboratoryReport = {
    ...{ partnerId, adapter: 'http', url: ADDRESS, seed: 5, verdict },
    settingsHash: settingsHash({ adapter: 'http', config: { url: ADDRESS } }),
    ...{ startedAt: '2026-11-26T10:00:00.000Z', endedAt: '2026-11-26T10:01:00.000Z' },
    results: [
      {
        ...{ scenario: 'two_orders', title: 'tells two orders apart', outcome: 'failed', durationMs: 12 },
        ...{ fault: 'shared_reference', message: 'Two orders were given one reference.' },
      },
    ],
  };
  return storeCertificate(stack.database, stack.vault, { report, actor: 'command:test' });
}

/** Source: docs/GAPS.md#P20 */
describe('a live partner, by the API of operators', () => {
  it('is made disabled, shows its reports, and is enabled by a passed one', async () => {
    const made = await makeLive('Bank of reports');
    expect(made).toMatchObject({ status: 201, body: { disabledAt: expect.stringMatching(/Z$/) as string } });
    const path = `${PARTNERS}/${String(made.body['id'])}`;
    const refused = await ask('POST', `${path}/enable`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'INVALID_TRANSITION', current: 'disabled' } },
    });
    await keep(String(made.body['id']), 'failed');
    const { id } = await keep(String(made.body['id']), 'passed');
    const { body } = await ask('GET', `${path}/certificates?limit=1`);
    expect(body['data']).toMatchObject([{ id, verdict: 'passed', isGenuine: true, seed: 5, url: ADDRESS }]);
    const next = await ask('GET', `${path}/certificates?limit=1&cursor=${String(body['next_cursor'])}`);
    expect(next.body).toMatchObject({
      data: [{ verdict: 'failed', results: [{ scenario: 'two_orders', fault: 'shared_reference' }] }],
      next_cursor: null,
    });
    expect(await ask('POST', `${path}/enable`)).toMatchObject({ status: 200, body: { disabledAt: null } });
  });

  it('is enabled without a report for a reason alone', async () => {
    const { body } = await makeLive('Bank without reports');
    const enable = `${PARTNERS}/${String(body['id'])}/enable`;
    const bare = await ask('POST', enable, { withoutCertificate: true });
    expect(bare).toMatchObject({ status: 400, body: { error: { details: [{ field: 'reason', code: 'required' }] } } });
    const waived = await ask('POST', enable, { withoutCertificate: true, reason: 'its test system is down' });
    expect(waived).toMatchObject({ status: 200, body: { disabledAt: null } });
  });

  it('is made enabled without a report for a reason alone', async () => {
    expect((await makeLive('Hasty', { withoutCertificate: true })).status).toBe(400);
    const made = await makeLive('Hasty', { withoutCertificate: true, reason: 'moved from another installation' });
    expect(made).toMatchObject({ status: 201, body: { disabledAt: null } });
  });

  it('is proposed to a second person with a passed report alone, or with the waiver in sight', async () => {
    const { body } = await makeLive('Bank of two');
    await setApprovals(stack.database, { setting: 'live-network', count: 'two', actor: 'command:test' });
    const hasty = await makeLive('Bank of one', { withoutCertificate: true, reason: 'not examined yet' });
    expect(hasty.body['disabledAt']).not.toBeNull();
    const enable = `${PARTNERS}/${String(body['id'])}/enable`;
    expect((await ask('POST', enable)).status).toBe(409);
    const waived = await ask('POST', enable, { withoutCertificate: true, reason: 'agreed with the bank' });
    expect(waived).toMatchObject({ status: 202, body: { after: { disabled: false, withoutCertificate: true } } });
  });
});

it('a partner that does not exist has no reports', async () => {
  expect((await ask('GET', `${PARTNERS}/ptn_00000000000000000000000000/certificates`)).status).toBe(404);
});
