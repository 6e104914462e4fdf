import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import canonicalJson from 'canonicalize';
import { ENDPOINTS } from '../../../api/endpoints';
import { openApiDocument } from '../../../api/openapi/document';
import { SAMPLE_SECRET } from '../../../api/openapi/examples';
import { isNode, nodesIn } from '../../../api/openapi/publish/nodes';
import { verifyWebhook } from '../../../client/src/webhooks';

const document = openApiDocument(ENDPOINTS);

/** The sample of an event with the headers that the document shows for it. */
function sampleOf(name: string): { body: unknown; headers: Record<string, string> } {
  const operation: unknown = document.webhooks?.[name]?.post;
  const parameters = isNode(operation) && Array.isArray(operation['parameters']) ? operation['parameters'] : [];
  const components: unknown = document.components?.parameters;
  const headers = parameters.filter(isNode).map(({ $ref }) => {
    const parameter = isNode(components) ? components[String($ref).split('/').at(-1) ?? ''] : undefined;
    const sample = isNode(parameter)
      ? nodesIn(parameter, 'examples').find(([event]) => event === name)?.[1]
      : undefined;
    return [isNode(parameter) ? String(parameter['name']) : '', String(sample?.['value'])] as const;
  });
  const [content] =
    isNode(operation) && isNode(operation['requestBody']) ? nodesIn(operation['requestBody'], 'content') : [];
  return { body: content?.[1]['example'], headers: Object.fromEntries(headers) };
}

describe('the samples of deliveries', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(Object.keys(document.webhooks ?? {}).map((name) => [name]))(
    '%s verifies with the sample secret',
    async (name) => {
      const { body, headers } = sampleOf(name);
      const bytes = canonicalJson(body) ?? '';
      const sentAt = Number(headers['webhook-timestamp']) * 1000;
      jest.useFakeTimers({ now: sentAt });
      expect(new Webhook(SAMPLE_SECRET).verify(bytes, headers)).toEqual(body);
      expect(() => new Webhook(SAMPLE_SECRET).verify(`${bytes} `, headers)).toThrow('signature');
      expect(await verifyWebhook(bytes, headers, SAMPLE_SECRET, sentAt)).toEqual(body);
      const digest = createHmac('sha256', SAMPLE_SECRET).update(bytes).digest('hex');
      expect(headers['X-Service-Signature']).toBe(digest);
      const { signature, ...unsigned } = body as Record<string, unknown>;
      if (signature === undefined) return;
      const inside = createHmac('sha256', SAMPLE_SECRET)
        .update(canonicalJson(unsigned) ?? '')
        .digest('hex');
      expect(signature).toBe(`sha256=${inside}`);
    },
  );
});
