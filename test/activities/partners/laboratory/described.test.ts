import { certify } from '../../../../activities/partners/laboratory/certify';
import type { LaboratoryReport } from '../../../../domain/payments/dispatch/certificate';
import type { Description } from '../../../../domain/payments/dispatch/description/schema';
import { exampleBank } from '../../../support/descriptions';
import { startScriptedServer } from '../../../support/http-server';
import { WAITS } from '../conformance';
import { candidateOf } from '../described/candidate';
import { jsonBank, type BankFault } from '../described/json-bank';

const API_KEY = 'the-key-of-the-bank';

async function examine(
  fault: BankFault | null,
  changes: Partial<Description> = {},
  credentials: Record<string, string> = { 'api-key': API_KEY },
): Promise<LaboratoryReport> {
  const bank = jsonBank(API_KEY, fault);
  const server = await startScriptedServer((request) => bank.react(request));
  const description = exampleBank('json-header', { baseUrl: `${server.url}/v2`, ...changes });
  return certify(candidateOf(description, credentials), { seed: 1, waits: WAITS });
}

const failed = ({ results }: LaboratoryReport) => results.filter(({ outcome }) => outcome === 'failed');
const faultsOf = (report: LaboratoryReport): (string | null)[] =>
  [...new Set(failed(report).map(({ fault }) => fault))].sort();

/** Source: docs/GAPS.md#P20, docs/GAPS.md#described */
describe('the laboratory of described banks', () => {
  it('passes a bank that does what its description says, and says what it cannot judge', async () => {
    const report = await examine(null);
    expect(failed(report)).toEqual([]);
    expect(report.verdict).toBe('passed');
    expect(report.results.length).toBeGreaterThanOrEqual(24);
    const skipped = report.results.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ scenario, message }) => `${scenario}: ${message ?? ''}`).sort()).toEqual([
      'changed_request: not judged: requests carry no keyed hash.',
      'notification_proof: not judged: the bank does not notify.',
      'stale_request: not judged: requests carry no keyed hash.',
    ]);
  });

  it.each<[BankFault, string[]]>([
    [
      'makes a transfer of each request',
      ['concurrent_duplicates', 'key_reused', 'other_reference', 'second_reference'],
    ],
    ['looks for the reference before it writes it down', ['concurrent_duplicates']],
    ['makes another transfer of another amount', ['key_reused']],
    ['one id for all', ['shared_reference']],
    ['names no id', ['no_reference']],
    ['forgets what it took', ['denies_order']],
    ['finds whatever it has', ['cancellation_unusable', 'other_id']],
    ['takes any key', ['wrong_credentials_taken']],
    ['takes calls without a key', ['no_credentials_taken']],
    ['rejects orders for a wrong key', ['credentials_reject_order']],
    ['has a state that is not described', ['status_not_described']],
    ['answers in words that no rule has', ['unexpected_status']],
    ['takes half a body', ['broken_json_taken']],
    ['rejects repetitions', ['concurrent_rejected', 'order_rejected', 'repeat_refused']],
    ['cancels in words', ['cancelled_in_words']],
    ['refuses the second cancellation', ['cancel_repeat_refused']],
    ['cannot cancel', ['cancellation_unusable']],
    ['cannot recall', ['recall_unusable']],
  ])('names the fault of a bank that %s', async (fault, expected) => {
    const report = await examine(fault);
    expect(faultsOf(report)).toEqual(expected);
    expect(report.verdict).toBe('failed');
  });

  it('names the member of the description, or the rule that decided', async () => {
    const messages = async (fault: BankFault): Promise<string | null | undefined> =>
      failed(await examine(fault))[0]?.message;
    expect(await messages('names no id')).toBe(
      'An order was not taken: HTTP 201 without /id. In the description submit.reference /id leads to nothing: the answer counts as unknown.',
    );
    expect(await messages('answers in words that no rule has')).toContain(
      'In the description submit.answers no rule fits HTTP 207',
    );
    expect(await messages('has a state that is not described')).toContain(
      'statuses has no status of ours for "PARKED", which is at /',
    );
    expect(await messages('forgets what it took')).toContain(
      'The last answer was read by inquire.answers.0 of the description.',
    );
  });

  it('names a credential that is not set, of requests and of notifications', async () => {
    expect(faultsOf(await examine(null, {}, {}))).toEqual(['credential_missing']);
    const { notifications } = exampleBank('form-oauth');
    expect(faultsOf(await examine(null, { notifications }))).toEqual(['credential_missing']);
    const credentials = { 'api-key': API_KEY, 'webhook-secret': 'secret' };
    expect(faultsOf(await examine(null, { notifications }, credentials))).toEqual([]);
  });
});
