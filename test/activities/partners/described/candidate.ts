import type { DescribedSubject, ScenarioKind } from '../../../../activities/partners/laboratory/bench';
import type { Candidate } from '../../../../activities/partners/laboratory/certify';
import { describedCandidate } from '../../../../activities/partners/laboratory/described-candidate';
import type { Description } from '../../../../domain/payments/dispatch/description/schema';
import { PAYEE } from '../conformance';

/** What the laboratory plays with described banks. */
export const DESCRIBED_KINDS: readonly ScenarioKind[] = ['adapter', 'calls', 'described', 'notices'];

/**
 * @param notify takes a notification in; by default it is judged by its proof alone
 * @returns a described bank for the laboratory
 */
export function candidateOf(
  description: Description,
  credentials: Readonly<Record<string, string>>,
  notify?: DescribedSubject['notify'],
): Candidate {
  return describedCandidate({
    partnerId: null,
    settings: { adapter: 'described', config: { description } },
    description,
    credential: (name) => Promise.resolve(credentials[name] ?? null),
    publicUrl: 'https://corridor.example',
    payee: PAYEE,
    ...(notify === undefined ? {} : { notify }),
  });
}
