import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { z } from 'zod';
import { PartnerDescription } from '../../../../../domain/payments/dispatch/description/schema';
import { EXAMPLE_BANKS, exampleBank } from '../../../../support/descriptions';

const FILE = path.join(__dirname, '../../../../../docs/partner-description.schema.json');

function publishedSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(PartnerDescription, { io: 'input' });
  return { $schema, title: 'Description of the API of a bank', ...schema };
}

/** `UPDATE_DESCRIPTION_SCHEMA=1` writes the file anew. */
it('is published as it is', () => {
  const schema = publishedSchema();
  if (process.env['UPDATE_DESCRIPTION_SCHEMA'] === '1') writeFileSync(FILE, `${JSON.stringify(schema, null, 2)}\n`);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
});

describe('the published schema', () => {
  const validate = new Ajv2020({ strict: true }).compile(publishedSchema());

  it.each(EXAMPLE_BANKS)('has room for %s', (name) => {
    expect([validate(exampleBank(name)), validate.errors]).toEqual([true, null]);
  });

  it('has no room for what the service refuses', () => {
    const others: Record<string, unknown> = exampleBank('json-header');
    delete others['inquire'];
    expect(validate(others)).toBe(false);
    expect(validate({ ...exampleBank('json-header'), script: 'x' })).toBe(false);
  });
});
