import { reportedStatus } from '../../../cli/commands/reported-status';
import { sealEvidence } from '../../../db/payments/instruction/private-data';
import { exampleBank } from '../../support/descriptions';
import { TEST_VAULT } from '../../support/limited-app';

const HTTP = { adapter: 'http', config: {} };
const DESCRIBED = { adapter: 'described', config: { description: exampleBank('form-oauth') } };

function read(text: string, partner: { adapter: string; config: Record<string, unknown> } | null, kind = 'status') {
  const evidence = sealEvidence(TEST_VAULT, 'rep_1', {
    body: Buffer.from(text).toString('base64'),
    timestamp: '',
    signature: '',
  });
  const report = { id: 'rep_1', instructionId: 'instr_1', partnerName: 'North', kind, evidence };
  return reportedStatus(TEST_VAULT, report as Parameters<typeof reportedStatus>[1], partner);
}

const payout = (status: string): string =>
  JSON.stringify({ status: 'settled', data: { status, metadata: { reference: 'instr_1' } } });

describe('the status in a stored report on a payment that was lost', () => {
  it('is what a partner of the protocol says', () => {
    expect(read('{"status":"accepted"}', HTTP)).toBe('accepted');
    expect(read('{"status":"taken"}', HTTP)).toBeNull();
    expect(read('{}', HTTP, 'settlement')).toBe('settled');
  });

  it('is unknown where the report cannot be read, and stops nothing', () => {
    expect(read('reference=instr_1&state=paid', HTTP)).toBeNull();
    expect(read('reference=instr_1&state=paid', DESCRIBED)).toBeNull();
    expect(read('<Document/>', null)).toBeNull();
  });

  it('is read by the description of a described bank, and never in its own words', () => {
    expect(read(payout('failed'), DESCRIBED)).toBe('failed');
    expect(read(payout('settled'), DESCRIBED)).toBeNull();
  });
});
