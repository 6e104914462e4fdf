import { isTraced, startTracing, type Tracing } from '../../process/tracing';
import { instructionBody } from '../support/builders';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface Span {
  traceId: string;
  name: string;
  attributes: Attribute[];
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

const exportsOf = (collector: ScriptedServer): Export[] =>
  collector.requests
    .filter(({ path }) => path === '/v1/traces')
    .map(({ body }) => JSON.parse(body.toString('utf8')) as Export);

const spansOf = (collector: ScriptedServer): Span[] =>
  exportsOf(collector).flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

describe('whether a process is traced', () => {
  const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  it.each([
    [{}, false],
    [address, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
    [{ ...address, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '', OTEL_TRACES_EXPORTER: '' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ ...address, OTEL_SDK_DISABLED: 'true' }, false],
    [{ ...address, OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('%j: %s', (environment, expected) => {
    expect(isTraced(environment)).toBe(expected);
  });

  it('loads nothing and makes nothing where it is not', async () => {
    expect(await startTracing({})).toBeNull();
  });
});

describe('a traced process', () => {
  let collector: ScriptedServer;
  let receiver: ScriptedServer;
  let partner: TestPartner;
  let stack: Stack;
  let tracing: Tracing | null;

  beforeAll(async () => {
    collector = await startScriptedServer(() => ({ status: 200, body: {} }));
    receiver = await startScriptedServer(() => ({ status: 200 }));
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    tracing = await startTracing(process.env);
    stack = await startStack({ tracing, webhookTrustedOrigins: [receiver.url] });
    partner = await startTestPartner(stack.database, stack.vault, { name: 'Nordic' });
  });
  afterAll(() => {
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  });

  it('has one trace from the request to the partner and to the receiver of the event, and names nobody', async () => {
    const key = await stack.createKey('Blue Harbour');
    const hook = { url: `${receiver.url}/hook`, events: ['payment.submitted'] };
    expect((await stack.call('POST', '/v1/webhooks', { key, body: hook })).status).toBe(201);
    const body = instructionBody({ settlementRoute: { routeId: partner.routeId } });
    const answer = await stack.call('POST', '/api/v1/payments/instructions', { key, body });
    expect(answer.status).toBe(201);
    await receiver.until((requests) => requests.length > 0, 'the delivery');
    await stack.stopWorkers();
    await tracing?.stop();

    const spans = spansOf(collector);
    const requestId = answer.headers.get('request-id');
    const request = spans.find(({ attributes }) =>
      attributes.some(({ key: name, value }) => name === 'corridor.request_id' && value.stringValue === requestId),
    );
    expect(request?.name).toBe('POST createPaymentInstruction');
    const names = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name);
    // The workflow of the payment goes on: its span is there when it has its outcome.
    expect(names).toEqual(
      expect.arrayContaining([
        'HandleUpdate:submission',
        'POST createPaymentInstruction',
        'RunActivity:sendInstruction',
        'StartActivity:sendInstruction',
        'SignalWithStartWorkflow:webhookSender',
        'UpdateWithStartWorkflow:submission',
        'partner call',
        'webhook delivery',
      ]),
    );
    expect(partner.submissions()[0]?.headers['traceparent']).toContain(request?.traceId);
    expect(receiver.requests[0]?.headers['traceparent']).toContain(request?.traceId);

    const [first] = exportsOf(collector);
    expect(first?.resourceSpans[0]?.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'corridor' },
    });
    const { beneficiary } = body as { beneficiary: { name: string; bankAccount: { accountNumber: string } } };
    const sent = JSON.stringify(spans);
    for (const secret of [beneficiary.name, beneficiary.bankAccount.accountNumber, key])
      expect(sent).not.toContain(secret);
  });
});
