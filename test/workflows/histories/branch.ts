import type { Step } from '../../support/history';
import { memberOf } from '../../../domain/unknown-value';

/** A branch of a workflow that a recorded history must have gone through. */
export interface RequiredBranch {
  workflow: string;
  branch: string;
  isTaken(steps: readonly Step[]): boolean;
}

/** Whether a step is the one looked for. */
export type Test = (step: Step) => boolean;

/** An activity answered, as asked for. */
export const answered =
  (name: string, holds: (result: unknown) => boolean = () => true): Test =>
  (step) =>
    step.kind === 'answer' && step.name === name && holds(step.result);
/** An activity was asked for, with these among its arguments. */
export const began =
  (name: string, ...input: unknown[]): Test =>
  (step) =>
    step.kind === 'activity' &&
    step.name === name &&
    input.every((value) => step.input.some((given) => given === value));
/** An activity ended in a fault, or ran out of time. */
export const failed =
  (name: string): Test =>
  (step) =>
    step.kind === 'failure' && step.name === name;
/** A signal came. */
export const signalled =
  (name: string): Test =>
  (step) =>
    step.kind === 'signal' && step.name === name;
/** Something of this kind. */
export const is =
  (kind: Step['kind']): Test =>
  (step) =>
    step.kind === kind;
/** A timer was set for so long. */
export const waits =
  (seconds: number): Test =>
  (step) =>
    step.kind === 'timer' && Math.round(step.seconds) === seconds;
/** The workflow ended with this status; an empty one: however. */
export const ends =
  (status: string): Test =>
  (step) =>
    step.kind === 'completed' && (status === '' || memberOf(step.result, 'status') === status);

/** The result is this value, or has a member that is. */
export const says =
  (name: string, value: unknown) =>
  (result: unknown): boolean =>
    result === value || memberOf(result, name) === value;

function inOrder(steps: readonly Step[], ...tests: Test[]): boolean {
  let next = 0;
  for (const step of steps) if (tests[next]?.(step) === true) next += 1;
  return next === tests.length;
}

/** A branch that is known by these steps, one after the other, whatever lies between. */
export function branch(workflow: string, name: string, ...tests: Test[]): RequiredBranch {
  return { workflow, branch: name, isTaken: (steps) => inOrder(steps, ...tests) };
}
