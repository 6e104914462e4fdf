import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '../../../api/endpoints';
import { openApiDocument } from '../../../api/openapi/document';
import { EXCHANGES, type Exchange } from '../../../api/openapi/examples';
import { isNode, nodesIn } from '../../../api/openapi/publish/nodes';
import { browserPath } from '../../support/browser';
import { shapeDifferences } from './support/example-form';
import { ExampleRun } from './support/example-run';
import { startExampleScene } from './support/example-scene';

const FILE = path.join(__dirname, '../../../api/openapi/examples.json');
/** Set to write the file anew from what the service answers now. */
const IS_RECORDING = process.env['UPDATE_EXAMPLES'] === '1';
/** What a machine without a browser cannot ask. */
const NEED_BROWSER = new Set(['generateDocument', 'getDocument', 'listDocuments', 'downloadDocument']);

describe('the examples of requests and answers', () => {
  let run: ExampleRun;
  /** What the file says, and in the run that writes it, what it says from now on. */
  let examples: Readonly<Record<string, Exchange>> = EXCHANGES;

  beforeAll(async () => {
    const { stack, receiver, partner, keys, play } = await startExampleScene();
    const addresses = { [receiver.url]: 'https://shop.example.com', [partner.server.url]: 'https://north.example.com' };
    run = new ExampleRun(stack, keys, addresses);
    await play(run);
    if (!IS_RECORDING) return;
    examples = Object.fromEntries(run.exchanges);
    // A payment that its partner took late has another answer and another history.
    expect(examples['createPaymentInstruction']?.answer).toMatchObject({ data: { status: 'submitted' } });
    writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
  });

  it.each(ENDPOINTS.map(({ operationId }) => [operationId]))('%s is answered as its example says', (operationId) => {
    if (browserPath() === null && NEED_BROWSER.has(operationId)) return;
    const [example, now] = [examples[operationId], run.exchanges.get(operationId)];
    expect([example?.status, now?.status]).toEqual([now?.status, expect.any(Number)]);
    expect(now?.status).toBeLessThan(300);
    expect(example?.request).toEqual(now?.request);
    expect(shapeDifferences(example?.answer, now?.answer)).toEqual([]);
  });

  it.each(ENDPOINTS.map((record) => [record.operationId, record] as const))(
    '%s has one in the document',
    (_, record) => {
      const example = examples[record.operationId];
      const operation = openApiDocument([record], examples).paths?.[record.path]?.[record.method];
      const body = operation?.requestBody;
      const isAsked = example?.request !== undefined;
      const shown = isNode(body) && nodesIn(body, 'content').map(([, type]) => type['example']);
      // A file that may be sent as several types is one example.
      expect(shown && [...new Set(shown)]).toEqual(isAsked && [example.request]);
      const reply: unknown = operation?.responses?.[String(example?.status)];
      const [content] = isNode(reply) ? nodesIn(reply, 'content') : [];
      expect(content?.[1]['example']).toEqual(content?.[0] === 'application/json' ? example?.answer : undefined);
    },
  );
});
