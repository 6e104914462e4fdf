import { certify, SCENARIOS } from '../../../../activities/partners/laboratory/certify';
import { httpCandidate } from '../../../../activities/partners/laboratory/http-candidate';
import type { LaboratoryReport } from '../../../../domain/payments/dispatch/certificate';
import { PAYEE, WAITS } from '../conformance';
import { SECRET, startProtocolPartner, type Fault } from './protocol-partner';

const SEED = 1;

async function examine(fault: Fault | null, secret: string | null = SECRET): Promise<LaboratoryReport> {
  const { url } = await startProtocolPartner(fault);
  const candidate = httpCandidate({
    partnerId: null,
    url,
    publicUrl: 'https://corridor.example',
    secret,
    payee: PAYEE,
  });
  return certify(candidate, { seed: SEED, waits: WAITS });
}

const faultsOf = ({ results }: LaboratoryReport): string[] =>
  [...new Set(results.flatMap(({ outcome, fault }) => (outcome === 'failed' && fault !== null ? [fault] : [])))].sort();

/** Source: docs/GAPS.md#P20 */
describe('the laboratory', () => {
  it('passes a partner that keeps to the protocol, after at least 16 scenarios', async () => {
    const report = await examine(null);
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report.results.length).toBeGreaterThanOrEqual(16);
    expect(report.verdict).toBe('passed');
  });

  it.each<[Fault, string[]]>([
    [
      'a new reference for each repetition',
      ['concurrent_duplicates', 'key_reused', 'other_reference', 'second_reference'],
    ],
    ['looks for the key before it writes it down', ['concurrent_duplicates']],
    ['one reference for all', ['shared_reference']],
    ['forgets what it took', ['denies_order']],
    ['a page for what it never got', ['unknown_without_json']],
    ['finds by the beginning of an id', ['confuses_ids']],
    ['finds by the first 25 characters of an id', ['confuses_ids']],
    ['takes calls without a signature', ['unsigned_taken']],
    ['does not look at the time', ['stale_call_taken']],
    ['verifies its own spelling of the body', ['body_not_raw']],
    ['compares the whole signature header', ['later_signature_refused']],
    ['refuses members that it does not know', ['unknown_member_refused']],
    ['verifies the body as Latin-1', ['unicode_refused']],
    ['another body under a key is another payment', ['key_reused']],
    ['answers after more than five seconds', ['slow_answer']],
    ['no reference', ['no_reference']],
    ['redirects', ['redirect']],
    ['answers with a megabyte', ['answer_too_long']],
    ['refuses the second cancellation', ['cancel_repeat_refused']],
    ['cancels what it never got, and takes it', ['cancelled_then_taken']],
    ['cancels in words', ['cancelled_in_words']],
    ['cancels without a look at the signature', ['forged_cancellation']],
    ['cannot cancel', ['cancellation_unusable']],
    ['takes what it rejected', ['rejected_and_taken']],
    ['rejects with a page', ['rejection_without_reason']],
    ['takes half a body', ['broken_json_taken']],
    ['rejects repetitions', ['concurrent_rejected', 'order_rejected', 'repeat_refused']],
    [
      'claims to have what it never got',
      [
        ...['broken_json_taken', 'changed_body_taken', 'claims_unknown', 'confuses_ids', 'half_request_taken'],
        ...['rejected_and_taken', 'stale_call_taken', 'unsigned_taken', 'wrong_signature_taken'],
      ],
    ],
    ['takes any signature', ['changed_body_taken', 'forged_cancellation', 'stale_call_taken', 'wrong_signature_taken']],
    [
      'does not look at the body of what was signed',
      ['changed_body_taken', 'forged_cancellation', 'later_signature_refused', 'wrong_signature_taken'],
    ],
  ])('names the fault of a partner: %s', async (fault, expected) => {
    const report = await examine(fault);
    expect(faultsOf(report)).toEqual(expected);
    expect(report.verdict).toBe('failed');
  });

  it('spares a partner that takes no order the other scenarios', async () => {
    const { results } = await examine('redirects');
    expect(results.slice(1).every(({ outcome }) => outcome === 'skipped')).toBe(true);
  });

  it('examines no signatures where the secret is unknown', async () => {
    const { results, verdict } = await examine('takes any signature', null);
    expect(results.filter(({ outcome }) => outcome === 'skipped').map(({ message }) => message)).toEqual(
      Array.from({ length: 8 }, () => 'the signing secret is unknown'),
    );
    expect(verdict).toBe('passed');
  });

  it('plays the scenarios in the order of the seed, the first one first', async () => {
    const order = async (): Promise<string[]> => (await examine(null)).results.map(({ scenario }) => scenario);
    const first = await order();
    expect(await order()).toEqual(first);
    expect(first[0]).toBe('takes_order');
    expect(first).not.toEqual(SCENARIOS.map(({ name }) => name));
  });
});
