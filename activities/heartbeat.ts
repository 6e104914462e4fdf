import { Context } from '@temporalio/activity';

/** Well below the limits of heartbeats, of which the shortest is ten seconds. */
const HEARTBEAT_MS = 2_000;

/** Sends heartbeats for an activity while its work runs, so that a killed worker is noticed soon. */
export async function withHeartbeats<Result>(work: () => Promise<Result>): Promise<Result> {
  const activity = Context.current();
  const heartbeat = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
