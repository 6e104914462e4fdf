import { z } from 'zod';
import type { FieldFault } from '../../../errors';
import { defineAdapter } from './adapter';

const MAX_URL = 2_000;
const NO_ADDRESS = 'An http partner needs an address that begins with http:// or https://.';

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= MAX_URL &&
  /^https?:\/\//.test(value.trim()) &&
  URL.canParse(value.trim());

const BaseUrl = z
  .custom<string>(isAddress, { error: NO_ADDRESS, params: { code: 'url' } })
  .transform((url) => url.trim().replace(/\/+$/, ''))
  .meta({ description: 'base address of an http partner; https when it is live' });

/** Settings of a partner that speaks the HTTP partner protocol. Source: docs/GAPS.md#P14, docs/GAPS.md#A4 */
export const httpSettings = defineAdapter('http', z.object({ url: BaseUrl }), ({ url }, environment) => {
  const fault = (code: string, message: string): FieldFault => ({ field: 'url', code, message });
  const { protocol, search, hash, username, password } = new URL(url);
  const faults: FieldFault[] = [];
  if (environment === 'live' && protocol !== 'https:') {
    faults.push(fault('https', 'A live partner needs https: its instructions carry account numbers.'));
  }
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    const message = 'The address of a partner must have no query, fragment, user or password: paths are added to it.';
    faults.push(fault('url_parts', message));
  }
  return faults;
});
