import type { Queryable } from '../database';

export interface CurrentDispatch {
  attempt: number;
  partnerId: string;
  state: 'sending' | 'delivered' | 'rejected' | 'not_delivered' | 'unknown';
}

/** The latest dispatch of an instruction, or null when it was never sent. */
export async function currentDispatch(database: Queryable, instructionId: string): Promise<CurrentDispatch | null> {
  const [row] = await database.query<CurrentDispatch>(
    `select attempt, partner_id as "partnerId", state from dispatches
     where instruction_id = $1 order by attempt desc limit 1`,
    [instructionId],
  );
  return row ?? null;
}
