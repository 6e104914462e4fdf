import type { Environment } from '../../../auth/tenant';
import type { FieldFault } from '../../../errors';

const MAX_URL = 2_000;

/** Whether a value is an HTTP or HTTPS URL. */
export function isAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= MAX_URL &&
    /^https?:\/\//.test(value.trim()) &&
    URL.canParse(value.trim())
  );
}

/** Faults of the base address of a partner; a live partner needs HTTPS. Source: docs/GAPS.md#P14, docs/GAPS.md#A4 */
export function addressFaults(field: string, url: string, environment: Environment): FieldFault[] {
  const { protocol, search, hash, username, password } = new URL(url);
  const faults: FieldFault[] = [];
  if (environment === 'live' && protocol !== 'https:') {
    const message = 'A live partner needs https: its instructions carry account numbers.';
    faults.push({ field, code: 'https', message });
  }
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    const message = 'The address of a partner must have no query, fragment, user or password: paths are added to it.';
    faults.push({ field, code: 'url_parts', message });
  }
  return faults;
}
