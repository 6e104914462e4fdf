import { readFileSync } from 'node:fs';
import { PartnerDescription, type Description } from '../../domain/payments/dispatch/description/schema';

/** The descriptions in docs/examples/banks. */
export const EXAMPLE_BANKS = ['json-header', 'json-hmac', 'form-oauth', 'xml-mtls'] as const;
export type ExampleBank = (typeof EXAMPLE_BANKS)[number];

/** @returns a description that ships, with some members changed */
export function exampleBank(name: ExampleBank, changes: Partial<Description> = {}): Description {
  const text = readFileSync(`docs/examples/banks/${name}.json`, 'utf8');
  return { ...PartnerDescription.parse(JSON.parse(text)), ...changes };
}
