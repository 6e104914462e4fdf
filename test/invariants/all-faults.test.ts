import { Resolver } from 'node:dns/promises';
import { instructionBody } from '../support/builders';
import { startOperationsStack, type OperationsStack } from './operations-stack';

let service: OperationsStack;

beforeAll(async () => {
  jest.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['10.0.0.1']);
  service = await startOperationsStack();
});

const INSTRUCTIONS = '/api/v1/payments/instructions';
const UNKNOWN = `${INSTRUCTIONS}/instr_00000000000000000000000000`;
const AHEAD = '2190-01-01T00:00:00Z';

interface Refused {
  what: string;
  operation: [method: string, path: string];
  by: 'client' | 'partner';
  body: object;
  fields: string[];
}

/** What only a rule between members, the clock or a setting refuses, beside what the schema refuses. */
const REFUSED: Refused[] = [
  {
    what: 'a value date in the past',
    operation: ['POST', INSTRUCTIONS],
    by: 'client',
    body: instructionBody({ valueDate: '2020-01-01', purpose: {} }),
    fields: ['purpose.code', 'valueDate'],
  },
  {
    what: 'a value date too far ahead, in a preview',
    operation: ['POST', '/api/v1/payments/preview'],
    by: 'client',
    body: instructionBody({ valueDate: '2190-01-01', purpose: {} }),
    fields: ['purpose.code', 'valueDate'],
  },
  {
    what: 'a report from ahead',
    operation: ['PUT', `${UNKNOWN}/status`],
    by: 'partner',
    body: { timestamp: AHEAD },
    fields: ['status', 'timestamp'],
  },
  {
    what: 'a confirmation from ahead',
    operation: ['POST', `${UNKNOWN}/settlement`],
    by: 'partner',
    body: { confirmedAt: AHEAD, actualAmount: 5 },
    fields: ['actualCurrency', 'confirmedAt'],
  },
  {
    what: 'a target that is refused',
    operation: ['POST', '/v1/webhooks'],
    by: 'client',
    body: { url: 'https://10.0.0.1/', events: ['nope'] },
    fields: ['events.0', 'url'],
  },
  {
    what: 'a target whose name has a private address',
    operation: ['POST', '/v1/webhooks'],
    by: 'client',
    body: { url: 'https://inside.example.com/', events: ['nope'] },
    fields: ['events.0', 'url'],
  },
  {
    what: 'a route that there is not, and a value date in the past,',
    operation: ['POST', INSTRUCTIONS],
    by: 'client',
    body: instructionBody({ amount: -1, valueDate: '2020-01-01', settlementRoute: { routeId: 'rt_none' } }),
    fields: ['amount', 'settlementRoute.routeId', 'valueDate'],
  },
  {
    what: 'a value date beside a route, of a body of the right shape,',
    operation: ['POST', INSTRUCTIONS],
    by: 'client',
    body: instructionBody({ valueDate: '2020-01-01', settlementRoute: { routeId: 'rt_none' } }),
    fields: ['settlementRoute.routeId', 'valueDate'],
  },
  {
    what: 'a quote that there is not',
    operation: ['POST', INSTRUCTIONS],
    by: 'client',
    body: instructionBody({ purpose: {}, quoteId: 'quote_none' }),
    fields: ['purpose.code', 'quoteId'],
  },
  {
    what: 'a quote that there is not, in a body of the right shape,',
    operation: ['POST', INSTRUCTIONS],
    by: 'client',
    body: instructionBody({ valueDate: '2020-01-01', quoteId: 'quote_none' }),
    fields: ['valueDate', 'quoteId'],
  },
  {
    what: 'a recovery that begins ahead',
    operation: ['POST', '/v1/webhooks/wh_00000000000000000000000000/recover'],
    by: 'client',
    body: { since: AHEAD, until: 'tomorrow' },
    fields: ['since', 'until'],
  },
  {
    what: 'a value without currency',
    operation: ['POST', '/v1/shipments'],
    by: 'client',
    body: { destination_country: 'DE', value: 5 },
    fields: ['currency', 'origin_country'],
  },
  {
    what: 'a bill of lading without consignee',
    operation: ['POST', '/api/v1/documents/generate'],
    by: 'client',
    body: { type: 'bill_of_lading', data: { goods: 1 } },
    fields: ['data.blNumber', 'data.consignee', 'data.goods'],
  },
  {
    what: 'a bill whose container and dates do not fit',
    operation: ['POST', '/api/v1/documents/generate'],
    by: 'client',
    body: {
      type: 'bill_of_lading',
      instructionId: 'instr_00000000000000000000000000',
      data: {
        containers: [{ number: 'CSQU3054384' }, 5],
        draft: false,
        issueDate: '2026-01-01',
        shippedOnBoardDate: '2026-01-02',
      },
    },
    fields: [
      'instructionId',
      'data.blNumber',
      'data.containers.0.number',
      'data.containers.1',
      'data.carrier',
      'data.shippedOnBoardDate',
    ],
  },
  {
    what: 'an invoice that does not add up',
    operation: ['POST', '/api/v1/documents/generate'],
    by: 'client',
    body: {
      type: 'commercial_invoice',
      shipmentId: 'x'.repeat(65),
      data: { items: [{ quantity: 3, unitPrice: 2, total: 7 }], subtotal: 8, currency: 'USD', invoiceDate: 'soon' },
    },
    fields: ['shipmentId', 'data.items.0.total', 'data.items.0.description', 'data.subtotal', 'data.invoiceDate'],
  },
  {
    what: 'a packing list with a price, and lighter with its packing',
    operation: ['POST', '/api/v1/documents/generate'],
    by: 'client',
    body: {
      type: 'packing_list',
      data: { packages: [{ quantity: 2, netWeight: 5, grossWeight: 2, unitPrice: 5 }], totalPackages: 3 },
    },
    fields: [
      'data.exporter',
      'data.packages.0.type',
      'data.packages.0.grossWeight',
      'data.packages.0.unitPrice',
      'data.totalPackages',
    ],
  },
  {
    what: 'an offer that ends before it is made',
    operation: ['POST', '/api/v1/documents/generate'],
    by: 'client',
    body: { type: 'proforma_invoice', data: { invoiceDate: '2026-01-02', validUntil: '2026-01-01', deposit: -1 } },
    fields: ['data.seller', 'data.validUntil', 'data.deposit', 'data.proformaNumber'],
  },
  {
    what: 'the other members of a document of no known type',
    operation: ['POST', '/api/v1/documents/generate'],
    by: 'client',
    body: { type: 'nope', shipmentId: 5, data: 'x' },
    fields: ['type', 'shipmentId', 'data'],
  },
];

it.each(REFUSED)('names $what beside the other faults', async ({ operation: [method, path], by, body, fields }) => {
  const answer = await service.ask(method, path, { key: service.keys[by], body });
  expect(answer.status).toBe(400);
  const { error } = answer.body as unknown as { error: { details: { field: string }[] } };
  expect(error.details.map(({ field }) => field)).toEqual(expect.arrayContaining(fields));
});
