import { isObject } from '../../domain/unknown-value';
import type { AnswerNotes, Endpoint, Reply, RequestNotes } from '../endpoint';

/**
 * Adds notes to the answer of an operation that creates or reports: which members were normalised, assumed, ignored or
 * unmet. Source: docs/GAPS.md#G10, docs/GAPS.md#P2, docs/GAPS.md#P4
 */
export function withNotes({ idempotent, reportKey }: Endpoint, reply: Reply, ofBody: RequestNotes): Reply {
  const { data, notes: ofReply = {} } = reply;
  if ((idempotent !== true && reportKey !== true) || !isObject(data)) return reply;
  const whole: AnswerNotes = ofBody;
  const notes = (['normalised', 'assumed', 'ignored', 'unmet'] as const).flatMap((name) => {
    const list = [...(whole[name] ?? []), ...(ofReply[name] ?? [])];
    return list.length === 0 ? [] : [[name, list] as const];
  });
  return notes.length === 0 ? reply : { ...reply, data: { ...data, ...Object.fromEntries(notes) } };
}
