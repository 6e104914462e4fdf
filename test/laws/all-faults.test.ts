import { instructionBody } from '../support/builders';
import { startLawStack, type LawStack } from './law-stack';

let law: LawStack;

beforeAll(async () => {
  law = await startLawStack();
});

afterAll(() => law.stop());

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
    body: { confirmedAt: AHEAD, actualAmount: 5, actualCurrency: 'USD' },
    fields: ['confirmedAt', 'settlementReference'],
  },
  {
    what: 'a target that is refused',
    operation: ['POST', '/v1/webhooks'],
    by: 'client',
    body: { url: 'https://10.0.0.1/', events: ['nope'] },
    fields: ['events.0', 'url'],
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
];

it.each(REFUSED)('names $what beside the other faults', async ({ operation: [method, path], by, body, fields }) => {
  const answer = await law.ask(method, path, { key: law.keys[by], body });
  expect(answer.status).toBe(400);
  const { error } = answer.body as unknown as { error: { details: { field: string }[] } };
  expect(error.details.map(({ field }) => field)).toEqual(expect.arrayContaining(fields));
});
