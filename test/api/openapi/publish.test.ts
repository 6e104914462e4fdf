import { z } from 'zod';
import { createDocument } from 'zod-openapi';
import { publish } from '../../../api/openapi/publish/publish';
import { optional } from '../../../domain/schema-tools';

/** The published schema of a request body, and the components beside it. */
function published(body: z.ZodType): { body: Record<string, unknown>; schemas: Record<string, unknown> } {
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: 'test', version: '1' },
    paths: {
      '/things': {
        post: {
          operationId: 'makeThing',
          requestBody: { content: { 'application/json': { schema: body } } },
          responses: { 200: { description: 'made' } },
        },
      },
    },
    components: { schemas: {} },
  });
  publish(document);
  const schemas = JSON.parse(JSON.stringify(document.components?.schemas)) as Record<string, Record<string, unknown>>;
  return { schemas, body: schemas['MakeThingRequest'] ?? {} };
}

function property(schema: z.ZodType, name = 'member'): unknown {
  const { body } = published(z.object({ [name]: schema }));
  return (body['properties'] as Record<string, unknown>)[name];
}

describe('the published schema', () => {
  it('keeps numbers in 64 bits', () => {
    expect(property(z.number())).toEqual({ type: 'number', format: 'double' });
    expect(property(z.int())).toEqual({ type: 'integer', format: 'int64' });
    expect(property(z.int().min(1).max(9))).toEqual({ type: 'integer', format: 'int64', minimum: 1, maximum: 9 });
  });

  it('does not mention null where it means absence', () => {
    expect(property(optional(z.string().max(5)))).toEqual({ type: 'string', maxLength: 5 });
    expect(property(optional(z.enum(['a', 'b'])))).toEqual({ $ref: '#/components/schemas/MakeThingRequestMember' });
  });

  it('mentions null where it means something', () => {
    expect(property(z.string().max(5).nullish())).toEqual({ type: ['string', 'null'], maxLength: 5 });
    expect(property(z.number().nullable())).toEqual({ type: ['number', 'null'], format: 'double' });
    const reference = { $ref: '#/components/schemas/MakeThingRequestMember' };
    expect(property(z.enum(['a', 'b']).nullable())).toEqual({ anyOf: [reference, { type: 'null' }] });
  });

  it('has no boolean of one value, of which a generator makes an enumeration of texts', () => {
    expect(property(z.literal(true))).toEqual({ type: 'boolean', examples: [true] });
    expect(property(z.literal('one'))).toEqual({ type: 'string', const: 'one' });
  });

  it('writes patterns that every engine reads alike', () => {
    const pattern = (regex: RegExp) => (property(z.string().regex(regex)) as { pattern: string }).pattern;
    expect(pattern(/^\P{Cc}*$/u)).toBe(String.raw`^[^\x00-\x1f\x7f-\x9f]*$`);
    expect(pattern(/^\d{4}$/)).toBe('^[0-9]{4}$');
    expect(new RegExp(pattern(/^[^\p{C}]*$/u)).test('order-1')).toBe(true);
  });

  it('gives texts the format that their name tells', () => {
    expect(property(z.string(), 'settledAt')).toEqual({ type: 'string', format: 'date-time' });
    expect(property(z.string(), 'valueDate')).toEqual({ type: 'string', format: 'date' });
    expect(property(z.string(), 'format')).toEqual({ type: 'string' });
  });

  it('names unions and inline objects, equal ones once', () => {
    const money = () => z.object({ amount: z.number() });
    const { body, schemas } = published(z.object({ paid: money(), received: money(), lines: z.array(z.object({})) }));
    const reference = { $ref: '#/components/schemas/MakeThingRequestPaid' };
    expect(body['properties']).toMatchObject({ paid: reference, received: reference });
    expect(Object.keys(schemas)).toEqual(['MakeThingRequest', 'MakeThingRequestLine', 'MakeThingRequestPaid']);
    expect(property(z.union([z.number(), z.string()]))).toEqual({
      $ref: '#/components/schemas/MakeThingRequestMember',
    });
  });
});
