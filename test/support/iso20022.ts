import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

const SCHEMAS = path.join(__dirname, '..', 'fixtures', 'iso20022');

/**
 * Judges messages by the schema of ISO 20022.
 * @param definition such as `pain.001.001.09`
 * @returns what the schema finds wrong with them
 */
export async function schemaFaults(definition: string, ...messages: string[]): Promise<string[]> {
  const schema = readFileSync(path.join(SCHEMAS, `${definition}.xsd`), 'utf8');
  const xml = messages.map((contents, index) => ({ fileName: `message-${index}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema });
  return errors.map(({ message: fault }) => fault);
}
