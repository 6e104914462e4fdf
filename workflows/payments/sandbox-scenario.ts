import { setCurrentDetails, sleep } from '@temporalio/workflow';
import { SANDBOX_SCENARIOS, SANDBOX_STEPS } from '../../domain/payments/dispatch/sandbox';
import type { SandboxInput } from '../contract';
import { reportFromSandbox } from '../proxies';

/**
 * The workflow of the built-in partner's side of a payment: reports over the real HTTP endpoints, step by step.
 * Source: docs/GAPS.md#P15
 */
export async function sandboxScenario(input: SandboxInput): Promise<void> {
  const scenario = SANDBOX_SCENARIOS.find((name) => name === input.scenario) ?? 'silent';
  const steps = SANDBOX_STEPS[scenario];
  const startedAtMs = Date.now();
  for (const [index, step] of steps.entries()) {
    const name = step.kind === 'status' ? step.status : 'settlement';
    setCurrentDetails(`Scenario ${scenario}: ${name} is reported next, step ${index + 1} of ${steps.length}.`);
    await sleep(input.stepDelayMs, { summary: `Sandbox partner works before it reports ${name}` });
    // Out of order means late, not wrong: each status keeps the time at which it came about.
    // A confirmation that is repeated is the same one, so that it contradicts nothing.
    const first = step.kind === 'settlement' ? steps.indexOf(step) : index;
    const order = step.kind === 'status' && step.status === 'accepted' ? 0 : first;
    await reportFromSandbox({ ...input, step, effectiveAtMs: startedAtMs + (order + 1) * input.stepDelayMs });
  }
  setCurrentDetails(`Scenario ${scenario}: all steps were reported.`);
}
