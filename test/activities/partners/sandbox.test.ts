import { sandboxAdapter } from '../../../activities/partners/sandbox';
import { CONFORMANCE_ORDER, describeConformance } from './conformance';

/** Ends of account numbers: of one that the sandbox takes, and of one that it rejects. Source: docs/GAPS.md#P15 */
const ACCOUNTS = { take: '10000000', reject: '10000001' };

describeConformance('sandbox', () => {
  const started = new Set<string>();
  const workflows = {
    // As the real one: a workflow of that id is begun once.
    startSandbox: ({ instructionId }: { instructionId: string }) => Promise.resolve(void started.add(instructionId)),
    hasSandbox: (instructionId: string) => Promise.resolve(started.has(instructionId)),
    sandboxScenarioOf: () => Promise.resolve('settles'),
  };
  const adapter = sandboxAdapter({ workflows, stepDelayMs: 0 });
  return Promise.resolve({
    adapter,
    away: null,
    order: (instructionId, wish) => {
      const { beneficiary } = CONFORMANCE_ORDER.privateData;
      const bankAccount = { ...beneficiary.bankAccount, accountNumber: ACCOUNTS[wish] };
      const privateData = { ...CONFORMANCE_ORDER.privateData, beneficiary: { ...beneficiary, bankAccount } };
      return { ...CONFORMANCE_ORDER, instructionId, privateData };
    },
    taken: () => [...started],
    close: () => Promise.resolve(),
  });
});

/** Source: docs/GAPS.md#P15, docs/GAPS.md#recalls */
describe('a recall of what the sandbox has settled', () => {
  const recall = { amount: 100, currency: 'USD', reasonCode: 'DUPL', reason: null };

  it.each([
    ['recallable', 'requested', [['recalled', 'return']]],
    ['settles', 'refused', []],
    [null, 'refused', []],
  ])('of the scenario %s is %s', async (scenario, answer, expected) => {
    const begun: unknown[] = [];
    const workflows = {
      startSandbox: (input: { scenario: string }, part?: string) =>
        Promise.resolve(void begun.push([input.scenario, part])),
      hasSandbox: () => Promise.resolve(true),
      sandboxScenarioOf: () => Promise.resolve(scenario),
    };
    const adapter = sandboxAdapter({ workflows, stepDelayMs: 0 });
    expect(await adapter.recall('instr_1', recall)).toBe(answer);
    expect(begun).toEqual(expected);
  });
});
