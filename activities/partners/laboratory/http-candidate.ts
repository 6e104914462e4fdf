import { httpAdapter, signatureHeaders } from '../http';
import type { CertifiedSettings } from '../../../domain/payments/dispatch/certificate';
import { callPartner, type PartnerRequest } from '../partner-call';
import type { Candidate, Payee } from './certify';

/** What is known of a partner of the HTTP protocol. */
interface HttpTarget {
  partnerId: string | null;
  /** All its settings; the address alone where they are not given. */
  settings?: CertifiedSettings;
  /** Base address without a trailing slash. */
  url: string;
  /** Address under which the partner would report, without a trailing slash. */
  publicUrl: string;
  /** Null where it is unknown: signatures are then worthless, and scenarios about them are skipped. */
  secret: string | null;
  payee: Payee;
}

/** Marks the calls of the laboratory, so that a partner pays nothing of it. */
export const MARK = { 'x-corridor-laboratory': 'true' };

/** Signs calls of a partner whose signing secret is unknown, and may verify nothing then. */
const NO_SECRET = 'whsec_laboratory';

/** A partner of the HTTP protocol as a candidate of the laboratory. Source: docs/GAPS.md#P14 */
export function httpCandidate({ secret, ...target }: HttpTarget): Candidate {
  const { partnerId, url, publicUrl, payee } = target;
  const { settings = { adapter: 'http', config: { url } } } = target;
  const sign = (request: PartnerRequest): PartnerRequest => {
    const signed = { ...request, nowMs: Date.now(), validFrom: null };
    return { ...request, headers: { ...request.headers, ...signatureHeaders(secret ?? NO_SECRET, signed) } };
  };
  return {
    partnerId,
    settings,
    url,
    adapter({ call = callPartner, nowMs = Date.now }) {
      const signingSecret = (): Promise<string> => Promise.resolve(secret ?? NO_SECRET);
      const marked: typeof call = (request) => call({ ...request, headers: { ...request.headers, ...MARK } });
      return httpAdapter({ url, publicUrl, signingSecret, nowMs, call: marked });
    },
    sign: secret === null ? null : sign,
    described: null,
    files: null,
    kinds: ['adapter', 'calls', 'http', 'secret'],
    payee,
  };
}
