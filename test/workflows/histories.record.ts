import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { startScriptedServer, type HttpRequest, type Reaction } from '../support/http-server';
import { startTestPartner } from '../support/partner';
import { startStack } from '../support/stack';

const FOLDER = path.join(__dirname, '..', 'fixtures', 'histories');
const PATH = '/api/v1/payments/instructions';

// Not part of the tests: histories are made anew only on purpose, with `npm run record-histories`.
describe('histories of every branch', () => {
  it('are saved for replay', async () => {
    mkdirSync(FOLDER, { recursive: true });
    let react: (request: HttpRequest) => Reaction | undefined = () => undefined;
    const receiver = await startScriptedServer((request) =>
      request.path === '/bad' ? { status: 500 } : { status: 200 },
    );
    const stack = await startStack({ webhookTrustedOrigins: [receiver.url] });
    const partner = await startTestPartner(stack.database, stack.vault, {
      name: 'north',
      react: (request) => react(request),
    });
    const key = await stack.createKey('acme');
    const { workflow } = stack.services.engine.client;

    const save = async (name: string, workflowId: string): Promise<void> => {
      const history = await workflow.getHandle(workflowId).fetchHistory();
      const json = historyToJSON(history).replace(/"identity":\s*"[^"]*"/g, '"identity": "worker"');
      writeFileSync(path.join(FOLDER, `${name}.json`), json);
    };
    const create = async (overrides: Record<string, unknown> = {}): Promise<string> => {
      const answer = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
      return (answer.body['data'] as { instructionId: string }).instructionId;
    };
    const report = (id: string, status: string) =>
      stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status } });
    const hook = async (url: string): Promise<string> => {
      const answer = await stack.call('POST', '/v1/webhooks', {
        key,
        body: { url: receiver.url + url, events: ['payment.submitted'] },
      });
      return String(answer.body['id']);
    };
    const deliveryOf = async (webhookId: string, wanted: (status: string) => boolean): Promise<string> => {
      const read = async () => {
        const answer = await stack.call('GET', `/v1/webhooks/${webhookId}/deliveries`, { key });
        return (answer.body['data'] as { id: string; status: string; attempts: { duration_ms: number | null }[] }[])[0];
      };
      const found = await eventually(
        read,
        (delivery) => delivery !== undefined && wanted(delivery.status),
        'a delivery',
      );
      return found?.id ?? '';
    };

    const good = await hook('/good');
    const bad = await hook('/bad');
    const settled = await create();
    await report(settled, 'accepted');
    await stack.call('POST', `${PATH}/${settled}/settlement`, { key: partner.key, body: settlementBody() });
    await workflow.getHandle(`pay/${settled}`).result();
    await save('payment-settled', `pay/${settled}`);
    const delivered = await deliveryOf(good, (status) => status === 'delivered');
    await workflow.getHandle(`whd/${delivered}`).result();
    await save('delivery-delivered', `whd/${delivered}`);

    const waiting = await deliveryOf(bad, (status) => status === 'pending');
    await stack.call('PATCH', `/v1/webhooks/${bad}`, { key, body: { enabled: false } });
    await deliveryOf(bad, (status) => status === 'paused');
    await stack.call('PATCH', `/v1/webhooks/${bad}`, { key, body: { enabled: true } });
    await deliveryOf(bad, (status) => status === 'pending');
    await save('delivery-waiting', `whd/${waiting}`);
    await stack.call('DELETE', `/v1/webhooks/${bad}`, { key });
    await workflow.getHandle(`whd/${waiting}`).result();
    await save('delivery-cancelled', `whd/${waiting}`);

    react = () => ({ status: 422, body: { message: 'no' } });
    const rejected = await create();
    await workflow.getHandle(`pay/${rejected}`).result();
    await save('payment-rejected', `pay/${rejected}`);

    react = (request) =>
      request.method === 'POST' ? 'reset' : { status: 200, body: { partnerReference: 'N-9', status: 'accepted' } };
    const ambiguous = await create();
    await eventually(
      () => stack.call('GET', `${PATH}/${ambiguous}`, { key }),
      (answer) => (answer.body['data'] as { status: string }).status === 'accepted',
      'the inquiry',
    );
    await report(ambiguous, 'failed');
    await workflow.getHandle(`pay/${ambiguous}`).result();
    await save('payment-ambiguous', `pay/${ambiguous}`);

    react = () => undefined;
    const valueDate = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    const held = await create({ valueDate });
    await stack.call('POST', `${PATH}/${held}/cancel`, { key, body: {} });
    await workflow.getHandle(`pay/${held}`).result();
    await save('payment-held-and-cancelled', `pay/${held}`);

    const early = await create();
    await report(early, 'returned');
    await stack.call('POST', `${PATH}/${early}/settlement`, { key: partner.key, body: settlementBody() });
    await workflow.getHandle(`pay/${early}`).result();
    await save('payment-returned-early', `pay/${early}`);

    const asked = await create();
    await stack.call('POST', `${PATH}/${asked}/cancel`, { key, body: {} });
    await workflow.getHandle(`pay/${asked}`).result();
    await save('payment-cancelled-by-partner', `pay/${asked}`);

    await stack.stop();
    await partner.server.close();
    await receiver.close();
  }, 180_000);
});
