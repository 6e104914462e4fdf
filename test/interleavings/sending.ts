import { expectMoved, type World } from './judges';
import { actor, letTimePass, type Operation } from './operation';
import type { Steps } from './scheduler';
import { ProcessDied, workerOf, type CallOutcome, type Script } from './worker';

/** @returns whether the payment was rerouted */
async function sendOnce(steps: Steps, world: World, outcomes: Script['outcomes']): Promise<boolean> {
  const script: Script = { outcomes, underWay: [] };
  try {
    const sent = await workerOf(steps, world, script).sendInstruction(world.instructionId);
    if (sent.kind === 'moved') await expectMoved(world, sent.moved);
    for (const arrive of script.underWay) await arrive();
    return sent.kind === 'rerouted';
  } catch (fault) {
    if (fault instanceof ProcessDied) return false;
    throw fault;
  }
}

/**
 * Sends, and sends again for as long as the payment is rerouted, as its workflow does.
 * @param first what becomes of a call to the first partner
 * @param second of one to the second partner
 */
export async function sendUntilItStays(
  steps: Steps,
  world: World,
  first: CallOutcome,
  second: CallOutcome = first,
): Promise<void> {
  while (await sendOnce(steps, world, (partnerId) => (partnerId === 'ptn_2' ? second : first)));
}

export function send(outcome: CallOutcome): Operation {
  return actor(`send(${outcome})`, (steps, world) => sendUntilItStays(steps, world, outcome));
}

/** A worker on a machine that is paused while time passes. */
export const sendFromPausedMachine = actor('send from a paused machine', (steps, world) =>
  sendUntilItStays(steps, { ...world, clock: world.pausedClock }, 'taken'),
);

/** A worker that meets the one outcome at the first partner and the other at the second. */
export function sendOver(first: CallOutcome, second: CallOutcome): Operation {
  return actor(`send(${first}, ${second})`, (steps, world) => sendUntilItStays(steps, world, first, second));
}

type Answer = Awaited<ReturnType<ReturnType<typeof workerOf>['inquireInstruction']>>;

/** Asks the partner once. */
async function inquireOnce(steps: Steps, world: World): Promise<Answer> {
  const answer = await workerOf(steps, world).inquireInstruction(world.instructionId);
  if (answer.kind === 'moved') await expectMoved(world, answer.moved);
  return answer;
}

export const inquire = actor('inquire', async (steps, world) => {
  await inquireOnce(steps, world);
});

/** Two inquiries with time between them, and a further call when they prove that the first never arrived. */
export const proveAndSend = actor('prove-and-send', async (steps, world) => {
  let answer = await inquireOnce(steps, world);
  if (answer.kind === 'ask_again') {
    await letTimePass(steps, world);
    answer = await inquireOnce(steps, world);
  }
  if (answer.kind === 'send_again') await sendUntilItStays(steps, world, 'taken');
});

/** One inquiry, and a further call when it is the one that proves. */
export const inquireAndSend = actor('inquire-and-send', async (steps, world) => {
  if ((await inquireOnce(steps, world)).kind === 'send_again') await sendUntilItStays(steps, world, 'taken');
});
