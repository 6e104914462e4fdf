import { EVENT_TYPES, type EventType } from '../../domain/webhooks/events';
import { secretOf, signDelivery, type SignedDelivery } from '../../domain/webhooks/signature';
import RECORDED from './examples.json';
import { isNode, nodesIn, type Node } from './publish/nodes';

/** A request that an operation accepts, and the answer that it got. */
export interface Exchange {
  request?: unknown;
  status: number;
  /** The whole body; absent where the answer is no JSON. */
  answer?: unknown;
}

/**
 * By operation. test/api/openapi/examples.test.ts asks each of a running service and writes this file again with
 * UPDATE_EXAMPLES=1.
 */
export const EXCHANGES: Readonly<Record<string, Exchange>> = RECORDED;

/** Of no subscription: the secret that the samples of deliveries are signed with. */
export const SAMPLE_SECRET = secretOf(Buffer.from('0123456789abcdef0123456789abcdef'));
const SAMPLE_EVENT_ID = 'evt_00000000007000000000000000';
const SAMPLE_TIME = new Date('2026-01-31T12:00:00Z');

/** A delivery of an event as a receiver gets it: bytes and headers, signed with `SAMPLE_SECRET`. */
export function sampleDelivery({ name, sample }: EventType): SignedDelivery {
  const event = { id: SAMPLE_EVENT_ID, type: name, createdAt: SAMPLE_TIME, object: sample };
  return signDelivery(event, [SAMPLE_SECRET], SAMPLE_TIME);
}

/** Ids in paths, by the parameter; where one name stands for several kinds, each is an example. */
const PATH_EXAMPLES: Readonly<Record<string, Node>> = {
  instructionId: { example: 'instr_06fdpm3hrv7000000000000001' },
  code: { example: '610910' },
  country: { example: 'DE' },
  calendarId: { example: 'DE' },
  date: { example: '2026-12-23' },
  statementId: { example: 'stm_06fdpm3hrv7000000000000001' },
  webhookId: { example: 'wh_06fdpm3hrv7000000000000001' },
  deliveryId: { example: 'dlv_06fdpm3hrv7000000000000001' },
  eventId: { example: 'evt_06fdpm3hrv7000000000000001' },
  recoveryId: { example: 'rcv_06fdpm3hrv7000000000000001' },
  drillId: { example: 'drl_06fdpm3hrv7000000000000001' },
  partnerId: { example: 'ptn_06fdpm3hrv7000000000000001' },
  routeId: { example: 'rt_06fdpm3hrv7000000000000001' },
  id: {
    examples: {
      shipment: { value: 'shp_06fdpm3hrv7000000000000001' },
      document: { value: 'doc_06fdpm3hrv7000000000000001' },
    },
  },
};

function parametersOf(operation: Node): Node[] {
  return Array.isArray(operation['parameters']) ? operation['parameters'].filter(isNode) : [];
}

function jsonOf(message: unknown): Node | undefined {
  return isNode(message) ? nodesIn(message, 'content').find(([type]) => type === 'application/json')?.[1] : undefined;
}

function addExchange(operation: Node, { request, status, answer }: Exchange): void {
  const asked = operation['requestBody'];
  const bodies = isNode(asked) ? nodesIn(asked, 'content') : [];
  // What may be sent as JSON was sent so; an example of a form or a file has another shape.
  const isJson = bodies.some(([type]) => type === 'application/json');
  for (const [type, body] of bodies) {
    if (request !== undefined && (!isJson || type === 'application/json')) body['example'] = request;
  }
  const responses = isNode(operation['responses']) ? operation['responses'] : {};
  const reply = jsonOf(responses[String(status)]);
  if (reply !== undefined && answer !== undefined) reply['example'] = answer;
}

/** Examples of the headers of all events; every operation gets the same ones, so that generators see one parameter. */
function headerExamples(): ReadonlyMap<string, Node> {
  const examples = new Map<string, Node>();
  for (const type of EVENT_TYPES) {
    for (const [name, value] of Object.entries(sampleDelivery(type).headers)) {
      examples.set(name, { ...examples.get(name), [type.name]: { value } });
    }
  }
  return examples;
}

/** Adds recorded exchanges and signed sample deliveries to the document, in place. */
export function addExamples(document: object, exchanges: Readonly<Record<string, Exchange>>): void {
  if (!isNode(document)) return;
  for (const [, item] of nodesIn(document, 'paths')) {
    for (const operation of Object.values(item).filter(isNode)) {
      const exchange = exchanges[String(operation['operationId'])];
      if (exchange !== undefined) addExchange(operation, exchange);
      for (const one of parametersOf(operation)) {
        if (one['in'] === 'path') Object.assign(one, PATH_EXAMPLES[String(one['name'])]);
      }
    }
  }
  const headers = headerExamples();
  for (const [, item] of nodesIn(document, 'webhooks')) {
    for (const operation of Object.values(item).filter(isNode)) {
      for (const one of parametersOf(operation)) one['examples'] = headers.get(String(one['name']));
    }
  }
}
