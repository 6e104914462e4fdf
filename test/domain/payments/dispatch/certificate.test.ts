import {
  countOutcomes,
  reportHash,
  settingsHash,
  verdictOf,
  type LaboratoryReport,
  type ScenarioOutcome,
} from '../../../../domain/payments/dispatch/certificate';

const outcomes = (...list: ScenarioOutcome[]) => list.map((outcome) => ({ outcome }));
const passed = (count: number) => outcomes(...Array.from({ length: count }, () => 'passed' as const));

/** Source: docs/GAPS.md#P20 */
describe('the verdict of the laboratory', () => {
  it('passes a partner without a fault in at least 16 scenarios, notes included', () => {
    expect(verdictOf(passed(16))).toBe('passed');
    expect(verdictOf([...passed(15), ...outcomes('warned')])).toBe('passed');
  });

  it('fails it for one fault, or for too few scenarios: skipped ones do not count', () => {
    expect(verdictOf([...passed(30), ...outcomes('failed')])).toBe('failed');
    expect(verdictOf([...passed(15), ...outcomes('skipped', 'skipped')])).toBe('failed');
    expect(verdictOf([])).toBe('failed');
  });

  it('counts the outcomes', () => {
    expect(countOutcomes(outcomes('passed', 'failed', 'passed', 'skipped'))).toEqual({
      ...{ passed: 2, warned: 0, failed: 1, skipped: 1 },
    });
  });
});

describe('the hashes of a report', () => {
  const report: LaboratoryReport = {
    ...{ partnerId: 'ptn_1', adapter: 'http', url: 'https://a.example', settingsHash: 'x', seed: 1 },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:01:00.000Z', verdict: 'failed', results: [] },
  };

  it('depend on the settings and not on the order of their members', () => {
    const hash = settingsHash({ adapter: 'http', config: { url: 'https://a.example', more: 1 } });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(settingsHash({ adapter: 'http', config: { more: 1, url: 'https://a.example' } })).toBe(hash);
    expect(settingsHash({ adapter: 'http', config: { url: 'https://b.example', more: 1 } })).not.toBe(hash);
    expect(settingsHash({ adapter: 'described', config: { url: 'https://a.example', more: 1 } })).not.toBe(hash);
  });

  it('change with every member of the report', () => {
    expect(reportHash({ ...report })).toBe(reportHash(report));
    expect(reportHash({ ...report, verdict: 'passed' })).not.toBe(reportHash(report));
    expect(reportHash({ ...report, seed: 2 })).not.toBe(reportHash(report));
  });
});
