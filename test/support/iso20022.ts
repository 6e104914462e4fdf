import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';
import type { ProfileName } from '../../domain/facts/bank-profiles';
import { profileReader } from '../../domain/payments/iso20022/bank-profile';
import { ProfiledMessage } from '../../domain/payments/iso20022/profiled-message';

/** @returns what writes a message by the rules of a profile on a day */
export function messageBy(profile: ProfileName, day = '2026-11-28'): ProfiledMessage {
  return new ProfiledMessage(profileReader({ profile })(new Date(`${day}T12:00:00Z`)));
}

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
