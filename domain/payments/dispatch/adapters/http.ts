import { z } from 'zod';
import { defineAdapter, PROOF_MEMBERS } from './adapter';
import { addressFaults, isAddress } from './address';

const NO_ADDRESS = 'An http partner needs an address that begins with http:// or https://.';

const BaseUrl = z
  .custom<string>(isAddress, { error: NO_ADDRESS, params: { code: 'url' } })
  .transform((url) => url.trim().replace(/\/+$/, ''))
  .meta({ description: 'base address of an http partner; https when it is live' });

const TRAITS = {
  name: 'http',
  about: 'a partner that implements the partner protocol',
  examination: 'itself',
  isSimulated: false,
  needsBankCode: false,
  destination: ['url'],
} as const;

/** Settings of a partner that speaks the HTTP partner protocol. Source: docs/GAPS.md#P14, docs/GAPS.md#A4 */
export const httpSettings = defineAdapter(
  TRAITS,
  z.object({ url: BaseUrl, ...PROOF_MEMBERS }),
  ({ url }, environment) => addressFaults('url', url, environment),
);
