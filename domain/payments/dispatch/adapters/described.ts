import { z } from 'zod';
import type { FieldFault } from '../../../errors';
import { descriptionFaults } from '../description/check';
import { PartnerDescription, type Description } from '../description/schema';
import { defineAdapter, PROOF_MEMBERS } from './adapter';
import { addressFaults, isAddress } from './address';

/** With the blanks that Postgres adds it stays within what a partner's settings may be. */
const MAX_BYTES = 6_000;

function sizeFaults(description: Description): FieldFault[] {
  const bytes = new TextEncoder().encode(JSON.stringify(description)).length;
  if (bytes <= MAX_BYTES) return [];
  return [{ field: '', code: 'too_long', message: `has ${bytes} bytes, of ${MAX_BYTES} without blanks between them.` }];
}

const Shape = z.object({
  description: PartnerDescription.meta({
    description: 'description of the API of a described partner; for the command a file of JSON',
    isFile: true,
  }),
  ...PROOF_MEMBERS,
});

const TRAITS = {
  name: 'described',
  about: 'a bank by its description',
  examination: 'twin',
  isSimulated: false,
  needsBankCode: false,
  destination: ['description.baseUrl', 'description.inquire'],
} as const;

/** Settings of a bank whose API is described. Source: docs/GAPS.md#described */
export const describedSettings = defineAdapter(TRAITS, Shape, ({ description }, environment) => {
  const { baseUrl } = description;
  const address = isAddress(baseUrl)
    ? addressFaults('baseUrl', baseUrl, environment)
    : [{ field: 'baseUrl', code: 'url', message: 'must begin with http:// or https://.' }];
  const faults = [...sizeFaults(description), ...address, ...descriptionFaults(description)];
  return faults.map((fault) => ({
    ...fault,
    field: fault.field === '' ? 'description' : `description.${fault.field}`,
  }));
});
